"""The fuzz targets of the native core: how they are built, and which there are."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from target import Target

REPOSITORY = Path(__file__).parents[1]
BUILD = REPOSITORY / "build" / "fuzz"
COMPILERS = ("clang++", *(f"clang++-{version}" for version in range(22, 13, -1)))
LONGEST = 256  # bytes of an input: sentences of some dozens of words
PROGRAM = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'


def compiler() -> str | None:
    """A clang that brings libFuzzer and the sanitizers."""
    return next((found for found in map(shutil.which, COMPILERS) if found and _fuzzes(found)), None)


def _fuzzes(command: str) -> bool:
    flags = ["-fsanitize=fuzzer,address,undefined", "-x", "c++", "-", "-o", "/dev/null"]
    ended = subprocess.run([command, *flags], input=PROGRAM.encode(), capture_output=True)
    return ended.returncode == 0


def build(command: str) -> None:
    """Builds all targets with Address- and UndefinedBehaviorSanitizer."""
    cmake = str(Path(sys.executable).with_name("cmake"))
    settings = {
        "HYPERBATON_PYTHON": "OFF",
        "HYPERBATON_FUZZ": "ON",
        "HYPERBATON_SANITIZE": "address,undefined",
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_COMPILER": command,
    }
    defined = [f"-D{name}={value}" for name, value in settings.items()]
    configured = [cmake, "-G", "Ninja", "-B", str(BUILD), *defined, "--log-level=WARNING"]
    subprocess.run(configured, cwd=REPOSITORY, check=True)
    subprocess.run([cmake, "--build", str(BUILD)], cwd=REPOSITORY, check=True)


def native_targets() -> list[Target]:
    """One for each program that was built of a source that is still there."""
    sources = sorted((REPOSITORY / "cpp" / "fuzz").glob("fuzz_*.cpp"))
    return [
        Target(
            source.stem.removeprefix("fuzz_").replace("_", "-"),
            _seeds(source.stem),
            longest=2048 if source.stem in TEXT_SEEDS else LONGEST,
            program=BUILD / source.stem,
        )
        for source in sources
    ]


# Targets that take text, with bundled files of it.
TEXT_SEEDS = {
    "fuzz_link_parser": "demo/de/*.align",
    "fuzz_lower_case": "demo/*/reference.txt",
    "fuzz_utf8": "demo/*/reference.txt",
    "fuzz_vocabulary": "demo/*/reference.txt",
    "fuzz_word_splitting": "demo/*/reference.txt",
}


def _seeds(name: str) -> tuple[bytes, ...]:
    pattern = TEXT_SEEDS.get(name)
    return tuple(path.read_bytes() for path in sorted(REPOSITORY.glob(pattern))) if pattern else ()
