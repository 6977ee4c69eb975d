"""Where games are kept: the one that can be resumed, and files that a player names."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

import typer

from smashup.engine.game import Game
from smashup.model.errors import SmashUpError
from smashup.packs import options_for
from smashup.replay import Followed, NotWritten, Replay, Stamp, Witness, follow, load, save
from smashup.terminal.screen import Screen


def autosave_path() -> Path:
    """The file of the game that `smashup play --resume` takes up again."""
    home = os.environ.get("SMASHUP_HOME") or typer.get_app_dir("smashup")
    return Path(home) / "resume.json"


def resume(path: Path) -> Followed:
    """The game in a file, as far as it is the same here; where it parts, the rest stays kept."""
    if path == autosave_path() and not path.exists():
        raise SmashUpError("There is no game to resume. Start one with: smashup play")
    followed = follow(load(path))
    if followed.parting is not None and path == autosave_path():
        save(followed.replay, whole_path(followed))  # what goes on from here is kept in its place
    return followed


def whole_path(followed: Followed) -> Path:
    """Where the whole of the game stays that was left last and can be resumed only in part."""
    return autosave_path().with_name(f"parted-{followed.replay.setup.seed}.json")


class Keeper:
    """Keeps one game: by itself after every answer, and in files the player asks for."""

    def __init__(self, screen: Screen, seats: tuple[str, ...]) -> None:
        self.screen = screen
        self.seats = seats
        self.path: Path | None = None  # where the player saved it last
        self._warned = False
        self._witness = Witness()

    def autosave(self, game: Game) -> None:
        """Keeps the game for `--resume`; says once if that is impossible, and plays on."""
        try:
            save(self._written(game), autosave_path())
        except NotWritten as error:
            if not self._warned:
                self.screen.say(f"This game is not kept for later. {error}", style="yellow")
            self._warned = True

    def resuming(self, game: Game) -> str:
        """The command by which the game that is kept goes on."""
        return f"smashup play --resume{self._packs(game)}"

    def keep_traceback(self, error: Exception) -> Path | None:
        """Writes all that Python says of an error into a file beside the game, if that can be."""
        path = autosave_path().with_name("error.txt")
        try:
            path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        except OSError:
            return None
        return path

    def _packs(self, game: Game) -> str:
        """The options without which its cards would not be found."""
        assert game.setup is not None
        return options_for(Stamp.of(game.setup).packs)

    def forget(self) -> None:
        """A finished game is not resumed."""
        autosave_path().unlink(missing_ok=True)

    def save(self, game: Game, name: str) -> None:
        """Writes the game to a file; asks before it takes the place of another one."""
        path = Path(name).expanduser() if name else self._default(game)
        if path.exists() and path != self.path and not self._may_replace(path):
            self.screen.say("Not saved.")
            return
        try:
            save(self._written(game), path)
        except NotWritten as error:
            self.screen.say(str(error), style="yellow")
            return
        self.path = path
        packs = self._packs(game)
        then = f"Look at it with: smashup replay {path} --step{packs}"
        if not game.over:
            then = f"Go on with: smashup play --resume {path}{packs}"
        self.screen.say(f"Saved in {path}. {then}", whole=True)

    def _written(self, game: Game) -> Replay:
        return Replay.of(game, self.seats, self._witness)

    def _default(self, game: Game) -> Path:
        assert game.setup is not None
        return self.path or Path(f"smashup-{game.setup.seed}.json")

    def _may_replace(self, path: Path) -> bool:
        answer = self.screen.read(f"{path} exists. Replace it? (y/n) > ")
        return answer.casefold() in ("y", "yes")
