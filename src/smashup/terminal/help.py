"""What a newcomer reads: the game and the keyboard on one screen."""

from __future__ import annotations

HELP = """\
[bold]The game.[/] Two factions shuffled together are your deck. On your turn you may
play one minion and one action (some cards give extra plays); then you draw two.
Minions are played at a base and give it their power. When you end your plays,
each base where all players' power together reaches its [bold]breakpoint[/] scores:
most power there takes the first award, then second, then third ("VP 4/2/1");
who ties takes the better one. Its cards are discarded and a new base comes.
With [bold]15 victory points[/] at the end of a turn, and more than all others, you win.

[bold]Answering.[/] Type the [bold]number[/] of an option, or part of its [bold]name[/]:
"zap" for Zapbot, "zap tort" for Zapbot at Tortuga. [bold]0[/] (or "end", "pass", "no")
declines or ends. The hands and decks of the others stay hidden.

  [bold]?[/]           this page              [bold]table[/]  (or Enter) the table again
  [bold]card[/] NAME   a card, a faction      [bold]why[/]    [NAME] explains power, breakpoints
  [bold]log[/]         the game so far               and cards you cannot play
  [bold]undo[/]        take an answer back    [bold]save[/]   [FILE] writes the game to a file
  [bold]hint[/]        a good move, and why   [bold]quit[/]   leave; go on later with:
                                            smashup play --resume
"""
