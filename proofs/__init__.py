"""Proofs that the server loses, doubles, leaks and slows nothing, run against a real server.

Each module proves one claim of docs/reliability.md, with a function that takes how much to try and
gives a result with its figures. Short forms are tests (tests/reliability), the long ones are run by
`python -m proofs`. All traffic stays on the loopback interface.
"""
