"""A limit for code that may never come back: an ability that goes round and round."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType

from smashup.model.errors import SmashUpError

MOST_SECONDS = 5.0  # for one move or one scenario, which take some milliseconds
REPEATED = 1.0  # seconds after which code that took no notice is told again


class Endless(SmashUpError):
    """Something has worked for so long that it will hardly ever end."""


class Patience:
    """Meanwhile, what works for more than so many seconds is ended by `Endless`.

    They are seconds of work, not of the clock, so that a busy machine changes nothing.
    `begin_anew` grants them once more. Where the system has no such clock (Windows), and outside
    the main thread, there is no limit.
    """

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self._seconds = seconds
        main = threading.current_thread() is threading.main_thread()
        self._limits = main and hasattr(signal, "SIGVTALRM")

    def __enter__(self) -> Patience:
        if self._limits:
            self._before = signal.signal(signal.SIGVTALRM, self._give_up)
            self.begin_anew()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._limits:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, self._before)

    def begin_anew(self) -> None:
        """From now on it may take as long again."""
        if self._limits:
            signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds, REPEATED)

    def _give_up(self, number: int, frame: FrameType | None) -> None:
        raise Endless(f"it worked for {self._seconds:.0f} seconds and did not end")
