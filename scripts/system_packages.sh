#!/usr/bin/env bash
# Installs what the tests need from the system's own packages and pip cannot bring: PostgreSQL.
# Does nothing where it is there already. Where it cannot be installed (no root, no apt) it says
# so and leaves it at that: the tests that need it are then skipped, with the same advice.
set -euo pipefail

if command -v postgres >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; then
    exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null; then
        exit 0
    fi
fi
echo "PostgreSQL is missing; the tests that need it are skipped. To run them, install it:" >&2
echo "on Debian and Ubuntu by: sudo $0" >&2
