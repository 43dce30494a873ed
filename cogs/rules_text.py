"""A rule set in words: the small line on the table, and the card that `/rules` shows. All of it is asked of `Rules`."""

from fractions import Fraction

from engine.money import short_dollars
from engine.options import options_of
from engine.rule_terms import Cutter, Faces, Pair, Shuffle
from engine.rules import Rules

PLAY_MONEY = (
    "Play money only: it is never bought, sold or exchanged, and can't be handed to another player."
)

_DECKS = {None: "an infinite deck", 1: "one deck"}

_CUTTERS = {
    Cutter.NOBODY: "",
    Cutter.FIRST_SEAT: " The first seat cuts.",
    Cutter.DESIGNATED: " A player whom the dealer picks cuts.",
}


def odd_rules(rules: Rules) -> str:
    """What surprises people who know other tables, with what the dealer must do: one line for the board."""
    odd = []
    if rules.ties_lose:
        odd.append("ties lose")
    if rules.natural_pays != Fraction(3, 2):
        odd.append(f"blackjack pays {ratio(rules.natural_pays)}")
    odd.append(_dealer_rule(rules))
    if rules.dealer_each:
        odd.append("a dealer hand for each player")
    elif not rules.hole_card:
        odd.append("no hole card, so a dealer's blackjack takes doubled and split bets too")
    if rules.natural_paid_at_once:
        odd.append("blackjack is paid at once")
    if not rules.double:
        odd.append("no doubling")
    if rules.double_face_down:
        odd.append("the card of a double lies face down")
    if rules.split is Pair.NONE:
        odd.append("no splitting")
    return " · ".join(odd)


def changed_options(rules: Rules) -> str:
    """What this table changed of its rule set: `2 decks · 3 seats · bets $5 to $100`; empty where nothing is."""
    options = options_of(rules)
    changed = []
    if options.decks is not None:
        changed.append(_DECKS.get(rules.decks, f"{rules.decks} decks"))
    if options.seats is not None:
        changed.append("1 seat" if rules.seats == 1 else f"{rules.seats} seats")
    if options.min_bet is not None or options.max_bet is not None:
        changed.append(f"bets {limits(rules)}")
    return " · ".join(changed)


def ratio(pays: Fraction | None) -> str:
    """`3:2`; where a natural is just 21 it is paid like every bet."""
    pays = pays if pays is not None else Fraction(1)
    return f"{pays.numerator}:{pays.denominator}"


def rules_card(rules: Rules) -> str:
    """The whole rule set, a line a subject, in Discord's Markdown."""
    subjects = {
        "Cards": _cards(rules),
        "Dealer": _dealer(rules),
        "Turns": _turns(rules),
        "Payouts": _payouts(rules),
        "Doubling": _doubling(rules),
        "Splitting": _splitting(rules),
        "Insurance": _insurance(rules),
        "Surrender": "late, on the first two cards; half comes back, and nothing against a dealer's blackjack"
        if rules.surrender
        else "not offered",
        "Limits": f"{limits(rules)}, one to {rules.seats} players",
    }
    lines = [f"### {rules.title}", rules.summary]
    lines += [f"**{subject}:** {text}" for subject, text in subjects.items()]
    if rules.readings:
        lines.append("**Where its text contradicts itself:**")
        lines += [f"- {reading}" for reading in rules.readings]
    return "\n".join([*lines, f"-# {PLAY_MONEY}"])


def limits(rules: Rules) -> str:
    """`$2 to $500`, or `from $1 to all you have`."""
    most = "all you have" if rules.max_bet is None else short_dollars(rules.max_bet)
    return f"{short_dollars(rules.min_bet)} to {most}"


def _cards(rules: Rules) -> str:
    deck = _DECKS.get(rules.decks, f"{rules.decks} decks")
    if rules.faces is Faces.GENERIC:
        deck += " of two to nine, aces and one kind of face card, without suits"
    match rules.shuffle, rules.cut_card:
        case Shuffle.AT_CUT_CARD, (least, most):
            when = f"shuffled after the round in which the cut card comes out, {least} to {most} cards from the end."
        case Shuffle.EVERY_ROUND, _:
            when = "freshly shuffled before every round."
        case _:
            when = "never shuffled."
    return f"{deck}, {when}{_CUTTERS[rules.cutter]}"


def _dealer_rule(rules: Rules) -> str:
    return "dealer hits soft 17" if rules.hits_soft_17 else "dealer stands on all 17s"


def _dealer(rules: Rules) -> str:
    hole = "the second card lies face down" if rules.hole_card else "no hole card"
    peek = "looks for blackjack with a ten or an ace up" if rules.peek else "does not peek"
    return f"{_dealer_rule(rules)}; {hole}; {peek}; unlimited funds"


def _turns(rules: Rules) -> str:
    if rules.dealer_each:
        return "everybody at once, each against a dealer hand of his own"
    return "one seat after another; nobody is asked at 21"


def _payouts(rules: Rules) -> str:
    if rules.natural_pays is None:
        natural = "an ace with a ten-valued card is just 21 and pays 1:1"
    else:
        natural = f"blackjack pays {ratio(rules.natural_pays)}"
        natural += ", whatever the dealer holds" if rules.natural_paid_at_once else ""
    ties = "a tie loses" if rules.ties_lose else "a tie is a push"
    beats = "; a dealer's blackjack beats any other 21" if rules.dealer_natural_beats_21 else ""
    return f"wins pay 1:1; {natural}; {ties}{beats}"


def _doubling(rules: Rules) -> str:
    if not rules.double:
        return "not offered"
    on = "any first two cards"
    if rules.double_totals is not None:
        on = "first two cards of " + ", ".join(map(str, sorted(rules.double_totals)))
    after = "also after a split" if rules.double_after_split else "not after a split"
    down = ", the card face down" if rules.double_face_down else ""
    splits = "" if rules.split is Pair.NONE else f"; {after}"
    return f"{on}; the stake doubles for exactly one card{down}{splits}"


def _splitting(rules: Rules) -> str:
    if rules.split is Pair.NONE:
        return "not offered"
    most = "without end" if rules.max_hands is None else f"up to {rules.max_hands} hands"
    aces = "; split aces get one card each" if rules.split_aces_one_card else ""
    natural = "an ace drawn to a split ten is a blackjack"
    plain = "an ace with a ten is just 21 after a split"
    after = natural if rules.natural_after_split else plain
    return f"two cards of {rules.split.value}, {most}{aces}; {after}"


def _insurance(rules: Rules) -> str:
    if not rules.insurance:
        return "not offered"
    even = "; even money for a blackjack" if rules.even_money else ""
    return f"against an ace, up to half of the bet, pays 2:1{even}"
