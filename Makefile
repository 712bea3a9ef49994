PYTHON ?= python3
BIN := .venv/bin

# Tests start many processes, which would each compile all modules where Python keeps none.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test lint types unit tables vscode web docs pictures man diagnostics lowest benchmarks clean

demo: .venv/.installed
	@$(BIN)/python examples/demo.py

test: lint
	$(MAKE) -j 2 types unit  # types need one core for a minute

lint: .venv/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.ready
	$(BIN)/mypy

unit: .venv/.ready
	$(BIN)/pytest -n 4 --dist worksteal  # twice the cores: many tests wait for programs

# After a change of a grammar; a test says when this is needed.
tables: .venv/.ready
	$(BIN)/python -m refute.frontend.grammar src/refute/languages/*/grammar.lark

# After a change of the front end; a test says when this is needed.
web: web/node_modules/.package-lock.json
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund

# The extension for Visual Studio Code, as editors/vscode/refute.vsix; needs Node.
vscode: .venv/.ready
	$(BIN)/python editors/vscode/make_grammars.py
	cd editors/vscode && npm ci --no-audit --no-fund && npm run package

# After a change of a command or option; a test says when this is needed.
man: .venv/.ready
	$(BIN)/python -m refute.cli.manual > docs/refute.1

# After a change of an explanation; a test says when this is needed.
diagnostics: .venv/.ready
	mkdir -p build
	$(BIN)/python docs/site/diagnostics.py > build/diagnostics.md
	mv build/diagnostics.md docs/diagnostics.md

# The pictures of the workbench, after a change of what it shows; needs Chromium.
pictures: .venv/.ready
	$(BIN)/python docs/site/pictures.py

# The documentation as a site, in build/site; a link that leads nowhere is an error.
docs: .venv/.ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "To read it, with search: $(PYTHON) -m http.server -d build/site"

# The tests with the oldest packages that pyproject.toml allows, in an environment of their own; but
# not the goldens, in which another version of the solver may show another example.
LOWEST ?= tests --ignore tests/conformance/test_examples.py --ignore tests/conformance/test_documentation.py
lowest:
	mkdir -p build
	sed -nE 's/.*"([A-Za-z0-9_-]+)>=([0-9.]+)".*/\1==\2/p' pyproject.toml > build/lowest.txt
	$(PYTHON) -m venv build/lowest
	build/lowest/bin/pip install --quiet -c build/lowest.txt -e '.[all,dev]'
	build/lowest/bin/python -m pytest -n 3 --dist worksteal $(LOWEST)

benchmarks: .venv/.ready
	$(BIN)/pip install --quiet -c constraints.txt -e '.[benchmarks]'
	$(BIN)/python -m benchmarks

INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

# What running needs.
.venv/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(INSTALL) -e .
	$(BIN)/python -m compileall -q -j 0 src .venv/lib  # or each start does, where Python keeps none
	@touch $@

# What working on the project needs besides.
.venv/.ready: .venv/.installed
	$(INSTALL) -e '.[web,docs,dev]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build web/node_modules
