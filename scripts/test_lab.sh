#!/bin/sh
# Runs the tests of what needs large packages, such as Ray, in an environment of its own:
#   scripts/test_lab.sh [what pytest takes]      (or `make test-lab`)
# The environment is made once, in build/lab, and again when pyproject.toml changes.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
environment=build/lab
if [ ! -e "$environment/.ready" ] || [ pyproject.toml -nt "$environment/.ready" ]; then
    echo "Setting up $environment (once; again only when pyproject.toml changes)"
    "$python" -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        --editable '.[cluster]' 'pytest>=9.0,<10'
    touch "$environment/.ready"
fi
export PYTHONPATH="$PWD/tests_lab"  # for the processes that Ray starts
export SMASHUP_ENGINE="${SMASHUP_ENGINE:-pure}"
exec "$environment/bin/python" -m pytest --rootdir . -o filterwarnings=default tests_lab "$@"
