#!/bin/sh
# The tests of what needs large packages (OpenSpiel, PyTorch, Ray), in an environment of their own in
# build/lab: `make test-lab`. Arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
python="${PYTHON:-python3}"
env=build/lab
ready="$env/.ready"

# PyTorch is named with its version so that a build without graphics cards is taken where there is one.
if [ ! -e "$ready" ] || [ pyproject.toml -nt "$ready" ] || [ "$0" -nt "$ready" ]; then
    echo "Setting up $env (once; again only when pyproject.toml or $0 change)"
    "$python" -m venv "$env"
    "$env/bin/python" -m pip install --quiet --disable-pip-version-check 'torch==2.13.0'
    "$env/bin/python" -m pip install --quiet --disable-pip-version-check \
        'open_spiel>=2.0' 'pytest>=9.0,<10' 'hypothesis>=6.140' --editable '.[rl,cluster]'
    touch "$ready"
fi
export PYTHONPATH="$PWD/tests_lab"  # for the processes that Ray starts
SMASHUP_ENGINE=pure exec "$env/bin/python" -m pytest -c tests_lab/pytest.ini tests_lab "$@"
