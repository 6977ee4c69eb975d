"""A bot that is a process of its own: it reads lines of JSON and answers with one each.

It needs nothing of the game's library, so it could be written in any language. Of the answers that
it is offered it takes the first play; where there is none, the last one: to end or to decline.
"""

import json
import sys


def chosen(question: dict) -> int:
    """The index of an option: the first play, else the last option, to end or to decline."""
    options = question["view"]["decision"]["options"]
    plays = [option["i"] for option in options if option["verb"] == "play"]
    return plays[0] if plays else options[-1]["i"]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        answer = {"ready": True}
    elif message["type"] == "decide":
        answer = {"answer": chosen(message)}
    else:
        break  # the game is over
    print(json.dumps(answer), flush=True)
