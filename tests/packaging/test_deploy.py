"""The files by which a server is put on the internet, as far as they can be checked without it."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from proofs.behind_proxy import below_a_path
from scripts.image_steps import ONLY_THERE, read_steps, run
from smashup.server import metrics
from smashup.server.launch import believed
from smashup.server.limits import owner_of
from smashup.server.settings import ENVIRONMENT, load, split_address

HERE = Path(__file__).resolve().parents[2]
DEPLOY = HERE / "deploy"
HOSTING = (HERE / "docs" / "hosting.md").read_text()


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def steps(word: str) -> list[str]:
    """What the last stage of the Dockerfile says of something."""
    found: list[str] = []
    for step in read_steps((DEPLOY / "Dockerfile").read_text()):
        if step.word == "FROM":
            found.clear()
        elif step.word == word:
            found.append(step.rest)
    return found


def filled(values: dict[str, str]) -> dict[str, str]:
    """The environment of a service as its `.env` would fill it."""
    own = {"SMASHUP_NAME": "smash.example", "DATABASE_PASSWORD": "secret"}
    return {k: re.sub(r"\$\{(\w+):\?[^}]*\}", lambda m: own[m[1]], v) for k, v in values.items()}


def test_the_settings_of_the_image_and_of_compose_are_allowed(compose: Any) -> None:
    image = dict(pair.split("=", 1) for line in steps("ENV") for pair in line.split())
    given = image | filled(compose["services"]["server"]["environment"])
    loaded = load(None, given, {})
    assert loaded.doubts == []
    assert loaded.settings.host == "0.0.0.0"
    assert loaded.settings.public_origins == ("https://smash.example",)
    assert "secret" not in loaded.settings.database
    asked = [key for key in given if key.startswith(ENVIRONMENT)]
    assert len(loaded.sources) == len(asked)


def test_the_example_of_a_file_is_allowed() -> None:
    loaded = load(DEPLOY / "smashup.toml", {}, {})
    assert loaded.doubts == []
    host, _ = split_address(loaded.settings.operations)
    assert ipaddress.ip_address(host).is_loopback


def test_only_the_proxy_is_open_to_the_world(compose: Any) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert compose["networks"]["back"]["internal"] is True
    assert services["database"]["networks"] == ["back"]


def test_the_proxy_that_is_believed_is_the_one_there_is(compose: Any) -> None:
    services = compose["services"]
    named = services["server"]["environment"]["SMASHUP_TRUSTED_PROXIES"].split(",")
    proxy = services["proxy"]["networks"]["front"]
    assert named == [proxy["ipv4_address"], proxy["ipv6_address"]]
    subnets = [each["subnet"] for each in compose["networks"]["front"]["ipam"]["config"]]
    for address, subnet in zip(named, subnets, strict=True):
        assert ipaddress.ip_address(address) in ipaddress.ip_network(subnet)
    caddy = (DEPLOY / "Caddyfile").read_text()
    asked = set(re.findall(r"\{\$(\w+)", caddy))
    assert asked == set(services["proxy"]["environment"])


def test_visitors_by_ipv6_are_told_apart(compose: Any) -> None:
    """Where a published port leads into a network without IPv6, Docker itself takes them in, and
    the proxy sees one address for all."""
    services = compose["services"]
    (front,) = services["proxy"]["networks"]
    assert compose["networks"][front]["enable_ipv6"] is True
    private = ipaddress.ip_network("fd00::/8")
    subnets = [
        ipaddress.ip_network(each["subnet"])
        for each in compose["networks"][front]["ipam"]["config"]
    ]
    assert [subnet.version for subnet in subnets] == [4, 6]
    assert isinstance(subnets[1], ipaddress.IPv6Network) and subnets[1].subnet_of(private)
    settings = load(None, filled(services["server"]["environment"]), {}).settings
    visitors = ["2001:db8:1::5", "2001:db8:2::5", "198.51.100.7"]
    told = [visitor_of(visitor, settings.trusted_proxies, services) for visitor in visitors]
    assert told == ["2001:db8:1::/64", "2001:db8:2::/64", "198.51.100.7"]


def visitor_of(visitor: str, trusted: Sequence[str], services: Any) -> str:
    """Who a server that trusts these takes a visitor for whom the proxy brings, by IPv6."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(owner_of(scope["client"][0]))

    peer = services["proxy"]["networks"]["front"]["ipv6_address"]
    scope = {
        "type": "http",
        "client": (peer, 1),
        "headers": [(b"x-forwarded-for", visitor.encode())],
        "scheme": "http",
    }
    asyncio.run(ProxyHeadersMiddleware(app, believed(trusted))(scope, None, None))  # type: ignore[arg-type]
    return seen[0]


def test_what_compose_names_is_there(compose: Any) -> None:
    build = compose["services"]["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    for service in compose["services"].values():
        for mount in service["volumes"]:
            source = mount.split(":")[0]
            assert (DEPLOY / source).is_file() if source[0] == "." else source in compose["volumes"]
        for name in service["networks"]:
            assert name in compose["networks"]


def test_the_image_runs_as_nobody_in_particular_and_looks_after_itself() -> None:
    assert steps("USER") == ["smashup"]
    (health,) = steps("HEALTHCHECK")
    settings = load(None, dict(p.split("=", 1) for p in steps("ENV")[0].split()), {}).settings
    _, port = split_address(settings.operations)
    assert f":{port}/ready" in health
    assert steps("EXPOSE") == [str(settings.port)]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
@pytest.mark.parametrize("unit", sorted(p.name for p in DEPLOY.glob("smashup*.[st][ei]*")))
def test_systemd_understands_its_units(unit: str, tmp_path: Path) -> None:
    program = tmp_path / "smashup"
    program.touch(mode=0o755)
    text = (DEPLOY / unit).read_text().replace("/usr/local/lib/smashup/bin/smashup", str(program))
    for other in DEPLOY.glob("smashup*.service"):  # which timers start
        (tmp_path / other.name).write_text(
            other.read_text().replace("/usr/local/lib/smashup/bin/smashup", str(program))
        )
    (tmp_path / unit).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / unit)], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_server_of_systemd_may_do_what_it_must() -> None:
    """Its bots step back by setpriority, its numbers come from /proc/stat."""
    unit = (DEPLOY / "smashup.service").read_text()
    assert "ProtectSystem=strict" in unit
    assert "@resources" not in unit
    assert "ProcSubset" not in unit
    assert "User=root" not in unit


def test_caddy_is_given_a_name_by_the_step_that_says_so(tmp_path: Path) -> None:
    """Step 4 of docs/hosting.md, as it stands there."""
    (step,) = re.findall(r"^sed .*deploy/Caddyfile", HOSTING, re.M)
    made = subprocess.run(
        ["sh", "-c", f"name=table.example\n{step}"], cwd=HERE, capture_output=True
    )
    lines = made.stdout.decode().splitlines()
    assert "table.example {" in lines and not any("$SMASHUP_NAME" in line for line in lines)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy here")
@pytest.mark.parametrize("text", [(DEPLOY / "Caddyfile").read_text(), below_a_path()])
def test_caddy_understands_its_files(text: str, tmp_path: Path) -> None:
    file = tmp_path / "Caddyfile"
    file.write_text(text)
    given = {"SMASHUP_NAME": "smash.example", "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]
    done = subprocess.run(command, env=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


def test_a_new_version_takes_the_place_of_one_of_the_same_number() -> None:
    """pip leaves a wheel alone whose version is there already, as between two releases."""
    text = (DEPLOY / "install.sh").read_text()
    assert "--force-reinstall --no-deps" in text
    assert "sudo deploy/install.sh" in HOSTING.partition("**A new version.**")[2]
    assert "pip install" not in HOSTING
    subprocess.run(["sh", "-n", str(DEPLOY / "install.sh")], check=True)


def test_the_dashboard_asks_for_what_there_is() -> None:
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    known = {sample.name for family in metrics.registry.collect() for sample in family.samples}
    known |= {
        f"{family.name}_{end}"
        for family in metrics.registry.collect()
        for end in ("total", "bucket")
    }
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:smashup|process)_\w+", target["expr"])
    }
    assert asked <= known
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len(set(places)) == len(places)


def test_steps_of_an_image_are_run_stage_by_stage(tmp_path: Path) -> None:
    text = f"""FROM some AS first
WORKDIR /build
RUN echo hello \\
    > word
{ONLY_THERE}: it would fail here
RUN false
FROM other
WORKDIR /home
ENV NAME=Ann
COPY --from=first /build .
RUN test "$(cat word) $NAME" = "hello Ann" && touch done
USER nobody
"""
    run(text, tmp_path)
    assert (tmp_path / "last" / "home" / "done").exists()
    with pytest.raises(subprocess.CalledProcessError):
        run("FROM some AS broken\nRUN false", tmp_path)
