#!/usr/bin/env bash
# Installs what the tests need from the system's own packages and pip cannot bring: PostgreSQL and
# Chromium, and what is named besides (`caddy`). Does nothing where they are there already. What
# cannot be installed (no root, no apt) is named and left at that: the tests that need it are then
# skipped, with the same advice.
set -euo pipefail

missing=()
command -v postgres >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null ||
    missing+=(postgresql)
command -v chromium >/dev/null || missing+=(chromium)
for program in "$@"; do
    command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
        exit 0
    fi
fi
echo "Missing: ${missing[*]}; the tests that need it are skipped. To run them, install it:" >&2
echo "on Debian and Ubuntu by: sudo $0 $*" >&2
