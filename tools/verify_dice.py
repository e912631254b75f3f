#!/usr/bin/env python3
"""Check every die and every card of Kemu records, from the records alone: python3 verify_dice.py FILE ...

It needs Python's standard library and nothing of Kemu. It draws every draw again from the dealer's secret, the table's
id and the seats' salts, as docs/record.md says, and compares. It knows no rules: that each draw was due, and from
these faces or cards, is what `kemu verify` checks.

You yourself know that the dealer could not choose if the commitment and your salt below are those that your page
showed at the table. The exit code is 1 if anything is wrong, or not proved.
"""

import json
import sys
from hashlib import blake2b


def numbers(secret, salt, index):
    """Yield the 64-bit words of one draw: BLAKE2b, keyed by the secret, in counter mode."""
    block = 0
    while True:
        told = index.to_bytes(8, "big") + salt.encode() + b"\0" + block.to_bytes(8, "big")
        digest = blake2b(told, key=secret, person=b"kemu draw").digest()
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 64, 8))
        block += 1


def below(n, words):
    """Take a fair number below n: words past the last whole multiple of n are passed over."""
    return next(word for word in words if word < 2**64 - 2**64 % n) % n


def drawn(sources, words):
    """Draw once more from these sources, one after the other."""
    out = []
    for source in sources:
        if source["kind"] == "dice":
            out += [source["faces"][below(len(source["faces"]), words)] for _ in range(source["n"])]
        elif source["kind"] == "cards":
            left = list(source["pool"])
            out += [left.pop(below(len(left), words)) for _ in range(source["n"])]
        elif source["kind"] == "one-of":
            out += source["throws"][below(len(source["throws"]), words)]
        else:
            raise ValueError(f"nobody knows how to draw from {source['kind']}")
    return out


def numbered(entries):
    """Yield every draw with its number and its line. What is taken back gives its draws' numbers back."""
    standing = []
    for line, entry in enumerate(entries, 2):
        if "back" in entry:
            standing = [ply_and_draw for ply_and_draw in standing if ply_and_draw[0] <= entry["back"]]
        elif "ply" in entry:
            if "chance" in entry:
                yield sum(drew for _, drew in standing), line, entry
            standing.append((entry["ply"], "chance" in entry))


def judge(lines):
    """Return whether the dice are proved, and what to say of them; raise a ValueError if a draw is wrong."""
    head, *entries = [json.loads(line) for line in lines]
    if head["kemu"] not in {"record/1", "record/2"}:
        raise ValueError(f"line 1: {head['kemu']} is a format that this program does not know")
    taken = (head.get("begins") or {"ply": 0})["ply"]
    # What was taken over from another record its own dealer has drawn.
    draws = [draw for draw in numbered(entries) if draw[2]["ply"] > taken]
    if not draws:
        return True, "nothing was drawn"
    if head["kemu"] == "record/1":
        return False, "format 1: dealt by a machine that could have chosen; 'kemu verify' checks it"
    if head["commitment"] is None:
        return False, "thrown by hand"
    if "over" not in entries[-1]:
        return False, "committed to; the game goes on, and the secret is not yet told"
    secret, table, salts = bytes.fromhex(entries[-1]["secret"]), head["table"], head["salts"]
    committed = blake2b(secret + table.encode(), digest_size=32, person=b"kemu commit 2").hexdigest()
    if len(secret) != 32 or committed != head["commitment"]:
        raise ValueError("line 1: the secret is not the one that was committed to for this table")
    told = f"{table}\n" + "".join(f"{seat}={salt}\n" for seat, salt in salts.items())
    salt = blake2b(told.encode(), digest_size=16, person=b"kemu salts").hexdigest()
    if None in salts.values() or salt != head["salt"]:
        raise ValueError("line 1: the draws are not mixed with the table and a salt of every seat")
    for index, number, entry in draws:
        if drawn(entry["from"], numbers(secret, salt, index)) != entry["out"]:
            raise ValueError(f"line {number}: the secret gives another outcome than {entry['out']}")
    if head["dealer"] != "server":
        return False, f"all {len(draws)} draws follow, but the machine of its owner dealt: it could have chosen"
    if not salts:
        return False, f"all {len(draws)} draws follow, but no seat added a salt: a server could have chosen"
    added = ", ".join(f"{seat} {salt}" for seat, salt in salts.items())
    backs = sum("back" in entry for entry in entries)
    known = f"; taken back {backs}x, by somebody who then knew the draws after it" if backs else ""
    return True, f"all {len(draws)} draws proved{known}; commitment {head['commitment']}, salts: {added}"


def main(paths):
    """Judge every file on a line of its own; return the exit code."""
    code = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                proved, words = judge(file.read().splitlines())
            print(f"{'ok' if proved else 'not proved'}: {path}: {words}")
            code = code or int(not proved)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, StopIteration) as error:
            print(f"WRONG: {path}: {error if isinstance(error, (OSError, ValueError)) else 'this is no record'}")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
