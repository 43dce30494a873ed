"""Checks a shoe: python3 verify.py shoe.txt SEAL "words" (SEAL: 32 or 64 digits, as shown before the first card)."""
import re, sys
from hashlib import sha256, shake_256
from pathlib import Path

TAG, DECK = b"blackjack-table shoe 1\n", [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
FORM = r"""(table \d+\nshoe \d+\ndecks ([1-8]|endless)\ncutcard (?:\d+-\d+|-)\nbefore HEX\n)sealed (HEX)\nwords (HEX)
seed (HEX)\nended (?:cut card|round over|closed|voided by an admin)\ncards (.*)\n""".replace("HEX", "[0-9a-f]{64}")

def numbers(seed, purpose, bounds):  # a whole number below each bound, all equally likely
    blocks = [shake_256(n.to_bytes(8, "big") + purpose + b"\0" + seed).digest(512)[::-1] for n in range(16)]
    bits = int.from_bytes(b"".join(blocks), "little")
    for bound in bounds:
        number, width = bound, (bound - 1).bit_length()
        while number >= bound:
            number, bits = bits & 2**width - 1, bits >> width
        yield number

def shuffled(cards, seed):
    for last, other in zip(range(len(cards) - 1, 0, -1), numbers(seed, b"shuffle", range(len(cards), 1, -1))):
        cards[last], cards[other] = cards[other], cards[last]
    at = next(numbers(seed, b"cut", [len(cards)]))
    return cards[at:] + cards[:at]

if __name__ == "__main__":
    (shown, *words), text = sys.argv[2:] or sys.exit(__doc__), Path(sys.argv[1]).read_bytes().decode("latin-1")
    header, decks, sealed, hashed, seed, cards = (re.fullmatch(FORM, text) or sys.exit("no transcript")).groups()
    seal = sha256(TAG + b"seal\n" + header.encode() + bytes.fromhex(seed)).hexdigest()
    mix = sha256(TAG + b"mix\n" + bytes.fromhex(seal + seed + hashed)).digest()
    endless = ("23456789AFFFF"[next(numbers(mix, b"card %d" % n, [13]))] for n in range(len(cards.split())))
    right, order = [], [*endless] if decks == "endless" else shuffled(DECK * int(decks), mix)
    for token in cards.split():
        if not order:  # all-12: all cards but the last 12, which lay on the table, were shuffled again
            table, mix = [c for c in right if c in DECK][-int(token[4:] or 1):], sha256(b"discards\0" + mix).digest()
            order = [f"all-{len(table)}", *shuffled([c for c in DECK for _ in range(int(decks) - table.count(c))], mix)]
        right.append(order.pop(0))
    for what, fits in (("seal", seal == sealed and len(shown) >= 32 and seal.startswith(shown.lower())), ("cards", cards
                       == " ".join(right)), ("words", not words or sha256(words[0].encode()).hexdigest() == hashed)):
        print(f"{what}: right" if fits else sys.exit(f"{what}: WRONG"))
    print(f"the next shoe is sealed with: before {sha256(text.encode('latin-1')).hexdigest()}")
