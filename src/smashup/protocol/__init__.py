"""The contract between server and screen: every structure that goes from one to the other.

It is written here once. The server and the terminal fill these structures; `make protocol` makes
of them the types of the browser (web/src/lib/protocol.ts), the tables of docs/protocol.md and
docs/protocol.schema.json, and the server its OpenAPI document.

- `things`: short names for numbers and keys that appear everywhere
- `view`: what one seat is shown
- `room`: a room and its seats
- `messages`: what goes over the socket
- `calls`: what REST calls take and give
- `catalogue`: all there is to read about the game

A description in a `Meta` is what the documents say about a field, and a `title` makes a type of
its own in TypeScript.
"""
