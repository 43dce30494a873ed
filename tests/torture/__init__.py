"""Torture: no cent and no accepted move is ever lost, though the bot is killed again and again.

    python -m tests.torture --kills 150 --seed 7 --faults

A sandbox runs in this process and the real bot in another, on a real file. A crowd clicks at random: what is legal,
what is not, what is stale, twice at once, out of turn, at two tables. At random moments the bot is killed with
`kill -9`, often some milliseconds after a burst of clicks, so that it dies in the middle of commits; and Discord may
misbehave.

**Whatever a user is told is a claim about the file.** `witness` writes down every board at the moment at which it
stands in the channel, and every answer with the time of its request and of its arrival. After each kill, and before
the next start, `books` reads a copy of the file (the bot must recover the original by itself), and `promises` compares
what was told with what is kept:

1. The books only grow: every posting, move, dealt seat and ended round of one look is in the next one, unchanged.
2. The books are sound: the bank's own audit is empty, each open table can be resumed, its stake account holds what lies
   on the table, and (in the end, by `bot.py audit`) each settled round has moved what its folded moves come to.
3. Every board is true: its hands are those after some beginning of the round's moves, its bets are those after some
   posting, its results are the sums of the round's postings.
4. Every answer is true: an acknowledged click or bet is kept, with a time between request and answer, and no button was
   taken twice; a balance that was told is the one after some posting between those two moments.
5. Nothing is done unasked: no more bets, hits, doubles, splits, surrenders and insurances are kept than were clicked.
6. Nothing gets stuck: when nobody clicks or kills any more, every round settles and every table closes in bounded time,
   with nothing at stake, and the last thing that everybody sees is true.
7. A table has one board: an older message of it can be clicked for a minute at most (`strays`),
   and not at the end.

A claim is checked at the first look after it was made. Because of the first point it then stays true.
"""
