"""Pages from templates: escaped by default, self-contained, and shut by a content policy.

The one place that needs Jinja2. Knows no result.
"""

from __future__ import annotations

import base64
import hashlib
import os
from pathlib import Path
from typing import Any

from autograder.errors import UsageError
from autograder.words import course_text, say, spoken

try:
    import jinja2
    from markupsafe import Markup
except ImportError:
    raise UsageError(
        "pages need Jinja2, which comes with nbgrader; install it: python -m pip install jinja2"
    ) from None

__all__ = ["Markup", "render", "write"]

_HERE = Path(__file__).parent
_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_HERE, encoding="utf-8"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.globals.update(course_text=course_text, say=say, spoken=spoken)


def render(template: str, styles: tuple[str, ...], script: str, **facts: Any) -> str:
    """A page with its styles and its script inside.

    Args:
        template: file name of the template.
        styles: file names of its style sheets.
        script: file name of its script.
        facts: what the template shows; only `Markup` is not escaped.
    """
    css = "\n".join(_read(name) for name in styles)
    code = _read(script)
    policy = (
        f"default-src 'none'; style-src '{_hash(css)}'; script-src '{_hash(code)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    page = _TEMPLATES.get_template(template)
    return page.render(css=Markup(css), code=Markup(code), policy=policy, **facts)


def write(text: str, path: Path) -> Path:
    """Writes a page whole or not at all; returns where it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{os.getpid()}.draft")
    draft.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    draft.replace(path)
    return path


def _read(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What a content policy names an inline element by."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
