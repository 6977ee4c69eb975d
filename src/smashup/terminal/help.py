"""What a newcomer reads: the game and the keyboard on one screen."""

from __future__ import annotations

HELP = """\
[bold]The game.[/] Two factions shuffled together are your deck. On your turn you may play
one minion and one action (some cards give extra plays), then you draw two cards.
Minions are played at a base and give it their power. When the power of all players
there reaches the base's [bold]breakpoint[/], it scores at the end of Play Cards: most power
there takes the first award, then second, then third ("VP 4/2/1"). All cards there
are discarded and a new base comes. Tied players all take the better award.
With [bold]15 victory points[/] at the end of a turn, and more than anyone else, you win.

[bold]Answering.[/] Type the [bold]number[/] of an option, or part of its [bold]name[/]: "zap" for Zapbot,
"zap tort" for Zapbot at Tortuga. [bold]0[/] (or "end", "pass", "no") declines or ends.
Nothing is shown of what you may not know: hands and decks of others stay hidden.

  [bold]?[/]            this page             [bold]table[/], Enter   show the table again
  [bold]card[/] NAME    words and rulings     [bold]why[/] [NAME]     explain power, breakpoints,
  [bold]log[/]          the game so far                    and cards you cannot play
  [bold]undo[/]         take an answer back   [bold]save[/] [FILE]    write the game to a file
  [bold]quit[/]         leave; go on later with: smashup play --resume
"""
