# Everything a fresh machine with Python 3.11+ and make needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Four workers keep two cores busy: many a test waits for a terminal or a clock.
WORKERS ?= 4
# What the workers, and the programs that tests start, import is compiled once and kept, whatever is said outside.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test explore check lint install clean

demo: $(STAMP)
	$(BIN)/palace demo

test: $(STAMP)
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup

explore: $(STAMP)
	PALACE_EXPLORE=1 $(BIN)/pytest -n $(WORKERS) --dist loadgroup

lint: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy
	$(BIN)/lint-imports

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Palace needs Python 3.11 or newer; set PYTHON=/path/to/python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $(STAMP)

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
