### All texts for users, in English. The program fills in `{ $name }`; the rest is Discord's Markdown.
### Texts that another language lacks are shown in English.

## Amounts. The program parses the example: change only its signs and spaces. `.all` and `.half` are words that
## players may type for all or half of their money, besides the English ones; accents are optional.

money = $1,234.50
    .all = all, max, all in, all-in, allin, everything
    .half = half

## Commands: names to type, and descriptions. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Open a table here, or show the open one
    .rules = rules
    .rules-description = Rule set: any part of its name
    .decks = decks
    .decks-description = How many decks
    .seats = seats
    .seats-description = How many seats
    .min = min
    .min-description = Lowest bet: 5, 2.50, 1k
    .max = max
    .max-description = Highest bet: 100, 1k
command-bet = bet
    .description = Sit down and bet
    .amount = amount
    .amount-description = 250, 12.50, $1,000, 1k, half or all
command-leave = leave
    .description = Leave the table
    .who = who
    .who-description = AI player to send away instead (first seat only)
command-company = company
    .description = Bring an AI player to the table
    .who = who
    .who-description = Which one; the house picks if left out
command-balance = balance
    .description = Show your balance, or another player's
    .player = player
    .player-description = Whose balance; yours if left out
command-stats = stats
    .description = Show statistics and achievements
    .player = player
    .player-description = Whose statistics; yours if left out
command-leaderboard = leaderboard
    .description = Show who has won the most and who plays best
    .where = where
    .where-description = Players on this server (the default), or everywhere
    .by = by
    .by-description = By this week's skill (the default), this week's wins, money or skill
command-share = share
    .description = Show your last round to everyone here
command-rules = rules
    .description = Explain the rules
    .rules = rules
    .rules-description = Any part of a name; if left out, the table here, or an overview
command-house = house
    .description = For this server's admins
command-house-void = void
    .description = End the round in this channel: every hand stands, and all bets are settled
command-house-close = close
    .description = Close the table in this channel; in a running round, every hand stands first

## Rule sets

rules-hotseat = Hotseat
    .summary = Eight decks and a cut card; players take turns; doubling, but no splitting; blackjack pays only 1:1.
    .whom = players who like it simple
    .suits = Players who like it simple: hit, stand or double. Blackjack pays only 1:1, so the house keeps five times as much as at Bicycle.
    .readings = { card-readings }
rules-endless = Endless deck
    .summary = An infinite deck with one kind of face card; blackjack pays 3:2 at once; split as often as you like.
    .whom = gamblers
    .suits = Gamblers: every pair can be split again and again, so one bet can become many.
    .readings = { card-readings }
rules-private = Private dealer
    .summary = One deck per round and a dealer hand for each player; everyone plays at the same time; ties lose.
    .whom = players who hate waiting
    .suits = Players who hate waiting: no one waits for anyone else. It is expensive, because ties lose: no other rule set here has a higher house edge.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Six decks; dealer checks for blackjack; insurance; double on 9, 10 or 11 with the card face down; split pairs of equal rank.
    .whom = beginners, and everyone else
    .suits = Beginners, and everyone else: blackjack pays 3:2, and you can split, double and take insurance. With perfect play, the house edge is about 0.7%. This is the place to start.
    .readings = { card-readings }
rules-surrender = Late surrender
    .summary = One to eight decks; surrender your first two cards for half the bet; split once; dealer doesn't check for blackjack.
    .whom = careful players
    .suits = Careful players: you can give up a hopeless hand for half the bet.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Six decks; dealer stands on all 17s and checks for blackjack; split to four hands; insurance; late surrender.
    .whom = players who want every option
    .suits = Players who want every option of a casino: resplitting, surrender, even money. With perfect play, the house edge is about 0.3%.
rules-downtown = Downtown
    .summary = Two decks; dealer hits soft 17 and checks for blackjack; split to four hands; insurance; no surrender.
    .whom = fans of fewer decks
    .suits = Fans of fewer decks. The dealer hits soft 17; with perfect play, the house edge is about 0.4%.
rules-european = European
    .summary = Six decks and no hole card: a dealer's blackjack takes doubled and split bets too; double on 9, 10 or 11.
    .whom = patient players
    .suits = Patient players: you can double few hands, and there is no way out of a bad one. With perfect play, the house edge is about 0.6%.
rules-six-to-five = Six to five
    .summary = One deck; dealer hits soft 17 and checks for blackjack, which pays only 6:5; double on any two cards; split once.
    .whom = the curious
    .suits = Curious players who want to feel what 6:5 costs: with perfect play, the house edge is about 1.6%, nearly five times that of Vegas Strip.

## Play money

play-money = Play money only: it can't be bought, sold, exchanged or given to another player.

## The table

table-round = Round { $number } · dealer { $dealer }
table-options = At this table: { $options }
table-choose-rules = Rules of this table
table-played-last = { $rules } · played here last
table-shoe = { $left ->
    [one] 1 card left
   *[other] { $left } cards left
}
table-cut-card = { $cards ->
    [one] 1 card to the cut card
   *[other] { $cards } cards to the cut card
}
table-shuffled = Freshly shuffled
table-last-round = **Last round of this shoe:** the cut card is out, and the cards are shuffled after this round
table-sealed = Sealed as `{ $seal }`
table-cut = { $player } cuts the cards
table-may-add-words = { $player } may add words
table-closing = **The house is closing for a moment. This table and every cent on it are kept.**
table-resumed = The house was closed for a moment; everything is as you left it
table-voided = An admin voided this round. All open bets were returned.
table-closed = The table is closed.
table-restored = The host restored a backup: this table's cards are shuffled again
table-voided-restored = The host restored a backup, so this round is void: its cards may be known. All open bets were returned.
table-ended = An admin ended this round: every hand stood.
table-farewell = The table is closed. Thank you for playing!
rounds-over = { $count ->
    [one] Round { $first }
   *[other] Rounds { $first } to { $last }
}
rounds-over-dealer = dealer { $total }
sitting-minutes = { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}
sitting-dealer = dealer { $dealer }
sitting-best = Biggest win: { $player }, { $net } in round { $round }
sitting-best-mine = Your biggest win: { $net } in round { $round }
sitting-natural = Blackjack in round { $round }: { $player }, { $net }
sitting-natural-mine = Your blackjack in round { $round }: { $net }
sitting-comeback = Comeback of the evening: { $players }, from broke to twice the donor's gift
sitting-comeback-mine = What a comeback: you went broke, then doubled the donor's gift.
sitting-more-players = { $count ->
    [one] and 1 more player
   *[other] and { $count } more players
}
sitting-achievement = { $achievement }: { $players }
sitting-more-achievements = { $count ->
    [one] and 1 more achievement
   *[other] and { $count } more achievements
}
sitting-title = Your rounds at this table
sitting-dearest = costliest mistakes first
sitting-worst = Your costliest mistake: { $move } on { $total } cost { $cost }.
sitting-cost = mistakes cost { $cost }
sitting-no-mistake = no mistake
sitting-not-played = You haven't finished a round at this table.
leaving-in-play = Without the hand still in play.
leaving-first-hand = Your first hand at this table is still in play.

seat-has = { $player } has **{ $amount }**
seat-money-left = { $amount } left
seat-bets = { $player } bets **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, from the next deal
seats-play-along = { $count ->
    [one] { $names } plays too
   *[other] { $names } play too
}
seat-missed = didn't bet last time
seats-free = { $seats ->
    [one] 1 seat free
   *[other] { $seats } seats free
}
seats-given = AI players make room
bets-how = To bet, press an amount: { $limits }
bets-asked = { $players }, play again?
bets-waiting = Waiting for { $players }
bets-close = bets close { $when }
bets-deal = dealing { $when }
bets-joining = Dealing { $when }

turn-decides = ▶ **{ $players }'s turn** · time is up { $when }
turn-insurance = ⏳ Insurance? Waiting for **{ $players }** · closes { $when }
turn-insurance-pays = pays 2:1 if the dealer has blackjack
turn-dealer = { $dealer } plays.
turn-waiting = Waiting for the next round: { $players }

dealer-cards = Dealer · { $cards } · { $total }
dealer-shows = shows { $total }
dealer-peeked = checked: no blackjack
dealer-rests = No hand is left in play, so the dealer draws no more cards.

seat-against = { $player } against { $cards }
seat-left = left
seat-insured = insured for { $amount }
seat-not-insured = no insurance
seat-insurance-open = insurance?
seat-natural = Blackjack! { $net }
seat-push = push
seat-now = now { $amount }
seat-hands-to-play = { $hands ->
    [one] 1 hand to play
   *[other] { $hands } hands to play
}
seat-hands = { $hands ->
    [one] 1 hand, { $staked }: { $said }
   *[other] { $hands } hands, { $staked }: { $said }
}
hand-doubled = { $amount } (doubled)
hand-paid = blackjack, paid
hand-late = time ran out, stands
total-soft = soft { $points }
total-ace = an ace
total-busts = busts with { $points }
card-face = Face

status-stood = stands
status-twenty-one = reached 21
status-doubled = doubled
status-split-ace = split ace: one card
status-natural = blackjack
status-even-money = even money
status-bust = busted
status-surrendered = surrendered

result = { $reason }: { $net }
reason-natural = Blackjack
reason-even-money = Even money
reason-higher = Beats the dealer
reason-dealer-bust = Dealer busts
reason-push = Push
reason-tie-loses = Tie, which loses here
reason-lower = Loses to the dealer
reason-bust = Bust
reason-dealer-natural = Dealer has blackjack
reason-surrendered = Surrendered
reason-insurance-won = Insurance pays
reason-insurance-lost = Insurance loses

your-turn = { $player }, it's your turn: [the table is waiting]({ $link }).

## Buttons: at most 20 characters, better 14; at most 34 with an amount

button-other = Other…
button-deal = Deal
button-join = Join
button-company = Company
button-more = ⋯
button-help = Help
button-rules = Rules
button-strategy = Strategy
button-play-again = Play again
    .for = { button-play-again } { $amount }
button-leave = Leave
button-hit = Hit
button-stand = Stand
button-double = Double
button-surrender = Surrender
    .for = Surrender (get { $amount })
button-split = Split
button-insure = Insure half
    .for = Insure { $amount }
button-no-insurance = No insurance
button-even-money = Even money
    .for = Take { $amount } now
button-donor = Accept { $amount }
button-replay = Replay
button-replays = Replay…
button-new-table = New table
button-void = End the round
button-close-table = Close the table
button-keep-playing = Keep playing

## Modals: titles and labels at most 45 characters, hints and examples at most 100

modal-amount = Amount
modal-bet = Place your bet
    .hint = Bets { $limits }. You have { $balance }.
    .example = 250, 12.50, { $amount }, 1k, half or all
modal-bet-next = Bet on the next round
modal-join = Take a seat and bet
modal-insure = Insure your hand
    .hint = At most { $most }, half your bet.
    .example = 12.50 or all
modal-words = Add words to the shuffle
    .text = This is the seal of the shoe. Keep it where no one else can change it:
        `{ $seal }`
        What you type is mixed into the shuffle. The house did not know it when it sealed the shoe.
    .label = Your words
    .hint = Anything: the longer, the better. Keep them, too.

## Rules in words

limits = { $least } to { $most }
limits-open = from { $least } up to your balance
decks = { $decks ->
    [one] one deck
   *[other] { $decks } decks
}
decks-endless = an infinite deck
seats = { $seats ->
    [one] 1 seat
   *[other] { $seats } seats
}
option-bets = bets { $limits }
odd-ties-lose = ties lose
odd-natural = blackjack pays { $pays }
odd-hits-soft-17 = dealer hits soft 17
odd-stands = dealer stands on all 17s
odd-dealer-each = a dealer hand for each player
odd-no-hole-card = no hole card, so a dealer's blackjack takes doubled and split bets too
odd-paid-at-once = blackjack is paid at once
odd-no-doubling = no doubling
odd-face-down = a doubled hand's card is dealt face down
odd-no-splitting = no splitting
hint-at-once = { $pays } at once
hint-doubling = doubling
hint-double-totals = doubling on { $totals }
hint-splits = splitting
hint-splits-without-end = unlimited splitting
hint-no-splits = no splitting
hint-no-hole-card = no hole card
hint-hits-soft-17 = dealer hits soft 17
hint-surrender = surrender

card-cards = **Cards:** { $text }
card-dealer = **Dealer:** { $text }
card-turns = **Turns:** { $text }
card-payouts = **Payouts:** { $text }
card-doubling = **Doubling:** { $text }
card-splitting = **Splitting:** { $text }
card-insurance = **Insurance:** { $text }
card-surrender = **Surrender:** { $text }
card-without = **Not offered:** { $text }
without-doubling = doubling
without-splitting = splitting
without-insurance = insurance
without-surrender = surrender
card-limits = **Limits:** { $limits }; { $seats ->
    [one] 1 player
   *[other] 1 to { $seats } players
}
card-readings = Where the written rules of this game contradict themselves, we play as stated here; this bot's documentation explains why.
card-suits = **For whom:** { $text }
clause-separator = {"; "}
cards-generic = with two to nine, aces and one kind of face card, which counts ten, without suits
cards-at-cut-card = shuffled after the round in which the cut card comes out, { $least } to { $most } cards from the end
cards-every-round = freshly shuffled before every round
cards-never = never shuffled
cut-by-dealer = the dealer cuts
cut-by-designated = a player picked by the dealer cuts
dealer-hits-soft-17 = draws to 16, hits soft 17
dealer-stands = draws to 16, stands on all 17s
dealer-hole-card = the second card is dealt face down
dealer-no-hole-card = no hole card: the second card comes after the players' turns
dealer-peeks = checks for blackjack when showing an ace or a ten-valued card
dealer-does-not-peek = doesn't check for blackjack before you play
turns-at-once = everyone at once, each against their own dealer hand; a hand of 21 stands automatically
turns-in-order = one seat after another; a hand of 21 stands automatically
pays-wins = a winning hand pays 1:1
pays-no-natural = an ace with a ten-valued card is just 21 and pays 1:1
pays-natural = blackjack pays { $pays }
pays-natural-at-once = blackjack pays { $pays } at once, whatever the dealer has
pays-tie-loses = a tie loses
pays-push = a tie is a push
pays-dealer-natural = a dealer's blackjack beats any other 21
double-any = any first two cards
double-totals = a first two-card total of { $totals }
double-one-card = you double the bet and get exactly one card
double-one-card-down = you double the bet and get exactly one card, face down
double-after-split = also after a split
double-not-after-split = not after a split
split-by-value = two cards of equal value
split-by-rank = two cards of equal rank: two jacks, but not a jack and a king
split-without-end = without limit
split-hands = { $hands ->
    [one] one hand
   *[other] up to { $hands } hands
}
split-aces = split aces get one card each and can't be split again
split-natural = a split face card with an ace is a blackjack, but a split ace with a face card is just 21
split-no-natural = an ace with a ten-valued card is just 21 after a split
insurance-text = against an ace, up to half the bet, pays 2:1
insurance-even-money = even money (1:1) for a blackjack
surrender-text = on the first two cards, after the dealer has checked for blackjack; you get half the bet back
surrender-no-peek = on the first two cards; you get half the bet back, but nothing if the dealer turns out to have blackjack

choice-document = Document { $number }
choice-casino = Casino rules
choice-edge = house edge { $percent }
overview-title = Rule sets
overview-documents = *The five documents*
overview-casino = *More casino rules*
overview-line = **{ $title }** (`{ $key }`): { $summary }
overview-details = for { $whom } · house edge **{ $percent }**
overview-edge = House edge: the share of your first bet that the house keeps on average if you play by the chart, which `/{ command-strategy }` draws.
overview-open = Open a table with `/{ command-blackjack }`.

## Private answers

blackjack-open = The table is open: { $link }
blackjack-other-rules = A table is already open here, with its own rules: this one.
blackjack-yours = You already opened a table here, and it is still open: { $link }
no-thread-permissions = This table is in the channel itself. To open a thread for it, I need the permission: { $permissions }.
no-thread-room = This table is in the channel itself: Discord allows no more open threads.
no-thread-kind = This table is in the channel itself: Discord has no threads here.
no-thread-now = This table is in the channel itself: Discord didn't create a thread for it just now.
sorry-opened-enough = That was a lot of new tables. The next one can be opened { $when }.
bet-settled = Your bet counted, and the round is already over.
bet-placed = You bet { $amount }.
bet-dealt = You bet { $amount }. The cards are dealt.
bet-ahead = You bet { $amount }. Your cards come with the next deal.
leave-in-play = You left the table: your hand stands, and what it wins is yours.
leave-done = You left the table.
company-here = Now at the table: { $names }. New players join with the next deal.
company-gets-up = { $name } leaves the table.
company-gets-up-later = { $name } leaves the table after this round.
company-all-get-up = All AI players leave the table.
company-all-get-up-later = All AI players leave the table after this round.
company-everybody = All AI players
balance-mine = You have **{ $balance }**.
balance-of = { $player } has **{ $balance }**.
balance-of-nobody = { $player } hasn't played here yet.
balance-in-play = In play: { $amount }.
balance-donations = { $times ->
    [one] The donor has helped once.
   *[other] The donor has helped { $times } times.
}
house-void-asks = **End round { $round } now?** Every hand stands, no one takes insurance, the dealer plays, and all bets are settled by the cards. This can't be undone.
house-close-asks = **Close the table in the middle of round { $round }?** Every hand stands, no one takes insurance, the dealer plays, and all bets are settled by the cards. Bets on the next round are returned. This can't be undone.
house-voided = The round is over: every hand stood, and all bets were settled.
house-not-voided = Nothing was changed: the round continues.
house-closed = The table is closed, and all open bets were returned.
house-closed-in-round = The table is closed: every hand stood, and all bets were settled. Bets on the next round were returned.
donor-gave = The donor smiles and disappears. You now have { $balance }.

## Refusals and errors: one friendly sentence each

sorry-unknown-button = That button is from an older version of this table. Type `/{ command-blackjack }` to see it.
sorry-no-table = There is no open table here. Open one with `/{ command-blackjack }`.
sorry-nothing-to-void = No round is being played here, so there is nothing to end.
sorry-table-gone = That table has closed. Open a new one with `/{ command-blackjack }`.
sorry-table-elsewhere = That table is not in this channel, but here: { $link }
sorry-our-fault = Something went wrong on our side, and nothing was changed. Please try again.
sorry-no-channel = That works only in a server channel.
sorry-command-unread = Discord sent this command in a form that I don't know. Please type it again in a few minutes.
sorry-in-doubt = Something went wrong on our side, and we can't tell yet whether that counted. Please check again in a moment.
sorry-not-an-amount = That's not an amount. Try `250`, `12.50`, `{ $amount }`, `1k`, `half` or `all`.
sorry-did-you-mean = Did you mean { $amount }? Then type `{ $typed }`.
sorry-slow-down = You're faster than the cards. Your clicks will count again in a few seconds.
sorry-crowded = Too many people are playing; your click didn't count. Please try again in a moment.
sorry-old-question = That question is from earlier, or another admin was asked. Type the command again.
sorry-table-broken = The table here could not be resumed. An admin can close it with `/{ command-house } { command-house-close }`; all open bets will be returned.
sorry-broke = You're broke. An anonymous donor offers you { $amount } of play money.
table-broke = { $players }: broke. An anonymous donor offers { $amount } of play money.
sorry-donor-refuses = The donor helps only players who have less than { $amount } and nothing in play.
sorry-bots-do-not-play = Bots don't play here, and have no balance.
sorry-permissions = That isn't possible here. In this channel, I need the permission: { $permissions }.
sorry-not-in-server = I'm not a member of this server, so that isn't possible here. Someone with the permission *Manage Server* can add me: { $link }
sorry-not-in-thread = I'm not in this private thread, so that isn't possible here. Mention me once ({ $bot }) to add me, then try again.

permission-view-channel = *View Channel*
permission-send-messages = *Send Messages*
permission-send-messages-in-threads = *Send Messages in Threads*
permission-create-public-threads = *Create Public Threads*

why-round-over = This round is over.
why-not-in-round = You are not in this round; you can bet on the next one.
why-not-your-turn = It isn't your turn yet.
why-hand-finished = You are done for this round.
why-not-now = That isn't an option right now.
why-wrong-card = That card doesn't belong to this deck.
why-doubling-not-offered = There is no doubling down at this table.
why-double-first-decision = Doubling down is for the first two cards of a hand only.
why-double-total = This table allows doubling down on certain totals only; see `/{ command-rules }`.
why-no-double-after-split = You can't double after a split here.
why-splitting-not-offered = There is no splitting at this table.
why-not-a-pair = Only a pair can be split.
why-split-limit = You have split as often as this table allows.
why-no-resplit-of-aces = Split aces can't be split again here.
why-surrender-not-offered = There is no surrender at this table.
why-surrender-first-decision = You can surrender only on your first two cards.
why-insurance-too-high = Insurance is at least one cent and at most half your bet: { $cents }.
why-even-money-needs-natural = Even money is only for a blackjack.
why-not-seated = You have no seat at this table; take one with `/{ command-bet }`.
why-table-full = All seats are taken; someone has to leave first.
why-table-closed = { sorry-table-gone }
why-house-closing = The house is closing for a moment. Your table is kept and continues afterwards.
why-round-running = The cards are dealt. You can bet on the next round once this one is over.
why-no-round = No round is in play; place your bet first.
why-too-late = Too late: that button belongs to a round that is over.
why-stale = That is already decided. Have a look at the table now.
why-paused = You're on a break that ends { $until }. See you then!
why-hand-just-up = That hand has just come up. Press again if you mean it.
why-repeated = Once is enough: your first click counted.
why-bet-too-low = The lowest bet at this table is { $cents }.
why-bet-too-high = The highest bet at this table is { $cents }.
why-bet-not-payable = You can't afford that bet: it costs { $cents }, and you have { $balance }.
why-move-not-payable = You can't afford that: it costs another { $cents }, and you have { $balance }.
why-no-bets = No one has bet yet.
why-first-seat-only = Only the player in the first seat decides that.
why-opener-only = Only the player who opened the table chooses its rules, and only until someone has bet. You can just take a seat.
why-rules-fixed = Someone has bet, so the rules can't change now. A new table can have other rules.
why-deal-needs-bet = Place a bet first; then you can deal.
why-deal-too-early = Only the first seat deals right away. You can in { $seconds ->
    [one] 1 second.
   *[other] { $seconds } seconds.
}
why-words-too-late = Too late: cards have been dealt from this shoe.
why-words-added = This shoe already has words in its shuffle, and once is enough.
why-not-your-words = It's another player's turn to add words.
why-nothing-to-repeat = You have no earlier bet at this table to repeat; choose an amount.
why-company-off = AI players are turned off in this channel.
why-company-complete = This table already has the most AI players allowed here: { $most }.
why-company-seated = That AI player is already at this table.
why-company-too-poor = AI players start with { $cents }, which is less than the lowest bet at this table.
why-no-company = There is no AI player of that name here to send away.
why-decks-fixed = { $rules } is always played with the same number of decks.
why-decks-out-of-range = { $rules } is played with { $least } to { $most } decks.
why-seats-out-of-range = A table of { $rules } has { $least } to { $most } seats.
why-least-out-of-range = The lowest bet of { $rules } can't be { $cents }.
why-most-out-of-range = The highest bet of { $rules } can't be { $cents }.
why-least-above-most = The highest bet can't be below the lowest.
why-options-clash = These options don't go together at a table of { $rules }.
why-tables-off = This server's admins have turned tables off in this channel.
why-rules-not-here = { $rules } is not played in this channel. `/{ command-rules }` shows what is.
why-no-rules-left = At least one rule set has to remain.
why-no-such-rules = There is no such rule set; `/{ command-rules }` lists them all.
sorry-no-such-rules = There is no rule set with that name. These are the rule sets: { $rules }.
sorry-which-rules = Which rule set do you mean: { $rules }? A few more letters will do.
why-default-not-here = { $rules } is what `/{ command-blackjack }` opens here by default, so it has to stay among the rule sets played here.
why-limit-out-of-range = A limit has to be at least { $cents }.
why-limits-shut-out = No one could bet at a table of { $rules } within these limits. Choose others, or leave { $rules } out of the rule sets first.
why-channel-seats-out-of-range = A table has { $least } to { $most } seats.
why-seconds-out-of-range = The time can be { $least } to { $most } seconds.
why-not-a-language = I don't speak that language; pick one from the list.
why-not-on-or-off = That can only be `on` or `off`.
why-not-a-coaching = That can only be `off`, `review` or `hints`.
why-not-a-place = That can only be `channel` or `thread`.
why-not-a-log = In the channel that you want, pick `{ house-here }` from the list, or pick the default.
why-not-a-currency = That can't stand for money. Choose one word of up to { $most } letters, without digits or other signs, or a single emoji. It must not read like an amount.
why-company-out-of-range = A table can have { $least } to { $most } AI players.
why-one-channel-only = This is for a single channel, not the whole server. Type the command in that channel, without `{ command-house-set.where }`.

## /help

command-help = help
    .description = Learn the game, and find every command
help-game = The game
help-title = Playing here
help-moves = Moves and words
help-fairness = Fairness
help-admins = For admins
help-lesson = Blackjack in a minute
help-goal = **Goal:** beat the dealer without going over 21. A win pays what you bet; a *blackjack* (an ace with 10, J, Q or K) usually pays 3:2.
help-values = **Cards:** 2 to 10 as shown; J, Q and K 10; an ace 11 or 1. A hand is *soft* while an ace counts 11.
help-bust = **Over 21** you *bust* and lose at once.
help-dealer = **The dealer** has no choice: draws to 16, stands on 17, and at some tables hits a soft 17.
help-begin = **Begin:** { $blackjack } opens a table; a chip is your bet. You have { $amount } of play money.
help-turn = **Your turn:** `{ button-hit }` takes a card, `{ button-stand }` no more. That's all you need.
help-insurance = **Insurance** against a dealer's ace loses money on average: don't take it.
help-surrender = **`{ button-surrender }`**, at some tables, gives up a bad hand for half the bet.
help-hint = **Unsure?** `{ button-hint }` tells only you what each move is worth.
help-open = **Open a table** with { $blackjack }; the first seat is yours. { $rules } explains the rules.
help-bet = **Bet** with a chip below the board, with `{ button-join }` or with { $bet }. That gives you a seat, too.
help-deal = **The cards come** when everyone has bet, when `{ button-deal }` is pressed, or when time is up.
help-late = **Too late?** Your hand stands, and no bet is placed for you. Miss two rounds in a row, and you lose your seat.
help-leave = **Leave** with { $leave }. A bet that is not dealt yet is returned.
help-money = **Money:** you start with { $amount }. If you go broke, an anonymous donor offers you the same again.
help-commands = Commands
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }`: one more card.
    - `{ button-stand }`: no more cards.
    - `{ button-double }`: twice the bet for exactly one more card.
    - `{ button-split }`: a pair becomes two hands, each with its own bet.
    - `{ button-surrender }`: you give up the hand and get half the bet back.
    - `{ verb-insure }`: a side bet, up to half your bet, that the dealer has blackjack; pays 2:1.
    - `{ button-even-money }`: for your blackjack against an ace: paid 1:1 now, whatever the dealer has.
    - `{ button-hint }`: what each move is worth. `{ button-review }`: the same for each move of a finished round.
    A move that a table doesn't offer has no button there.
help-words = Words
help-all-words =
    - **Blackjack:** an ace and a ten-valued card as your first two cards. At most tables it beats any other 21 and pays more than 1:1.
    - **Soft 17:** 17 with an ace that counts 11. One more card can't bust it. A hand without such an ace is *hard*.
    - **Push:** a tie; the bet is returned.
    - **Hole card:** the dealer's face-down card.
    - **Shoe:** the cards being dealt from. When the **cut card** comes out, it is the last round before the shuffle.
    - **By the book:** the move on the chart of { $strategy }, or the best one by the cards seen.
help-fair =
    - **Sealed:** before its first card, a shoe gets a seal that everyone can see. It fixes the house's secret without revealing it.
    - **Shuffled with your words:** with `{ button-words }`, a player adds their own words to the shuffle.
    - **Checked:** when the shoe is over, { $verify } gives you what you need to check every card, without the bot.
    - **No peeking:** AI players, hints and reviews know only the cards that everyone has seen.
    - **Saved:** every move is saved before it is shown. After an outage, the table continues where it was.
    - **House edge:** { $strategy } shows what share of a bet the house keeps under each rule set.
    - **Your data:** { $privacy } shows what is stored about you, and deletes it.
help-pick = Another page…
sorry-old-help = That page is from an older version. Type `/{ command-help }` to see the new one.

## /pause

command-pause = pause
    .description = Take a break from playing
    .length = length
    .length-description = How long
pause-day = 1 day
pause-week = 1 week
pause-month = 1 month
pause-title = Take a break
pause-what = **Until { $until }** you can't bet, and you can't play a daily ten or a duel.
    - A break can't be ended early, not even by an admin. Only a longer one can replace it.
    - You leave every table. A bet that isn't dealt yet is returned; a hand in play stands.
    - Your balance, your achievements and your history stay as they are.
button-pause = Pause until then
pause-begun = You're on a break until { $until }. Everything you have stays as it is. See you then!
sorry-old-pause = That page is out of date. Type `/{ command-pause }` to begin a break.
sorry-pause-longer = You're on a break until { $until }. Only a longer one can replace it.

## /privacy

command-privacy = privacy
    .description = Get or delete what is stored about you
privacy-title = What is stored about you
privacy-kept =
    - Your Discord user ID and your latest name, to show it at tables and in lists. No picture, no messages.
    - Your balance of play money, and every change to it.
    - The rounds you played: cards, moves, bets, results.
    - What your decisions cost on average, your daily tens and your duels.
    - Your seats, with the bets on them.
    - What you set or ended as an admin.
    It is used only for the game. Other players can see your name, your balance and your results.
privacy-how = Get all of it as a file. Or delete it: your ID and your names are removed from everything, for good. If you started a daily ten, a keyed hash of your ID is kept for two days, so that no one plays the same hands twice. If you are on a break that you began with `/{ command-pause }`, a keyed hash of your ID is kept until it ends. You are asked once more before anything is deleted.
privacy-file = This is everything that is stored about you. Amounts are in cents, times in seconds since 1970 (UTC); the cards of a round still in play are left out.
privacy-word = delete
privacy-forgotten =
    Your data is **deleted**: nothing that is still stored can be traced to you. What remains:
    - This bot's messages in channels, such as tables, duels, daily posts and shared results.
    - This bot's backups and logs, until they are replaced.
    - If you started a daily ten, a keyed hash of your ID for two days, so that no one plays the same hands twice.
    - If you are on a break, a keyed hash of your ID until it ends, so that the break holds.
    If you come back, you start from scratch.
button-my-data = Get my data
button-forget-me = Delete my data
modal-forget = Delete my data
    .text = Your balance of play money, your rounds and your results will be gone. **No one can bring them back.** You leave every table; a hand in play stands.
    .label = Type “{ $word }” to continue
sorry-not-the-word = Nothing was changed. To delete your data, type the word “{ $word }”.
sorry-still-playing = Not yet: your round in { $channels } has to end first. You have left every other table. Press the button again when the round is over.
sorry-seat-broken = Not yet: the table in { $channels } could not be resumed, and you have a seat at it. An admin there can close it with `/{ command-house } { command-house-close }`; then press the button again.
sorry-seat-elsewhere = Not yet: you have a seat at the table in { $channels }. Leave it there with `/{ command-leave }`, and press the button again once your round there is over.
sorry-file-too-large = What is stored about you is more than the { $limit } MB that fit in a message here. Ask this bot's host for it.
files-refused = Discord doesn't accept files here. Try it in another channel or server.
link-privacy = Privacy policy
link-terms = Terms
link-support = Support

## AI players. Their names appear at the start of a line and within lines

character-book = The Book
    .line = Plays every hand by the strategy chart.
character-mirror = The Mirror
    .line = Draws and stands as the dealer must; never doubles, never splits.
character-careful = The Careful
    .line = Never takes a card that could bust the hand.
character-gambler = The Gambler
    .line = Likes a lot on the table: doubles, splits, takes insurance.
character-counter = The Counter
    .line = Counts the cards, and bets more when many high ones are left.
character-novice = The Novice
    .line = Is new to the game and plays by feel.

## The dealers' comments on a round

talk = 💬 { $dealer }: “{ $line }”
talk-warm-natural-1 = Blackjack! How lovely.
talk-warm-natural-2 = Look at that: an ace and a ten.
talk-warm-natural-3 = That one makes me smile every time.
talk-warm-comeback-1 = From nothing to double the gift. How lovely to see.
talk-warm-comeback-2 = Back on your feet. Welcome back!
talk-warm-split-1 = One pair, and every hand a winner. Wonderful!
talk-warm-split-2 = What a joy to deal that one.
talk-warm-pushes-1 = All even: everyone keeps theirs.
talk-warm-pushes-2 = A tie all round. Peaceful, isn't it?
talk-warm-shuffle-1 = That was the last of these cards. I'll give them a good shuffle.
talk-warm-shuffle-2 = Time to shuffle. Take a breath.
talk-dry-natural-1 = Blackjack. It happens.
talk-dry-natural-2 = An ace and a ten. Noted.
talk-dry-natural-3 = Twenty-one in two cards. Efficient.
talk-dry-comeback-1 = The gift has doubled. The donor won't say so, but I will.
talk-dry-comeback-2 = Down to nothing, and back. Noted with respect.
talk-dry-split-1 = All of them. Tidy work.
talk-dry-split-2 = I counted twice: they all won.
talk-dry-pushes-1 = Nothing won, nothing lost. The books like that.
talk-dry-pushes-2 = A tie. I have dealt louder rounds.
talk-dry-shuffle-1 = The cut card. I shuffle.
talk-dry-shuffle-2 = These cards have said all they had to say.
talk-courtly-natural-1 = My compliments on a blackjack.
talk-courtly-natural-2 = A blackjack. With pleasure.
talk-courtly-natural-3 = Two cards, and nothing to add. Congratulations.
talk-courtly-comeback-1 = A comeback in style. I take my hat off.
talk-courtly-comeback-2 = From empty pockets to this: my sincere compliments.
talk-courtly-split-1 = A split of distinction: every hand has won.
talk-courtly-split-2 = I bow to that pair.
talk-courtly-pushes-1 = We part as equals.
talk-courtly-pushes-2 = An honourable draw on all sides.
talk-courtly-shuffle-1 = With your permission, I shall shuffle.
talk-courtly-shuffle-2 = The cut card bids us pause. I shuffle.
talk-jolly-natural-1 = Ha! Blackjack!
talk-jolly-natural-2 = Boom, twenty-one!
talk-jolly-natural-3 = Ace, ten, done!
talk-jolly-comeback-1 = Look who is back! And how!
talk-jolly-comeback-2 = Out of the ashes, up to the ceiling!
talk-jolly-split-1 = All of them? All of them!
talk-jolly-split-2 = That pair had a party.
talk-jolly-pushes-1 = Ties, ties, ties everywhere!
talk-jolly-pushes-2 = No one wins, no one loses, everyone's friends.
talk-jolly-shuffle-1 = Cut card! My favourite part: shuffling.
talk-jolly-shuffle-2 = Shuffle time! Mind your fingers.

## Finished rounds and their replays

command-history = history
    .description = Show your rounds, replays and mistakes
    .round = round
    .round-description = A round's number, to replay it

history-title = Your rounds
history-none = You haven't finished a round yet. Open a table with `/{ command-blackjack }`.
history-count = { $rounds ->
    [one] 1 finished round
   *[other] { $rounds } finished rounds, newest first
}
history-page = page { $page } of { $pages }
history-mistakes = Your mistakes
history-looked-back = { $rounds ->
    [one] in your last round
   *[other] in your last { $rounds } rounds
}
button-mistakes = Mistakes only
history-hands = { $hands ->
    [one] 1 hand
   *[other] { $hands } hands
}
history-staked = { $amount } bet
history-voided = voided
history-back = voided by an admin, open bets returned
history-pick = Replay a round…

replay-of = Replay of round #{ $round } · dealer { $dealer }
replay-step = Step { $step } of { $steps }
replay-since = { $time } after the deal
replay-dealt = The cards are dealt
replay-voided = This round is void. All open bets were returned.
replay-hits = { $player } hits: { $card }
replay-stands = { $player } stands
replay-stands-late = Time ran out: { $player } stands
replay-stands-gone = { $player } has left: the hand stands
replay-stands-admin = An admin ended the round: { $player } stands
replay-doubles = { $player } doubles: { $card }
replay-splits = { $player } splits
replay-surrenders = { $player } surrenders
replay-insures = { $player } takes insurance for { $amount }
replay-declines = { $player } takes no insurance
replay-declines-late = Time ran out: { $player } takes no insurance
replay-declines-gone = { $player } has left: no insurance
replay-declines-admin = An admin ended the round: { $player } takes no insurance
replay-even-money = { $player } takes even money
replay-turns-over = { $dealer } turns over { $card }
replay-draws = { $dealer } draws { $card }
replay-hand = hand { $hand } of { $hands }
replay-against = against { $player }
replay-settled = The round is over.
replay-footer = The players, and everyone in the server where they played, can open this with `/{ command-history } { command-history.round }:{ $round }`.
button-my-rounds = My rounds
button-share = Share

player-forgotten = (a deleted player)
player-unnamed = Player { $figures }

sorry-no-such-round = You can't replay round #{ $round }: it must be over, and you must have played in it, or be in the server where it was played.
sorry-no-replay = Round #{ $round } can't be replayed: its saved record can't be read.
sorry-old-history = That button is from an older version of this list. Type `/{ command-history }` to see it.
share-of = { $player } shares round #{ $round }
sorry-share-not-yours = Only a player of round #{ $round } can share it.
sorry-share-elsewhere = Round #{ $round } can only be shared in the server where it was played.
sorry-share-not-here = You can't share anything in this channel: you and I both need the permission to send messages here.
sorry-shared-already = Round #{ $round } is already shared here: { $link }
sorry-shared-enough = That was a lot of rounds for one channel. You can share the next one { $when }.

## Verifiable shoes: `/verify`. "Seal" and "secret" are words of the transcripts; use one word for each.

command-verify = verify
    .description = Check the cards of a shoe
    .shoe = shoe
    .shoe-description = A shoe's number; all of them if left out

more-title = This table
more-listed = Round { $round } is { $number } in `/{ command-history }`
verify-title = Sealed shoes
verify-none = No shoe has been sealed in this channel yet.
verify-what = Each seal was public before the first card and fixes everything the house could choose. When a shoe is over, you can check every card of it.
verify-count = { $shoes ->
    [one] 1 shoe
   *[other] { $shoes } shoes, newest first
}
verify-early = ended early: { $left } because everyone left, { $closed } because an admin closed the table, { $restored } because the host restored a backup · rounds voided by an admin: { $voided }
verify-shoe = Shoe { $shoe } of { $dealer }
verify-in-use = in use
verify-ended-cut-card = played to the cut card
verify-ended-round-over = played to its end
verify-ended-closed = ended early: the table closed
verify-ended-closed-by-admin = ended early: an admin closed the table
verify-ended-restored = ended early: the host restored a backup
verify-ended-voided = ended early: an admin voided the round
verify-ended-other-rules = set aside: other rules were chosen
words-by = words added by { $player }
words-of-a-player = words added
words-none = no player added words
verify-pick = Check a shoe…
verify-not-over = **{ $title }** is in use, so its secret isn't revealed yet. Keep its seal, and check the shoe when it is over:
    `{ $seal }`
verify-right = The cards of this shoe are right: the transcript fits its seal, card by card. Don't take my word for it.
verify-wrong = **Something is wrong with this shoe.** Keep both files, and ask this bot's host.
verify-changed = **The saved record of this shoe was changed after it had ended:** the seal of the next shoe was made from a different transcript. Keep both files, and ask this bot's host.
verify-run = Put both files in one folder, and Python 3 checks every card, without the bot. Use the seal that you kept yourself, or at least its first 32 characters:
verify-your-words = the added words
verify-words = The added words went into the shuffle, and only their hash is saved. The house could not choose the cards unless it could guess the words. If you don't know the words, use the 32 characters that the table showed after “words added by”, before and at the first deal.
verify-no-words = No player added words to this shoe; the empty `""` checks that. The seal shows that nothing was changed afterwards; but without words, the house could have picked a secret it liked before sealing the shoe.
verify-limits = What this can't prove: that the house tips off no one, and that the player who added words is not the host. Messages can be edited later, so if you add words, keep the seal.
button-verify = Verify
button-words = Add words
words-done = Your words are in the shuffle. With them and the seal you can check every card when the shoe is over: `/{ command-verify }`
    { $words }
    `{ $seal }`
    The table and `/{ command-verify }` show your words as `{ $digits }`. If they show something else, someone has changed them.

sorry-no-words = Type some words, using characters that can be printed.
sorry-no-such-shoe = The last table here has no shoe { $shoe }. Type `/{ command-verify }` for the list.
sorry-no-transcript = Shoe { $shoe } can't be shown: its saved record can't be read.
sorry-old-verify = That button is from an older version of this list. Type `/{ command-verify }` to see it.

## Results: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [one] Your last round
   *[other] Your last { $rounds } rounds
}

stats-title-mine = Your statistics
stats-title = Statistics of { $player }
stats-none-mine = You haven't finished a round yet. Open a table with `/{ command-blackjack }`, and your story begins.
stats-none = { $player } hasn't finished a round yet.
stats-net = Net **{ $net }**
stats-staked = Total bet **{ $amount }**
stats-played = Rounds **{ $rounds }**
stats-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
stats-won = { $rounds } won
stats-lost = { $rounds } lost
stats-even = { $rounds } tied
stats-win-rate = Win rate **{ $percent }%**
stats-biggest-win = Biggest win **{ $amount }**
stats-naturals = Blackjacks **{ $naturals }**
stats-by-rules = By rule set
stats-percent-won = { $percent }% won
stats-short-naturals = { $naturals ->
    [one] 1 blackjack
   *[other] { $naturals } blackjacks
}
stats-picture-later = That's enough pictures for now; you can get the next one { $when }.
achievements-title = Achievements
achievements-count = { $count } of { $all }
achievements-nearest = Nearest
button-achievements = All achievements
achievements-ahead = Not reached yet
achievements-so-far = { $done } of { $all }
achievements-days = { $done } of { $all } days
achievements-searched = { $searched } of { $rounds } rounds searched so far; `/{ command-stats }` goes on with the rest.
achievement-natural = First blackjack
achievement-suited-natural = A suited blackjack
achievement-stand-off = Blackjack against the dealer's blackjack
achievement-five-cards = 21 with five cards
achievement-seven-cards = 21 with seven cards
achievement-three-sevens = Three sevens
achievement-doubled-21 = A double that made 21
achievement-doubled-split = Split, doubled and won
achievement-split-aces = Two aces split, 21 with both
achievement-four-hands = Four hands from one pair, all won
achievement-by-a-point = 21 against the dealer's 20
achievement-low = Won with 12 or less
achievement-insured = Insured, and the dealer had blackjack
achievement-long-dealer = The dealer busts with six cards
achievement-full-table = A full table, and everyone won
achievement-rounds-100 = A hundred rounds
achievement-rounds-1000 = A thousand rounds
achievement-naturals-21 = Twenty-one blackjacks
achievement-rule-sets = A round with every rule set
achievement-back = Back from the donor: the gift doubled
achievement-year = A year after the first round
achievement-by-book = A hundred rounds by the book
achievement-dailies = The daily ten on seven days

## The picture of a balance: without Markdown, at most 50 characters

chart-title = Balance after each round
chart-results = Rounds in order, times in UTC
chart-start = Everyone starts with
chart-nothing = No round yet

## Alternative text of the picture

chart-in-words = The balance after each round: it goes from { $first } to { $last }, never below { $least } and never above { $most }.

leaders-title = Leaderboard
leaders-server = This server
leaders-all = Everywhere
leaders-players = { $players ->
    [one] 1 player
   *[other] { $players } players
}
leaders-as-of = as of { $when }
leaders-about-server = Winnings on every server, without the donor's gifts, of players with at least { $least } finished rounds at this server's tables.
leaders-about-money = Winnings, without the donor's gifts, of players with at least { $least } finished rounds.
leaders-has = has { $balance }
leaders-you = you
leaders-your-place = You are ranked **{ $rank }** of { $players }.
leaders-not-listed = You are not listed yet: it takes { $least } finished rounds.
leaders-nobody = No one has finished { $least } rounds yet. Open a table with `/{ command-blackjack }`.
leaders-week-nobody = No one has finished { $least } rounds this week yet. Open a table with `/{ command-blackjack }`.
leaders-week-not-listed = You are not listed yet: it takes { $least } finished rounds this week.
leaders-week-since = Won and lost since { $since }. A new week begins { $end }.
button-my-place = My place
sorry-old-leaderboard = That button is from an older version of this list. Type `/{ command-leaderboard }` to see it.

## /house settings, set, reset: settings of a channel

command-house-settings = settings
    .description = Show this channel's settings, and who changed them
command-house-set = set
    .description = Change rule sets, limits, seats, times, pictures, coach, AI players, language, currency or tables
    .setting = setting
    .setting-description = What to set
    .value = value
    .value-description = Pick one or type; separate rule sets with commas; "default" resets it
    .where = where
    .where-description = This channel (the default), or the whole server
command-house-reset = reset
    .description = Reset all settings, here or for the whole server
    .where = where
    .where-description = What to reset: this channel (the default), or the whole server
where-channel = this channel
where-server = whole server

setting-tables = Tables
setting-place = Table location
setting-rule-sets = Rule sets
setting-default = Default rules
setting-lowest = Lowest bet
setting-highest = Highest bet
setting-seats = Seats
setting-bet-seconds = Time to bet
setting-turn-seconds = Time to decide
setting-card-pictures = Card pictures
setting-talk = Dealer talks
setting-coach = Coach
setting-company = AI players
setting-language = Table language
setting-currency = Currency
setting-log = Admin log
setting-daily = Daily post

# The language's name for itself.
language-name = English

house-settings-title = Settings of { $channel }
house-set-here = Set here
house-set-everywhere = Set for the whole server
house-not-set = At their defaults
house-default = Default: { $value }
house-all-rules = all rule sets
house-by-the-rules = as the rules say
house-tables-language = the Community server's, otherwise that of the player who opens the table
house-on = on
house-off = off
house-company = up to { $most }
house-company-off = off
house-log-off = off
coaching-off = off
coaching-review = review only
coaching-hints = hints and review
place-channel = in the channel
place-thread = each in its own thread
house-seconds = { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}
house-changed = ✅ { $setting }: **{ $value }**
house-changed-everywhere = ✅ Whole server, { $setting }: **{ $value }**
house-reset = ✅ Everything is back to the default.
house-reset-here = ✅ Nothing is set here any more: the whole server's settings apply.
house-reset-everywhere = ✅ Nothing is set for the whole server any more. The settings of single channels stay.
house-open-table = The table open here keeps its rules, limits and seats until it closes.
house-last-changes = Last changes
house-never-changed = No one has changed anything here yet.
house-value = { $setting }: { $value }
house-change = { $setting }: { $old } → { $new }
house-not-set-then = not set
house-how-to-set = `/{ command-house } { command-house-set }` changes a setting.
    `/{ command-house } { command-house-reset }` resets all of them.
    For the whole server, choose it under `{ command-house-set.where }`; a channel's own settings win.

sorry-not-a-limit = That's not an amount. Try `250`, `12.50`, `{ $amount }` or `1k`.
sorry-emoji-elsewhere = That emoji isn't one of this server's. Choose one from this server, or a standard emoji.
sorry-no-pictures = This bot's host has turned card pictures off everywhere.
sorry-not-in-channel = With the settings of { $channel }, that would leave nothing to play there. Change them there first.

overview-not-here = Not played in this channel: { $rules }
overview-no-tables = Tables are turned off in this channel.
card-not-here = Not played in this channel.

## /house log

command-house-log = log
    .description = Show what admins have done lately
house-here = this channel
house-log-title = What admins did
house-log-empty = Nothing yet.
house-log-where = Announced in { $channel }.
house-log-nowhere = Announced nowhere. Type `/{ command-house } { command-house-set }` with `{ setting-log }` in the channel where you want it announced.
house-log-no-daily = { $channel } refused the daily post three days in a row, so it gets no more.
house-act-round = { $admin } ended round { $round } in { $channel }
house-act-table = { $admin } closed the table in { $channel }
house-act-set = { $admin } set **{ $setting }** to **{ $value }** in { $channel }
house-act-set-everywhere = { $admin } set **{ $setting }** to **{ $value }** for the whole server
house-act-default = { $admin } set **{ $setting }** back to the default in { $channel }
house-act-default-everywhere = { $admin } set **{ $setting }** back to the default for the whole server
house-act-reset = { $admin } reset all settings of { $channel }
house-act-reset-everywhere = { $admin } reset all settings of the whole server

## /house status

command-house-status = status
    .description = Show how the bot is doing: version, tables, rounds, latency, database

bot-title = How the bot is doing
bot-version = Version: **{ $version }**
bot-started = Started: **{ $when }**
bot-tables = Open tables: **{ $tables }**
bot-company = AI players seated: **{ $players }**
bot-rounds = Rounds today (UTC): **{ $rounds }**
bot-latency = Latency to Discord: **{ $milliseconds } ms**
bot-no-latency = Latency to Discord: not measured yet
bot-kilobytes = Database: **{ $size } kB**
bot-megabytes = Database: **{ $size } MB**
bot-requests = Requests to Discord in the last minute: **{ $number }** of **{ $most }**
bot-refused = Rate-limited (429): **{ $count }**
bot-judging = Decisions judged up to: **{ $when }**
bot-failing = ⚠️ First failed { $when }, and still being tried: **{ $what }**
loop-gateway = connection to Discord
loop-tables = taking over tables
loop-judging = judging decisions
loop-backups = regular backups
loop-health = health checks
loop-departures = looking for servers that the bot has left
loop-duels = posting results of duels
loop-daily = daily posts
loop-commands = registering commands
loop-pictures = uploading pictures of cards
loop-messages = deleting older messages
loop-invitation = saving the invitation

## The coach: `/strategy`. Moves have the names of their buttons.

command-strategy = strategy
    .description = Show the best move for every hand
    .rules = rules
    .rules-description = Any part of a name; if left out, what is played here

percent = { $number }%
verb-insure = Insurance

strategy-title = Strategy: { $rules }
strategy-in-words = The best first move for every hand against every card of the dealer, by the rules of { $rules }. The button below shows it as text.
strategy-else = { $first }, else { $other }
strategy-how-to-read = Your hand is on the left, the dealer's card along the top. Hard totals come first, then hands with an ace, then pairs. The move after “else” is for hands that can no longer make the first one.
strategy-always = { $offer }: always.
strategy-never = { $offer }: never.
strategy-edge = If you play like this, the house keeps **{ $percent }** of your first bet on average.
strategy-about = Calculated for exactly these rules and decks, freshly shuffled, with only your hand and the dealer's card known.
button-as-text = As text
button-as-picture = As a picture

sorry-many-ask = Many people are asking for this right now. Please ask again in a few seconds.
sorry-no-worker = The coach did not find an answer in time. Please ask again in a moment.

## Reviews and hints

coach-hand = { $cards } ({ $total }) against { $upcard }
button-hint = Hint
button-review = Review
history-review = Review a round…
practise-title = Practise your mistakes
practise-about = No money is in play, and nothing here counts towards your skill.
practise-count = { $hands ->
    [one] 1 hand practised, { $right } right the first time
   *[other] { $hands } hands practised, { $right } right the first time
}
practise-nothing = There is nothing to practise: your latest rounds of the last 30 days have no mistakes.
practise-over = Those were all the mistakes of your latest rounds.
button-practise = Practise
button-practise-again = From the start
sorry-old-practice = That hand can no longer be practised.
because = **{ $move }:** { $why }
because-stand = standing wins only when the dealer's { $card } busts, { $wins } of 100 times, and loses { $loses }; { $other } wins { $otherwins } and loses { $otherloses }.
because-no-stand = { $best } wins { $wins } of 100 times and loses { $loses }; standing wins only when the dealer's { $card } busts, { $otherwins } of 100 times, and loses { $otherloses }.
because-odds = { $best } wins { $wins } of 100 times and loses { $loses }; { $other } wins { $otherwins } and loses { $otherloses }.
because-double = one card for twice the bet { $gains ->
    [yes] wins
   *[no] loses
} { $percent } of the bet on average; { $other } for one bet { $othergains ->
    [yes] wins
   *[no] loses
} { $otherpercent }.
because-no-double = { $best } { $gains ->
    [yes] wins
   *[no] loses
} { $percent } of the bet on average; doubling, one card for twice the bet, { $othergains ->
    [yes] wins
   *[no] loses
} { $otherpercent }.
because-split = two hands that begin with { $card ->
    [A] an ace
   *[other] { $card }
} { $gains ->
    [yes] win
   *[no] lose
} { $percent } of the bet on average; one { $total } { $othergains ->
    [yes] wins
   *[no] loses
} { $otherpercent } ({ $other }).
because-no-split = one { $total } { $gains ->
    [yes] wins
   *[no] loses
} { $percent } of the bet on average ({ $best }); two hands that begin with { $card ->
    [A] an ace
   *[other] { $card }
} { $othergains ->
    [yes] win
   *[no] lose
} { $otherpercent }.
because-half = surrendering costs { $percent } of the bet on average{ $natural ->
    [no] {""}
   *[other] , since it costs all of it when the dealer has blackjack ({ $natural } of the time)
}; { $other } costs { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] wins
   *[no] costs
} { $percent } of the bet on average; surrendering costs { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , since it costs all of it when the dealer has blackjack ({ $natural } of the time)
}.
because-least = every move loses on average; { $best } loses the least, { $percent } of the bet, { $other } { $otherpercent }.
because-values = { $best } wins { $percent } of the bet on average; { $other } { $othergains ->
    [yes] wins
   *[no] loses
} { $otherpercent }.
because-same = { $best } and { $other } differ by less than { $percent } of the bet here.
because-offer = the dealer has blackjack { $natural } of the time; { $offer } pays off from { $needed }.
because-move = { $move ->
    [hit] hitting
    [stand] standing
    [double] doubling
    [split] splitting
    [surrender] surrendering
    [insure] insurance
    [decline] no insurance
   *[even-money] even money
}
hint-choice = { $move }: { $percent } of the bet ({ $amount })
hint-about = This is what each move wins or loses on average, with the best play after it, counting every card seen since the shuffle.
hint-counts = This decision doesn't count towards your skill.
button-all-moves = All moves
review-title = Review of round #{ $round }
review-nothing = There was nothing for you to decide.
review-perfect = { $decisions ->
    [one] Your only decision was by the book.
   *[other] All { $decisions } decisions were by the book.
}
review-verdict = { $good } of { $decisions } by the book; { $move } cost { $cost }.
review-verdict-all = { $good } of { $decisions } by the book; the others cost { $cost } in all.
review-cost = cost { $cost }
review-hinted = with a hint
review-late = time ran out
review-gone = you had left
review-admin = an admin ended the round
review-about = Percentages say what a move wins or loses of your bet on average, whatever came next. By the book means the chart's move, or the best one by the cards.
review-cards-unknown = The cards dealt earlier from this shoe are no longer known, so this review assumes a fresh shoe.
review-cards-fresh = The shoe was freshly shuffled.
review-cards-seen = { $cards ->
    [one] The one card seen since the shuffle is counted.
   *[other] The { $cards } cards seen since the shuffle are counted.
}
sorry-not-your-round = You can review only your own rounds, once they are over.
sorry-no-review = This server's admins have turned the coach off where that round was played.
sorry-no-hints = This server's admins have turned hints off in this channel.

## Skill

stats-skill = Skill: { $skill }
stats-skill-about = Decisions of the last 30 days without a hint. The best move is the chart's, or the best one by the cards already gone; luck doesn't count.
leaders-by-money = Money
leaders-by-skill = Skill
leaders-by-week = Won this week
leaders-by-week-skill = Skill this week
leaders-week-title = Won this week
leaders-week-skill-title = Leaderboard of the week: skill
leaders-week-skill-not-listed = You are not listed yet: it takes { $least } decisions without a hint this week, and you have { $decisions }.
leaders-about-week-skill = Decisions since { $since }, and what they lose on average: luck doesn't count. A new week begins { $end }.
leaders-skill-title = Leaderboard: skill
accuracy = accuracy { $share } ({ $good } of { $decisions })
skill-costs = loses { $percent } of a bet per decision
leaders-skill-not-listed = You are not listed yet: it takes { $least } decisions without a hint in 30 days, and you have { $decisions }.
leaders-about-skill = What decisions lose on average when they are neither the chart's nor the best by the cards. Hints and few decisions rate you closer to an average player, who loses 1% per decision. New rounds count after a few seconds.

## The daily ten

command-daily = daily
    .description = Play today's ten hands, without money
daily-title = The daily ten
daily-title-of = The daily ten of { $player }
daily-about = No money is in play. You're scored on decisions, not luck.
daily-score = { $best } of { $hands }
daily-number = No. { $number }
daily-mistakes = { $hands ->
    [one] 1 mistake
   *[other] { $hands } mistakes
}
daily-others = { $hands ->
    [one] 1 mistake, { $percent } of a bet
   *[other] { $hands } mistakes, { $percent } of a bet
}
daily-streak = { $days ->
    [one] 1 day in a row
   *[other] { $days } days in a row
}
daily-board = { $players ->
    [one] This server: 1 player
   *[other] This server: { $players } players
}
daily-again = 🟩 best · 🟨 up to 2% of the bet · 🟥 more. New hands come at midnight (UTC).
daily-yesterday = { $players ->
    [one] Yesterday: 1 player
   *[other] Yesterday: { $players } players
}
daily-nobody = No one here played yesterday. Be the first today!
button-daily-next = Next hand
button-daily-result = Result
button-daily-share = Post it here
button-daily-play = Play today's ten
review-verdict-better = { $good } of { $decisions } by the book. { $best } was better than { $move }, by { $cost } of the bet.
sorry-old-daily = Those hands are from another day. Type `/{ command-daily }` for today's.
sorry-daily-shared = Your result can be posted once, when all ten hands are played.
sorry-daily-closed = You can't play these ten any more: the bot was updated or restored from a backup since you began them, or you deleted your data. New hands come at midnight (UTC).

## A duel

command-duel = duel
    .description = Challenge a player to the same ten hands
    .player = player
    .player-description = The player you challenge
duel-title = Duel: { $challenger } and { $challenged }
duel-challenge = ⚔️ { $challenger } challenges { $challenged } to a duel: both play the same ten hands, alone and without money. Time is up { $when }. The player who loses less compared with the best play wins.
duel-sent = You challenged { $player }. Press **Play** above whenever you like. The result is posted here when you are both done, { $when } at the latest.
duel-declined = This duel was called off.
duel-over = This duel is over.
duel-about = No money is in play. Time is up { $when }.
duel-waiting = You are done. The result is posted when { $player } is done, too, { $when } at the latest.
duel-unfinished = did not finish
duel-won = { $player } wins!
duel-draw = A draw!
duel-nobody = Neither player finished.
duel-squares = 🟩 best · 🟨 up to 2% of the bet · 🟥 more. `/{ command-duel }` challenges a player.
duel-how = Type `/{ command-duel }` and pick a player: you both get the same ten hands, different from today's.
button-duel-play = Play
button-duel-decline = Decline
button-duel-look = My hands
button-duel-ask = Challenge…
sorry-old-duel = This duel is gone. Type `/{ command-duel }` to start another one.
sorry-not-your-duel = This duel is between two other players. Type `/{ command-duel }` to start your own.
sorry-duel-yourself = You can't duel yourself. Pick another player.
sorry-duel-bot = Bots don't play duels. Pick another player.
sorry-duel-not-here = You can't start a duel in this channel: you and I both need the permission to send messages here.
sorry-duel-full = You have three open duels. Finish or decline one first.
sorry-duel-they-full = { $player } has three open duels. Try again later.
sorry-duel-unseen = { $player } can't see this channel. Challenge them where you can both read.
sorry-duel-unposted = Your challenge to { $player } is not in { $channel } yet. If it doesn't appear there, type `/{ command-duel }` there again.
sorry-duel-enough = You have challenged enough players for now. You can challenge again { $when }.
sorry-duel-begun = This duel can't be called off any more.
sorry-duel-closed = You can't play this duel any more: the bot was updated since you began it.
