"""Torture test: the bot is killed repeatedly, and no cent and no accepted move may be lost.

    python -m tests.torture --kills 150 --seed 7 --faults

A simulated Discord runs in this process and the real bot in another, on a real database file. A crowd of users clicks
at random: legal, illegal and stale buttons, twice at once, out of turn, at two tables. At random moments the bot is
killed with `kill -9`, often some milliseconds after a burst of clicks, so that commits are interrupted. Discord may
fail as well.

**Everything that users see is a claim about the database.** `witness` records every board (a table's message), and
every answer with the times of its request and its arrival. After each kill and before the next start, `books` reads a
copy of the file, because only the bot may recover the original, and `promises` compares the claims with it:

1. Saved data only grows: every posting, move, dealt seat and ended round is still there at the next look, unchanged.
2. Saved data is consistent: the bank's own audit has no findings, each open table can be resumed, and its stake account
   equals its open stakes. At the end, `bot.py audit` recalculates each settled round from its moves.
3. Every board is true: its hands are those after some number of the round's moves, its bets those after some posting,
   and its results the sums of the round's postings.
4. Every answer is true: an accepted click or bet is saved, at a time between request and answer, and no button was
   accepted twice; a balance shown is the one after some posting between those times.
5. Nothing is done without a request: there are no more bets, hits, doubles, splits, surrenders and insurances than
   clicks.
6. Nothing gets stuck: without clicks and kills, every round settles and every table closes in bounded time, without
   open stakes, and the last boards are true.
7. A table has one board: an older message stays clickable for a minute at most (`strays`), and not at the end.

A claim is checked at the first look after it was made; by the first promise, it then remains true.
"""
