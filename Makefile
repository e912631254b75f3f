# make play   opens the table        make test   passes all tests, linters and types
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.testable
WEB := src/kemu/web
TOOLS := $(WEB)/node_modules/.tools

.PHONY: play test quick lint types types-python types-web soak bench clean

play: $(VENV)/.playable
	@$(BIN)/kemu serve --open

test: $(STAMP)
	@$(MAKE) --no-print-directory -j 2 lint types
	@$(BIN)/pytest -n 2 --dist worksteal -q

quick: $(STAMP)
	@$(BIN)/pytest -n 2 --dist worksteal -q -x

lint: $(STAMP)
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

types: types-python types-web

types-python: $(STAMP)
	@$(BIN)/basedpyright

types-web: $(STAMP) $(TOOLS)
	@cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm run --silent types

soak: $(STAMP)
	@$(BIN)/pytest -q -m slow --run-slow

bench: $(STAMP)
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[bench]" && $(BIN)/python benchmarks/run.py

# Setting up: `play` needs the package alone, `test` also the tools. A stamp says that it is done.
$(VENV)/.playable: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kemu needs Python 3.11 or newer; this is " + sys.version)'
	@echo "Setting up $(VENV), once (a minute or two) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.testable: $(VENV)/.playable
	@echo "Adding what the tests need ..."
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e ".[test]"
	@touch $@

# The compiler for the client. A build of the page puts away what it does not need, and with it this stamp.
$(TOOLS): $(WEB)/package-lock.json $(STAMP)
	@cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV)
