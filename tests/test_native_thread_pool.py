"""The thread pool of the core, compiled on its own: every thread takes part, and what one throws reaches the caller."""

import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
PROGRAM = """
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include "thread_pool.hpp"

int main() {
    haggis::ThreadPool pool(4);
    std::atomic<int> parts = 0;
    for (int turn = 0; turn < 1000; ++turn) pool.run([&](int thread) { parts += 1 << 2 * thread; });
    std::printf("%d\\n", parts.load());
    for (int wrong = 0; wrong < 4; ++wrong)
        try {
            pool.run([&](int thread) { if (thread >= wrong) throw std::runtime_error(std::to_string(thread)); });
        } catch (const std::runtime_error& error) {
            std::printf("%s\\n", error.what());
        }
    pool.run([&](int) { parts = 0; });
    std::printf("%d\\n", parts.load());
}
"""


def test_exceptions_reach_the_caller(tmp_path: Path) -> None:
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    source, binary = tmp_path / "pool.cpp", tmp_path / "pool"
    source.write_text(PROGRAM, encoding="utf-8")
    subprocess.run([compiler, "-std=c++20", "-pthread", f"-I{NATIVE}", source, "-o", binary], check=True)
    run = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == [str(1000 * 0b1010101), "0", "1", "2", "3", "0"]
