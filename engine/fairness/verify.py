"""Checks a shoe's transcript: python3 verify.py shoe.txt SEAL "words" (or their hash, as shown; "" without words)."""
import pathlib, re, sys
from hashlib import sha256, shake_256
TAG, DECK = b"blackjack-table shoe 1\n", [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
FORM = r"""((blackjack-table shoe 2\n)?table \d+\nshoe \d+\ndecks (\d|endless)\ncutcard (?:(\d+)-(\d+)|-)\nbefore HEX
)sealed (HEX)\nwords (HEX)\nseed (HEX)
ended (cut card|round over|closed(?: by an admin)?|voided by an admin|backup restored|rules changed(?=\D*cards \n))
(?(2)voided (?:-|\d+(?: \d+)*)\n)cards (.*)\n""".replace("HEX", "[0-9a-f]{64}")
def numbers(key, bounds):  # a whole number below each bound, all equally likely
    bits = int.from_bytes(b"".join(shake_256(n.to_bytes(8, "big") + key).digest(512)[::-1] for n in range(9)), "little")
    for bound in bounds:
        number, width = bound, (bound - 1).bit_length()
        while number >= bound:
            number, bits = bits & 2**width - 1, bits >> width
        yield number
def shuffled(cards, seed):
    for last, other in zip(range(len(cards) - 1, 0, -1), numbers(b"shuffle\0" + seed, range(len(cards), 1, -1))):
        cards[last], cards[other] = cards[other], cards[last]
    return cards[(at := next(numbers(b"cut\0" + seed, [len(cards)]))):] + cards[:at]
if __name__ == "__main__":
    (shown, *words), text = sys.argv[2:] or sys.exit(__doc__), pathlib.Path(sys.argv[1]).read_bytes().decode("latin-1")
    head, v2, decks, low, top, held, said, seed, end, cards = (re.fullmatch(FORM, text) or sys.exit("no shoe")).groups()
    seal = sha256((tag := v2.encode() if v2 else TAG) + b"seal\n" + head.encode() + bytes.fromhex(seed)).hexdigest()
    mix = sha256(tag + b"mix\n" + bytes.fromhex(seal + seed + said)).digest()
    endless = ("23456789AFFFF"[next(numbers(b"card %d\0" % n + mix, [13]))] for n in range(len(cards.split())))
    right, left = [], [*endless] if decks == "endless" else shuffled(DECK * int(decks), mix)
    above = len(left) - int(low or 0) - next(numbers(b"cut card\0" + mix, [int(top or 0) - int(low or 0) + 1]))
    least = {"cut card": above, "round over": 300 if decks == "endless" else 1}.get(end, 0)  # cards before such an end
    for token in cards.split():
        if not left:  # all-12: all cards but the last 12, which lay on the table, were shuffled again
            table, mix = [c for c in right if c in DECK][-int(token[4:] or 1):], sha256(b"discards\0" + mix).digest()
            left = [f"all-{len(table)}", *shuffled([c for c in DECK for _ in range(int(decks) - table.count(c))], mix)]
        right.append(left.pop(0))
    for told, fits in (("seal: right", seal == held and seal.startswith(shown.lower()) and len(shown) >= 32),
        ("cards: right", cards == " ".join(right)),
        ("end: right", len(right) - cards.count("all") >= least and end != ("round over" if low else "cut card")),
        (f"words: {'right' if words else 'not checked'}", not words or words[0].lower() in (said, said[:32])
            or sha256(words[0].encode()).hexdigest() == said)):
        print(told if fits else sys.exit(told.replace("right", "WRONG")))
    print(f"the next shoe is sealed with: before {sha256(text.encode('latin-1')).hexdigest()}")
