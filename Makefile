# make demo | test | bench | check    each sets up .venv by itself, from a bare clone
# make test-quick                     the Python tests that are quick, for the inner loop
# make coverage                       which lines of Python and C++ the tests reach, in out/coverage
# make fuzz SECONDS=N                 fuzzes all that takes any input, 600 seconds if not told
# make bench DATA=DIR                 uses real outputs in DIR/wmt13 and a treebank in DIR/ud
# make model TREEBANK=DIR LANGUAGE=CODE  trains a parser on a UD treebank, into out/CODE
# make evaluate TREEBANK=FILE         measures the English parser on a CoNLL-U file
# make page                           builds the page of reports again, with Node

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := CMakeLists.txt pyproject.toml $(shell find cpp -name '*.[ch]pp')
CXX_FILES := $(shell find cpp -name '*.[ch]pp')

.PHONY: demo test test-native test-sanitized test-threads test-python test-quick coverage fuzz bench check check-page page format generated model evaluate clean compiler

demo: $(VENV)/.base
	$(BIN)/python demo/run.py

test: test-native test-python

test-native: $(VENV)/.dev
	$(BIN)/cmake -G Ninja -B build/tests -DHYPERBATON_PYTHON=OFF -DHYPERBATON_TESTS=ON --log-level=WARNING
	$(BIN)/cmake --build build/tests
	$(BIN)/ctest --test-dir build/tests --output-on-failure

# The C++ tests, and hostile arrays from Python, where reading one entry too far ends the program.
SANITIZED_TESTS := tests/reliability/test_native_arrays.py tests/native/test_inconsistent_arrays.py tests/permutation/test_batch.py

test-sanitized: $(VENV)/.dev
	$(BIN)/cmake -G Ninja -B build/sanitized -DHYPERBATON_PYTHON=ON -DHYPERBATON_TESTS=ON -DHYPERBATON_SANITIZE=address,undefined \
	  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -Dnanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir) --log-level=WARNING
	$(BIN)/cmake --build build/sanitized
	$(BIN)/ctest --test-dir build/sanitized --output-on-failure
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=libasan.so) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 PYTHONMALLOC=malloc \
	  $(BIN)/python tests/native/with_core.py build/sanitized pytest -q -p no:cacheprovider $(SANITIZED_TESTS)

# What threads share, under ThreadSanitizer.
THREADED_TESTS := test_parallel test_cancellation test_shared_batches test_vocabulary

test-threads: $(VENV)/.dev
	$(BIN)/cmake -G Ninja -B build/threads -DHYPERBATON_PYTHON=OFF -DHYPERBATON_TESTS=ON -DHYPERBATON_SANITIZE=thread \
	  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 --log-level=WARNING
	$(BIN)/cmake --build build/threads --target $(THREADED_TESTS)
	$(BIN)/ctest --test-dir build/threads --parallel 2 --output-on-failure --tests-regex "$$(echo $(THREADED_TESTS) | tr ' ' '|')"

# Tests that start Ray, Spark or a browser run where CI is set, as .ci/run does.
SLOW := $(if $(CI),,-m "not ray and not spark and not browser")

test-python: $(VENV)/.dev
	$(BIN)/pytest -n auto $(SLOW)

# For the inner loop: Python only, and none of the tests that look at real processes and files at length.
test-quick: $(VENV)/.dev
	$(BIN)/pytest -q -n auto -m "not ray and not spark and not browser" --ignore tests/native \
	  --ignore tests/test_docs.py --ignore papers/tests --ignore tests/reliability --ignore tests/tools

coverage: $(VENV)/.dev
	$(BIN)/coverage run --source src/hyperbaton -m pytest -q -m "not ray and not spark and not browser"
	$(BIN)/coverage html --directory out/coverage --skip-covered && $(BIN)/coverage report --skip-covered | tail -n 1
	$(BIN)/cmake -G Ninja -B build/coverage -DHYPERBATON_PYTHON=OFF -DHYPERBATON_TESTS=ON -DCMAKE_BUILD_TYPE=Debug \
	  -DCMAKE_CXX_FLAGS_DEBUG="-O1 --coverage" --log-level=WARNING
	$(BIN)/cmake --build build/coverage
	$(BIN)/ctest --test-dir build/coverage --parallel 2 --output-on-failure
	@mkdir -p out/coverage/native
	$(BIN)/gcovr --filter cpp/src/ --gcov-ignore-parse-errors all --html-details out/coverage/native/index.html --print-summary build/coverage

# Coverage-guided, under sanitizers where clang is there; findings lie in out/fuzz/findings.
SECONDS ?= 600

fuzz: $(VENV)/.fuzz
	$(BIN)/python fuzz --seconds $(SECONDS) $(if $(ONLY),--only $(ONLY))

bench: $(VENV)/.dev
	$(BIN)/cmake -G Ninja -B build/bench -DHYPERBATON_PYTHON=OFF -DHYPERBATON_BENCHMARKS=ON --log-level=WARNING
	$(BIN)/cmake --build build/bench
	$(BIN)/python benchmarks build/bench out/bench.json $(if $(DATA),--data $(DATA))

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini
	@$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/python -m nanobind.stubgen -q -m hyperbaton._core -O build && diff build/_core.pyi src/hyperbaton/_core.pyi
	$(BIN)/python docs/generate.py --check

# The page that the package ships, from the sources in frontend/.
page: frontend/node_modules
	cd frontend && npm run --silent format && npm run --silent build

check-page: frontend/node_modules
	cd frontend && npm run --silent check

frontend/node_modules: frontend/package-lock.json
	cd frontend && npm ci --silent
	touch $@

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

# Files derived from the code: the stub of the native module, the page of metrics, schemas and types.
generated: $(VENV)/.dev
	$(BIN)/python -m nanobind.stubgen -q -m hyperbaton._core -o src/hyperbaton/_core.pyi
	$(BIN)/python docs/generate.py

# With ENCODER, the folder of a BERT, and TEXT, sentences to learn from; docs/parsing.md says how.
model: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet torch safetensors
	$(BIN)/python models/parser/train.py $(TREEBANK) out/$(LANGUAGE) --language $(LANGUAGE) \
	  $(if $(ENCODER),--encoder $(ENCODER)) $(if $(TEXT),--text $(TEXT))

evaluate: $(VENV)/.dev
	$(BIN)/python models/parser/evaluate.py $(TREEBANK)

clean:
	rm -rf $(VENV) build dist out frontend/node_modules

$(VENV)/.base: $(CORE) models/vectors/pyproject.toml papers/pyproject.toml | compiler
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --editable ./models/vectors --editable ./papers
	touch $@

$(VENV)/.dev: $(VENV)/.base
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

# atheris is not there for every Python; what needs it is then left out.
$(VENV)/.fuzz: $(VENV)/.dev
	-$(BIN)/python -m pip install --quiet --only-binary atheris 'atheris>=2.3'
	touch $@

compiler:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'hyperbaton needs Python 3.11 or newer (set PYTHON=...)' >&2; exit 1; }
	@command -v "$${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || { echo 'hyperbaton needs a C++20 compiler: install g++ 11 or newer, or clang++ 14 or newer' >&2; exit 1; }
