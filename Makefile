# `make demo` grades the shipped sample submissions; `make test` runs all tests.
# Both set up .venv first. PYTHON=… names another interpreter (3.11 or newer).

PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && { echo "$$python"; break; }; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input \
	--constraint constraints.txt --editable

# The samples are our own: where no isolation is to be had (macOS, Windows) they run without.
DEMO_ISOLATION := $(if $(filter Linux,$(shell uname -s)),,--isolation=limits)

.PHONY: demo test lint selftest bench docs vscode clean

demo: .venv/grade.stamp
	@mkdir -p build
	@$(BIN)/autograder grade tests/submissions/demo --json build/report.json \
		--html build/pages $(DEMO_ISOLATION) </dev/null; \
	status=$$?; test $$status -le 1 || exit $$status  # 1: some submission is incorrect, as meant

# The attacks run by themselves: they count what is left behind on the whole machine.
test: lint
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile \
		--ignore tests/attacks </dev/null
	$(BIN)/python -m pytest tests/attacks </dev/null

# How good the grading is: every known mistake planted, mutants, labelled submissions.
selftest: .venv/grade.stamp
	$(BIN)/autograder selftest --json build/selftest.json </dev/null

# How fast it is, beside a floor and other graders; some minutes. BENCH='--sizes 10 100 1000 10000'
bench: .venv/bench.stamp build/otter/stamp
	$(BIN)/python -m bench $(BENCH) </dev/null

lint: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

# The demo waits for what grading needs only; the tests need nbgrader and the tools as well.
.venv/grade.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv for grading" >&2
	@$(INSTALL) '.[grade]' </dev/null
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv for tests: nbgrader, Jupyter and the tools" >&2
	@$(INSTALL) '.[dev]' </dev/null
	@touch $@ .venv/grade.stamp

.venv/bench.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv for the bench" >&2
	@$(INSTALL) '.[bench]' </dev/null
	@touch $@

# Its pins would clash with ours. Where it cannot be had, the bench says so.
build/otter/stamp: bench/otter.txt | .venv/bin/python
	@echo "Setting up build/otter for otter-grader" >&2
	@$(BIN)/python -m venv build/otter </dev/null
	@build/otter/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
		--requirement bench/otter.txt </dev/null && touch $@ \
		|| echo "otter-grader is left out of the bench" >&2

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer with venv was found;" \
	"install one (Debian: apt install python3 python3-venv) or name it: make demo PYTHON=…" >&2; exit 2; }
	@$(PYTHON) -m venv .venv </dev/null

# VS Code in the browser, for tests/vscode: 20 s, 0.8 GB, Linux on x64. Its test is skipped without.
vscode: build/vscode/code-server

build/vscode/code-server: tests/vscode/package.json tests/vscode/install.sh
	@echo "Setting up build/vscode" >&2
	@tests/vscode/install.sh build/vscode </dev/null

# The documentation as a site: build/site/index.html.
docs: .venv/dev.stamp
	$(BIN)/python docs/course_reference.py
	$(BIN)/sphinx-build -q -W --keep-going docs build/site

clean:
	rm -rf .venv build
