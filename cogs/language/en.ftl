### Everything that a user reads, in English. `{ $name }` is filled in by the program; the text around it is Discord's Markdown.
### A text that is not here in another language is shown in English.

## Amounts. The example is read by the program: only its signs and spaces may change. `.all` and `.half` are what players
## may type for all and for half of their money, besides the English words; accents may be left out.

money = $1,234.50
    .all = all, max, all in, all-in, allin, everything
    .half = half

## Commands: what is typed, and what Discord says of it. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Open a table here, or show the open one
    .rules = rules
    .rules-description = Which rules: any part of a name
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
    .who-description = AI player to send away instead, from the first seat
command-company = company
    .description = Bring an AI player to the table
    .who = who
    .who-description = Which one; else the house chooses
command-balance = balance
    .description = Show your balance, or another's
    .player = player
    .player-description = Whose; else yours
command-stats = stats
    .description = Show your statistics and honours, or another's
    .player = player
    .player-description = Whose; else yours
command-leaderboard = leaderboard
    .description = Show who wins most, has most or plays best
    .where = where
    .where-description = Players of this server (the default), or everywhere
    .by = by
    .by-description = By this week's skill (the default), this week's wins, money or skill
command-share = share
    .description = Show your last round to everybody here
command-rules = rules
    .description = Explain the rules
    .rules = rules
    .rules-description = Any part of a name; else this channel's table, or all in short
command-house = house
    .description = For this server's admins
command-house-void = void
    .description = End the round in this channel: every hand stands, and all bets are settled
command-house-close = close
    .description = Close the table in this channel; a running round is played out first

## Rule sets

rules-hotseat = Hotseat
    .summary = Eight decks and a cut card; players take turns; doubling, but no splitting; blackjack pays only 1:1.
    .whom = players who like it plain
    .suits = Players who like it plain: hit, stand or double. With blackjack at 1:1 the house keeps five times as much as at Bicycle.
    .readings = { card-readings }
rules-endless = Endless deck
    .summary = An infinite deck with one kind of face card; blackjack is paid 3:2 at once; split as often as you like.
    .whom = gamblers
    .suits = Gamblers: every pair can be split again and again, so that one bet becomes many.
    .readings = { card-readings }
rules-private = Private dealer
    .summary = One deck a round and a dealer hand for each player; everybody plays at the same time; ties lose.
    .whom = people who hate to wait
    .suits = People who hate to wait: nobody waits for anybody. It is expensive, because ties lose: no other rule set here leaves the house more.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Six decks; dealer checks for blackjack; insurance; double on 9, 10 or 11 with the card face down; split equal ranks.
    .whom = beginners, and any other player
    .suits = Beginners first, and any other player: blackjack pays 3:2, and you can split, double and insure. Played perfectly, it leaves the house about 0.7%. It is the place to start.
    .readings = { card-readings }
rules-surrender = Late surrender
    .summary = One to eight decks; surrender your first two cards for half of the bet; split once; dealer doesn't check for blackjack.
    .whom = careful players
    .suits = Careful players: a hopeless hand can be given up for half of the bet.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Six decks; dealer stands on all 17s and checks for blackjack; split to four hands; insurance; late surrender.
    .whom = players who want every option
    .suits = Players who want every option of a casino: resplits, surrender, even money. Played perfectly, it leaves the house about 0.3%.
rules-downtown = Downtown
    .summary = Two decks; dealer hits soft 17 and checks for blackjack; split to four hands; insurance; no surrender.
    .whom = fans of fewer decks
    .suits = Players who like few decks. The dealer draws on soft 17; played perfectly, it leaves the house about 0.4%.
rules-european = European
    .summary = Six decks and no hole card: a dealer's blackjack takes doubled and split bets too; double on 9, 10 or 11.
    .whom = patient players
    .suits = Patient players: little can be doubled, and there is no way out of a bad hand. Played perfectly, it leaves the house about 0.6%.
rules-six-to-five = Six to five
    .summary = One deck; dealer hits soft 17 and checks for blackjack, which pays only 6:5; double on any two cards; split once.
    .whom = the curious
    .suits = Curious players, who want to feel what 6:5 costs: played perfectly, it leaves the house about 1.6%, nearly five times as much as Vegas Strip.

## Play money

play-money = Play money only: it is never bought, sold or exchanged, and can't be handed to another player.

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
table-resumed = The house was away for a moment; everything is as you left it
table-voided = An admin voided this round. All open bets were returned.
table-closed = The table is closed.
table-restored = The host has restored a backup: this table's cards are shuffled again
table-voided-restored = The host has restored a backup, so this round is void: its cards may be known. All open bets were returned.
table-ended = An admin ended this round: every hand stood.
table-goodbye = The table is closed. Thank you for playing!
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
sitting-comeback = Comeback of the evening: { $players }, broke at first, and then twice the donor's gift
sitting-comeback-mine = What a comeback: you were broke, and you doubled the donor's gift.
sitting-more-players = { $count ->
    [one] and 1 more player
   *[other] and { $count } more players
}
sitting-honour = { $honour }: { $players }
sitting-more-honours = { $count ->
    [one] and 1 more honour
   *[other] and { $count } more honours
}
sitting-title = Your rounds at this table
sitting-dearest = dearest mistakes first
sitting-worst = Your most expensive mistake: { $move } on { $total } cost { $cost }.
sitting-cost = mistakes cost { $cost }
sitting-no-mistake = no mistake
sitting-not-played = You haven't finished a round at this table.

seat-has = { $player } has **{ $amount }**
seat-money-left = { $amount } left
seat-bets = { $player } bets **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, from the next deal
seats-play-along = { $count ->
    [one] { $names } plays along
   *[other] { $names } play along
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
bets-deal = deals { $when }
bets-joining = Deals { $when }

turn-decides = ▶ **{ $players }'s turn** · time is up { $when }
turn-insurance = ⏳ Insurance? Waiting for **{ $players }** · closes { $when }
turn-insurance-pays = pays 2:1 if the dealer has blackjack
turn-dealer = { $dealer } plays.
turn-waiting = Waiting for the next round: { $players }

dealer-cards = Dealer · { $cards } · { $total }
dealer-shows = shows { $total }
dealer-peeked = checked: no blackjack
dealer-rests = No hand is left to play against, so the dealer draws no card.

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

## Modals: titles and labels are at most 45 characters, hints and examples at most 100

modal-amount = Amount
modal-bet = Place your bet
    .hint = Bets { $limits }. You have { $balance }.
    .example = 250, 12.50, { $amount }, 1k, half or all
modal-bet-next = Bet on the next round
modal-join = Take a seat and bet
modal-insure = Insure your hand
    .hint = At most { $most }, half of your bet.
    .example = 12.50 or all
modal-words = Add words to the shuffle
    .text = This is the seal of the shoe. Keep it where nobody else can change it:
        `{ $seal }`
        What you type is mixed into the cards. The house did not know it when it sealed the shoe.
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
hint-splits = splits
hint-splits-without-end = splits without limit
hint-no-splits = no splits
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
card-readings = Where the written rules of this game contradict themselves, what stands here is played; this bot's documentation says why.
card-suits = **For whom:** { $text }
clause-separator = {"; "}
cards-generic = with two to nine, aces and one kind of face card, which counts ten, without suits
cards-at-cut-card = shuffled after the round in which the cut card comes out, { $least } to { $most } cards from the end
cards-every-round = freshly shuffled before every round
cards-never = never shuffled
cut-by-dealer = the dealer cuts
cut-by-designated = a player whom the dealer picks cuts
dealer-hits-soft-17 = draws to 16 and on soft 17
dealer-stands = draws to 16, stands on all 17s
dealer-hole-card = the second card lies face down
dealer-no-hole-card = no hole card: the second card comes after the players' turns
dealer-peeks = checks for blackjack when showing an ace or a ten-valued card
dealer-does-not-peek = doesn't check for blackjack before you play
turns-at-once = everybody at once, each against a dealer hand of their own; a hand of 21 stands by itself
turns-in-order = one seat after another; a hand of 21 stands by itself
pays-wins = a winning hand pays 1:1
pays-no-natural = an ace with a ten-valued card is just 21 and pays 1:1
pays-natural = blackjack pays { $pays }
pays-natural-at-once = blackjack is paid { $pays } at once, whatever the dealer holds
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
split-aces = split aces get one card each and are not split again
split-natural = a split face card with an ace is a blackjack, but a split ace with a face card is just 21
split-no-natural = an ace with a ten-valued card is just 21 after a split
insurance-text = against an ace, up to half of the bet, pays 2:1
insurance-even-money = even money (1:1) for a blackjack
surrender-text = on the first two cards, after the dealer has checked for blackjack; half of the bet comes back
surrender-no-peek = on the first two cards; half of the bet comes back, but nothing if the dealer turns out to have blackjack

choice-document = Document { $number }
choice-casino = Casino rules
choice-edge = house edge { $percent }
overview-title = Rule sets
overview-documents = *The five documents*
overview-casino = *More casino rules*
overview-line = **{ $title }** (`{ $key }`): { $summary }
overview-details = for { $whom } · house edge **{ $percent }**
overview-edge = House edge: what the house keeps of your first bet on average when you play by the chart, which `/{ command-strategy }` draws.
overview-open = Open a table with `/{ command-blackjack }`.

## Private answers

blackjack-open = The table is open: { $link }
blackjack-other-rules = A table is already open here, with rules of its own: this one.
blackjack-yours = You have opened a table here, and it is still open: { $link }
no-thread-permissions = This table stands in the channel itself. For a thread of its own I am missing the permission: { $permissions }.
no-thread-room = This table stands in the channel itself: there are as many open threads as Discord allows.
no-thread-kind = This table stands in the channel itself: Discord has no threads here.
no-thread-now = This table stands in the channel itself: Discord has made no thread for it just now.
sorry-opened-enough = That was a lot of new tables. The next one can be opened { $when }.
bet-settled = Your bet counted, and the round is already over.
bet-placed = You bet { $amount }.
bet-dealt = You bet { $amount }. The cards are dealt.
bet-ahead = You bet { $amount }. Your cards come with the next deal.
leave-in-play = You get up: your hand stands, and what it wins is yours.
leave-done = You left the table.
company-here = Now at the table: { $names }. New players join with the next deal.
company-gets-up = { $name } gets up.
company-gets-up-later = { $name } gets up after this round.
company-all-get-up = All AI players get up.
company-all-get-up-later = All AI players get up after this round.
company-everybody = All AI players
balance-mine = You have **{ $balance }**.
balance-of = { $player } has **{ $balance }**.
balance-of-nobody = { $player } hasn't played here yet.
balance-in-play = In play: { $amount }.
balance-donations = { $times ->
    [one] The donor has helped once.
   *[other] The donor has helped { $times } times.
}
house-void-asks = **End round { $round } now?** Every hand stands, nobody takes insurance, the dealer plays, and all bets are settled as the cards lie. There is no way back.
house-close-asks = **Close the table in the middle of round { $round }?** Every hand stands, nobody takes insurance, the dealer plays, and all bets are settled as the cards lie. Bets on the next round are returned. There is no way back.
house-voided = The round is over: every hand stood, and all bets were settled.
house-not-voided = Nothing was changed: the round goes on.
house-closed = The table is closed, and all open bets were returned.
house-closed-in-round = The table is closed: every hand stood, and all bets were settled. Bets on the next round were returned.
donor-gave = The donor smiles and disappears. You have { $balance } now.

## Why not: one friendly sentence each

sorry-unknown-button = That button is from an older version of this table. Type `/{ command-blackjack }` to see it.
sorry-no-table = There is no open table here. Open one with `/{ command-blackjack }`.
sorry-nothing-to-void = No round is being played here, so there is nothing to end.
sorry-table-gone = That table has closed. Open a new one with `/{ command-blackjack }`.
sorry-table-elsewhere = That table is not in this channel, but here: { $link }
sorry-our-fault = Something went wrong on our side, and nothing was changed. Please try again.
sorry-no-channel = That works only in a channel of a server.
sorry-command-unread = Discord sent this command in a form that I don't know. Please type it again in a few minutes.
sorry-in-doubt = Something went wrong on our side, and we can't tell yet whether that counted. Please look again in a moment.
sorry-not-an-amount = That's not an amount. Try `250`, `12.50`, `{ $amount }`, `1k`, `half` or `all`.
sorry-did-you-mean = Did you mean { $amount }? Then type `{ $typed }`.
sorry-slow-down = You are quicker than the cards. Your next clicks count again in a few seconds.
sorry-crowded = Too many people are playing; your click didn't count. Please try again in a moment.
sorry-admins-only = Only members with the permission *Manage Server* can do that.
sorry-table-broken = The table here could not be resumed. An admin can close it with `/{ command-house } { command-house-close }`; all bets will be returned.
sorry-broke = You are broke. An anonymous donor offers you { $amount } of play money.
table-broke = { $players }: broke. An anonymous donor offers { $amount } of play money.
sorry-donor-refuses = The donor helps only players who have less than { $amount } and nothing in play.
sorry-bots-do-not-play = Bots don't play here, and have no balance.
sorry-permissions = I can't run a table here. In this channel I am missing the permission: { $permissions }.
sorry-not-in-server = I am not a member of this server, so I can't run a table here. Somebody with the permission *Manage Server* can add me: { $link }
sorry-not-in-thread = I am not in this private thread, so I can't run a table here. Mention me once ({ $bot }), which adds me, and try again.

permission-view-channel = *View Channel*
permission-send-messages = *Send Messages*
permission-send-messages-in-threads = *Send Messages in Threads*
permission-create-public-threads = *Create Public Threads*

why-round-over = This round is over.
why-not-in-round = You are not in this round; you can bet on the next one.
why-not-your-turn = It isn't your turn yet.
why-hand-finished = You are done for this round.
why-not-now = That isn't an option right now.
why-wrong-card = That card does not belong to this deck.
why-doubling-not-offered = There is no doubling down at this table.
why-double-first-decision = Doubling down is for the first two cards of a hand only.
why-double-total = This table allows doubling down on certain totals only; see `/{ command-rules }`.
why-no-double-after-split = A hand that came out of a split can't be doubled here.
why-splitting-not-offered = There is no splitting at this table.
why-not-a-pair = Only a pair can be split.
why-split-limit = You have split as often as this table allows.
why-no-resplit-of-aces = Split aces can't be split again here.
why-surrender-not-offered = There is no surrender at this table.
why-surrender-first-decision = You can surrender only on your first two cards.
why-insurance-too-high = Insurance is at least a cent and at most half of your bet: { $cents }.
why-even-money-needs-natural = Even money is offered for a blackjack only.
why-not-seated = You have no seat at this table; take one with `/{ command-bet }`.
why-table-full = All seats are taken; somebody has to leave first.
why-table-closed = { sorry-table-gone }
why-house-closing = The house is closing for a moment. Your table is kept and goes on afterwards.
why-round-running = The cards are dealt. You can bet on the next round once this one is over.
why-no-round = No round is being played; place your bet first.
why-too-late = Too late: that button belongs to a round that is over.
why-stale = That is already decided. Have a look at the table now.
why-paused = You're on a break that ends { $until }. See you then!
why-hand-just-up = That hand has just come up. Press again if you mean it.
why-repeated = Once is enough: your first click was taken.
why-bet-too-low = The lowest bet at this table is { $cents }.
why-bet-too-high = The highest bet at this table is { $cents }.
why-bet-not-payable = You can't pay that bet: it takes { $cents }, and you have { $balance }.
why-move-not-payable = You can't pay for that: it costs another { $cents }, and you have { $balance }.
why-no-bets = Nobody has placed a bet yet.
why-first-seat-only = Only the player in the first seat decides that.
why-opener-only = Only whoever opened the table chooses its rules, until somebody has bet. You can just take a seat.
why-rules-fixed = Somebody has bet, so the rules stay as they are. A new table can have others.
why-deal-needs-bet = Place a bet first; then you can deal.
why-deal-too-early = Only the first seat deals right away. You can in { $seconds ->
    [one] 1 second.
   *[other] { $seconds } seconds.
}
why-words-too-late = Too late: cards have been dealt from this shoe.
why-words-added = This shoe has words in its shuffle already, and once is enough.
why-not-your-words = It's another player's turn to add words.
why-nothing-to-repeat = You have no earlier bet at this table to repeat; choose an amount.
why-company-off = AI players are turned off in this channel.
why-company-complete = This table has as many AI players as are allowed here: { $most }.
why-company-seated = That AI player already sits here.
why-company-too-poor = AI players start with { $cents }, which is less than the lowest bet at this table.
why-no-company = There is no such AI player here to send away.
why-decks-fixed = { $rules } is always played with the same number of decks.
why-decks-out-of-range = { $rules } is played with { $least } to { $most } decks.
why-seats-out-of-range = A table of { $rules } has { $least } to { $most } seats.
why-least-out-of-range = The lowest bet of { $rules } can't be { $cents }.
why-most-out-of-range = The highest bet of { $rules } can't be { $cents }.
why-least-above-most = The highest bet can't be below the lowest.
why-options-clash = These options don't go together at a table of { $rules }.
why-tables-off = This server's admins have turned tables off in this channel.
why-rules-not-here = { $rules } is not played in this channel. `/{ command-rules }` shows what is.
why-no-rules-left = At least one rule set has to be left.
why-no-such-rules = There is no such rule set; `/{ command-rules }` lists them all.
sorry-no-such-rules = There is no rule set of that name. There are: { $rules }.
sorry-which-rules = Which rule set is meant: { $rules }? A few more letters will do.
why-default-not-here = { $rules } is what `/{ command-blackjack }` opens here by default, so it has to be among the rule sets that are played here.
why-limit-out-of-range = A limit has to be at least { $cents }.
why-limits-shut-out = Nobody could bet at a table of { $rules } within these limits. Choose others, or leave { $rules } out of the rule sets first.
why-channel-seats-out-of-range = A table has { $least } to { $most } seats.
why-seconds-out-of-range = Players can be given { $least } to { $most } seconds.
why-not-a-language = I don't speak that language; pick one from the list.
why-not-on-or-off = That can only be `on` or `off`.
why-not-a-coaching = That can only be `off`, `review` or `hints`.
why-not-a-place = That can only be `channel` or `thread`.
why-not-a-log = Pick `{ house-here }` from the list, in the channel that you want, or the default.
why-not-a-currency = That can't stand for money. Choose one word of up to { $most } letters, without digits or other signs, or a single emoji. It must not read like an amount.
why-company-out-of-range = A table can have { $least } to { $most } AI players.
why-one-channel-only = A single channel gets this, not the whole server. Type the command in that channel, without `{ command-house-set.where }`.

## /help

command-help = help
    .description = Learn the game, and find every command
help-game = The game
help-title = Playing here
help-moves = Moves and words
help-fairness = Fairness
help-admins = For admins
help-lesson = Blackjack in a minute
help-goal = **Goal:** beat the dealer without going over 21. A win pays what you bet; a *blackjack* (an ace with 10, J, Q or K) pays 3:2.
help-values = **Cards:** 2 to 10 as shown; J, Q and K 10; an ace 11 or 1. A hand is *soft* while an ace counts 11.
help-bust = **Over 21** you *bust* and lose at once.
help-dealer = **The dealer** has no choice: draws to 16 and stands on 17; at some tables draws on a soft 17, too.
help-begin = **Begin:** { $blackjack } opens a table; a chip is your bet. You have { $amount } of play money.
help-turn = **Your turn:** `{ button-hit }` takes a card, `{ button-stand }` no more. That is all you need.
help-insurance = **Insurance** against a dealer's ace costs money on average: take none.
help-surrender = **`{ button-surrender }`**, at some tables, gives up a bad hand for half of the bet.
help-hint = **Unsure?** `{ button-hint }` tells only you what each move is worth.
help-open = **Open a table** with { $blackjack }; the first seat is yours. { $rules } explains the rules.
help-bet = **Bet** with a chip below the board, with `{ button-join }` or with { $bet }. That gives you a seat, too.
help-deal = **The cards come** when everybody has bet, when `{ button-deal }` is pressed, or when time is up.
help-late = **Too late?** Your hand stands, and no bet is placed for you. Miss two rounds in a row, and you lose your seat.
help-leave = **Get up** with { $leave }. A bet that is not dealt yet comes back.
help-money = **Money:** { $amount } to begin with. An anonymous donor offers as much to anybody who is broke.
help-commands = Commands
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }`: one more card.
    - `{ button-stand }`: no more cards.
    - `{ button-double }`: twice the bet for exactly one more card.
    - `{ button-split }`: two cards that are alike become two hands, each with a bet of its own.
    - `{ button-surrender }`: the hand is over, and half of the bet comes back.
    - `{ verb-insure }`: up to half of the bet that the dealer has a blackjack under the ace; pays 2:1.
    - `{ button-even-money }`: for your blackjack against an ace: paid 1:1 now, whatever the dealer has.
    - `{ button-hint }`: what each move is worth. `{ button-review }`: the same for each move of a round that is over.
    What a table doesn't offer has no button there.
help-words = Words
help-all-words =
    - **Blackjack:** an ace and a ten-valued card as the first two. At most tables it beats any other 21 and pays more than 1:1.
    - **Soft 17:** 17 with an ace that counts 11. One more card can't bust it. All other hands are *hard*.
    - **Push:** a tie; the bet comes back.
    - **Hole card:** the dealer's card that lies face down.
    - **Shoe:** the cards being dealt from. When the **cut card** comes, the round is the last one before the shuffle.
    - **By the book:** what the chart of { $strategy } says, or what is best by the cards that were seen.
help-fair =
    - **Sealed:** before its first card a shoe gets a seal that everybody can see. It fixes the house's secret and tells nothing of it.
    - **Shuffled with your words:** with `{ button-words }` a player adds words of their own to the shuffle.
    - **Checked:** when the shoe is over, { $verify } gives you what you need to check every card, without the bot.
    - **Nobody peeks:** AI players, hints and reviews know what lies open, and nothing else.
    - **Kept:** every move is on record before it is shown. After a breakdown the table goes on as it was.
    - **The house's share:** { $strategy } says what the house keeps of a bet by each rule set.
    - **Your data:** { $privacy } shows what is kept about you, and has it forgotten.
help-pick = Another page…
sorry-old-help = That page is from an older version. Type `/{ command-help }` to see it anew.

## /pause

command-pause = pause
    .description = Take a break from playing
    .length = length
    .length-description = How long
pause-day = 1 day
pause-week = 1 week
pause-month = 1 month
pause-title = Take a break
pause-what = **Until { $until }** you place no bets and play no daily ten and no duel.
    - A break can't be ended early, not even by an admin. Only a longer one can take its place.
    - You get up from every table. A bet that isn't dealt yet comes back; a hand in play stands.
    - Your balance, your honours and your history stay as they are.
button-pause = Pause until then
pause-begun = You're on a break until { $until }. Everything of yours stays as it is. See you then!
sorry-old-pause = That page is from earlier. Type `/{ command-pause }` to begin a break.
sorry-pause-longer = You're on a break until { $until }. Only a longer one can take its place.

## /privacy

command-privacy = privacy
    .description = Get or delete what is kept about you
privacy-title = What is kept about you
privacy-kept =
    - Your Discord user id, and what you were called last, to name you at tables and in lists. No picture, no message.
    - Your balance of play money, and each time it changed.
    - The rounds that you played: cards, moves, bets, results.
    - What your decisions cost on average, your daily tens and your duels.
    - Your seats, with the bets on them.
    - What you set or ended as an admin.
    It is used for the game alone. Other players can see your name, your balance and your results.
privacy-how = Get all of it as a file. Or have yourself forgotten: your id and your names are taken out of everything, for good. If you started a daily ten, a keyed hash of your id is kept for two days, so that the same hands can't be played again. If you are on a break that `/{ command-pause }` began, a keyed hash of your id is kept until it ends. You are asked once more before you are forgotten.
privacy-file = This is everything that is kept about you. Amounts are cents, times are seconds since 1970 (UTC); the cards of a round that is still played are left out.
privacy-word = forget
privacy-forgotten =
    You are **forgotten**: nothing that is kept can be traced to you. What remains:
    - The messages of the tables in their channels.
    - Backups and logs of whoever runs this bot, until they are replaced.
    - If you started a daily ten, a keyed hash of your id for two days, so that no one plays the same hands twice.
    - If you are on a break, a keyed hash of your id until it ends, so that the break holds.
    If you come back, you start as a newcomer.
button-my-data = Get my data
button-forget-me = Forget me
modal-forget = Forget me
    .text = Your balance of play money, your rounds and your results will be gone. **Nobody can bring them back.** You get up from every table; a hand in play stands.
    .label = Type “{ $word }” to go on
sorry-not-the-word = Nothing was changed. To be forgotten, type the word “{ $word }”.
sorry-still-playing = Not yet: your round at { $channels } has to end first. You have left every other table. Press the button again when the round is over.
sorry-seat-broken = Not yet: the table at { $channels } could not be resumed, and you have a seat at it. An admin there can close it with `/{ command-house } { command-house-close }`; then press the button again.
sorry-file-too-large = What is kept about you is more than the { $limit } MB that fit into a message here. Ask whoever runs this bot for it.
files-refused = Discord takes no file here. Try it in another channel or server.
link-privacy = Privacy policy
link-terms = Terms
link-support = Support

## The players of the house. Their names stand at the beginning of a line, and within one

character-book = The Book
    .line = Plays every hand by the strategy chart.
character-mirror = The Mirror
    .line = Draws and stands as the dealer must; never doubles, never splits.
character-careful = The Careful
    .line = Never takes a card that could bust the hand.
character-gambler = The Gambler
    .line = Likes plenty on the table: doubles, splits, insures.
character-counter = The Counter
    .line = Keeps count of the cards, and bets more when high ones are left.
character-novice = The Novice
    .line = Is new to the game and plays by feel.

## What dealers say about a round

talk = 💬 { $dealer }: “{ $line }”
talk-warm-natural-1 = Blackjack! How lovely.
talk-warm-natural-2 = Look at that: an ace and a ten.
talk-warm-natural-3 = That one makes me smile every time.
talk-warm-comeback-1 = From nothing to double the gift. How lovely to see.
talk-warm-comeback-2 = Back on your feet. Welcome back!
talk-warm-split-1 = One pair, and every hand a winner. Wonderful!
talk-warm-split-2 = What a joy to deal that one.
talk-warm-pushes-1 = All even: everybody keeps theirs.
talk-warm-pushes-2 = A tie all round. Peaceful, isn't it?
talk-warm-shuffle-1 = That was the last of these cards. I'll give them a good shuffle.
talk-warm-shuffle-2 = Time to shuffle. Take a breath.
talk-dry-natural-1 = Blackjack. It happens.
talk-dry-natural-2 = An ace and a ten. Noted.
talk-dry-natural-3 = Twenty-one in two cards. Efficient.
talk-dry-comeback-1 = The gift has doubled. The donor will not say so, but I do.
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
talk-jolly-pushes-2 = Nobody wins, nobody loses, everybody's friends.
talk-jolly-shuffle-1 = Cut card! My favourite part: shuffling.
talk-jolly-shuffle-2 = Shuffle time! Mind your fingers.

## Rounds that have ended, and their replays

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
history-staked = { $amount } staked
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
replay-footer = The players, and everybody in the server where they played, can open this with `/{ command-history } { command-history.round }:{ $round }`.
button-my-rounds = My rounds
button-share = Share

player-forgotten = (a forgotten player)
player-unnamed = Player { $figures }

sorry-no-such-round = There is no round #{ $round } to replay: it must be over, and you must have played in it, or be in the server where it was played.
sorry-no-replay = Round #{ $round } can't be replayed: what was kept of it can't be read.
sorry-old-history = That button is from an older version of this list. Type `/{ command-history }` to see it.
share-of = { $player } shares round #{ $round }
sorry-share-not-yours = Only somebody who played in round #{ $round } can share it.
sorry-share-elsewhere = Round #{ $round } can only be shared in the server where it was played.
sorry-share-not-here = Nothing can be shared in this channel: you and I both need the permission to send messages here.
sorry-shared-already = Round #{ $round } is already shared here: { $link }
sorry-shared-enough = That was a lot of rounds for one channel. You can share the next one { $when }.

## Shoes that can be verified: `/verify`. "Seal" and "secret" are what stands in the transcripts; keep one word for each.

command-verify = verify
    .description = Check the cards of a shoe
    .shoe = shoe
    .shoe-description = A shoe's number; else all of them

more-title = This table
more-listed = Round { $round } is { $number } in `/{ command-history }`
verify-title = Sealed shoes
verify-none = No shoe has been sealed in this channel yet.
verify-what = A seal was public before the first card, and fixes what the house could choose. When a shoe is over, you can check every card of it.
verify-count = { $shoes ->
    [one] 1 shoe
   *[other] { $shoes } shoes, newest first
}
verify-early = broken off early: { $left } because everybody left, { $closed } because an admin closed the table, { $restored } because the host restored a backup · rounds voided by an admin: { $voided }
verify-shoe = Shoe { $shoe } of { $dealer }
verify-in-use = in use
verify-ended-cut-card = played to the cut card
verify-ended-round-over = played to its end
verify-ended-closed = broken off: the table closed
verify-ended-closed-by-admin = broken off: an admin closed the table
verify-ended-restored = broken off: the host restored a backup
verify-ended-voided = broken off: an admin voided the round
verify-ended-other-rules = put away: other rules were chosen
words-by = words added by { $player }
words-of-a-player = words added
words-none = no player added words
verify-pick = Check a shoe…
verify-not-over = **{ $title }** is in use, so its secret is not told yet. Keep its seal, and check it when the shoe is over:
    `{ $seal }`
verify-right = The cards of this shoe are right: the transcript fits its seal, card by card. Don't take my word for it.
verify-wrong = **Something is wrong with this shoe.** Keep both files, and ask whoever hosts this bot.
verify-changed = **What is saved about this shoe was changed after it had ended:** the next shoe was sealed after another transcript. Keep both files, and ask whoever hosts this bot.
verify-run = Both files go into one folder, and Python 3 checks every card, without the bot. Put in the seal that you kept yourself, or at least its first 32 characters:
verify-your-words = the added words
verify-words = The added words went into the shuffle, and only their hash is saved. So the house could not choose the cards, if the words were long enough not to be guessed. If you don't know the words, put in the 32 characters that the table showed after “words added by”, before and at the first deal.
verify-no-words = No player added words to this shoe, which the empty `""` checks. The seal shows that nothing was changed afterwards; but without words, the house could have picked a secret that it likes before it sealed it.
verify-limits = What this can't prove: that the house whispers to nobody, and that the player who added words is not the host. Messages can be edited later, so whoever adds words should keep the seal.
button-verify = Verify
button-words = Add words
words-done = Your words are in the shuffle. With them and the seal you can check every card when the shoe is over: `/{ command-verify }`
    { $words }
    `{ $seal }`
    The table and `/{ command-verify }` show your words as `{ $digits }`. If they show something else, somebody has changed them.

sorry-no-words = Type some words, in characters that can be printed.
sorry-no-such-shoe = The last table here has no shoe { $shoe }. Type `/{ command-verify }` for the list.
sorry-no-transcript = Shoe { $shoe } can't be shown: its saved record can't be read.
sorry-old-verify = That button is from an older version of this list. Type `/{ command-verify }` to see it.

## What was played: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [one] Your last round
   *[other] Your last { $rounds } rounds
}

stats-title-mine = Your statistics
stats-title = Statistics of { $player }
stats-none-mine = You haven't finished a round yet. Open a table with `/{ command-blackjack }`, and your story begins.
stats-none = { $player } hasn't finished a round yet.
stats-net = Net **{ $net }**
stats-staked = Staked **{ $amount }**
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
honours-title = Honours
honours-count = { $count } of { $all }
honours-nearest = Nearest
button-honours = All honours
honours-ahead = Not reached yet
honours-so-far = { $done } of { $all }
honours-days = { $done } of { $all } days
honours-searched = Found in { $searched } of { $rounds } rounds so far; `/{ command-stats }` looks through the rest.
honour-natural = A first blackjack
honour-suited-natural = A blackjack of one suit
honour-stand-off = Blackjack against the dealer's blackjack
honour-five-cards = 21 with five cards
honour-seven-cards = 21 with seven cards
honour-three-sevens = Three sevens
honour-doubled-21 = A double that made 21
honour-doubled-split = Split, doubled and won
honour-split-aces = Two aces split, 21 with both
honour-four-hands = Four hands from one pair, and all won
honour-by-a-point = 21 against the dealer's 20
honour-low = Won with 12 or less
honour-insured = Insured, and the dealer had blackjack
honour-long-dealer = The dealer busts with six cards
honour-full-table = A full table, and everybody won
honour-rounds-100 = A hundred rounds
honour-rounds-1000 = A thousand rounds
honour-naturals-21 = Twenty-one blackjacks
honour-rule-sets = A round by every rule set
honour-back = Back from the donor: the gift doubled
honour-year = A year after the first round
honour-by-book = A hundred rounds by the book
honour-dailies = The daily ten, on seven days

## On the picture of a balance: without Markdown, and at most 50 characters

chart-title = Balance after each round
chart-results = Rounds in order, times in UTC
chart-start = Everybody starts with
chart-nothing = No round yet

## What the picture is called for those who can't see it

chart-in-words = The balance after each round: it goes from { $first } to { $last }, never below { $least } and never above { $most }.

leaders-title = Leaderboard
leaders-server = This server
leaders-all = Everywhere
leaders-players = { $players ->
    [one] 1 player
   *[other] { $players } players
}
leaders-about-server = Winnings on every server, without the donor's gifts, of players with at least { $least } finished rounds at this server's tables.
leaders-about-money = Winnings, without the donor's gifts, of players with at least { $least } finished rounds.
leaders-has = has { $balance }
leaders-you = you
leaders-your-place = You are ranked **{ $rank }** of { $players }.
leaders-not-listed = You are not listed yet: it takes { $least } finished rounds.
leaders-nobody = Nobody has finished { $least } rounds yet. Open a table with `/{ command-blackjack }`.
leaders-week-nobody = No one has finished { $least } rounds this week yet. Open a table with `/{ command-blackjack }`.
leaders-week-not-listed = You are not listed yet: it takes { $least } finished rounds this week.
leaders-week-since = What was won and lost since { $since }. A new week begins { $end }.
button-my-place = My place
sorry-old-leaderboard = That button is from an older version of this list. Type `/{ command-leaderboard }` to see it.

## /house settings, set, reset: what admins set for a channel

command-house-settings = settings
    .description = Show what is set for this channel, and who changed it
command-house-set = set
    .description = Change rule sets, limits, seats, times, pictures, coach, AI players, language, currency or tables
    .setting = setting
    .setting-description = What to set
    .value = value
    .value-description = Pick one or type; rule sets with commas in between; "default" takes it back
    .where = where
    .where-description = This channel, if left out, or the whole server
command-house-reset = reset
    .description = Reset all that is set, here or in the whole server
    .where = where
    .where-description = What to reset: this channel, if left out, or the whole server
where-channel = this channel
where-server = whole server

setting-tables = Tables
setting-place = Place of the tables
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
setting-language = Language of the tables
setting-currency = Currency
setting-log = Log of admins
setting-daily = Daily post

# What this language calls itself.
language-name = English

house-settings-title = Settings of { $channel }
house-set-here = Set here
house-set-everywhere = Set for the whole server
house-not-set = At their defaults
house-default = Default: { $value }
house-all-rules = all rule sets
house-first-choice = { rules-bicycle }
house-by-the-rules = as the rules say
house-tables-language = that of the Community server, else of whoever opens the table
house-on = on
house-off = off
house-company = up to { $most }
house-company-off = off
coaching-off = off
coaching-review = review only
coaching-hints = hints and review
place-channel = in the channel
place-thread = each in a thread of its own
house-seconds = { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}
house-changed = ✅ { $setting }: **{ $value }**
house-changed-everywhere = ✅ Whole server, { $setting }: **{ $value }**
house-reset = ✅ Everything is back to the default.
house-reset-here = ✅ Nothing is set here any more: what is set for the whole server holds.
house-reset-everywhere = ✅ Nothing is set for the whole server any more. What is set for single channels stays.
house-open-table = The table that is open here keeps its rules, limits and seats until it closes.
house-last-changes = Last changes
house-never-changed = Nobody has ever changed anything here.
house-value = { $setting }: { $value }
house-change = { $setting }: { $old } → { $new }
house-not-set-then = not set
house-how-to-set = `/{ command-house } { command-house-set }` changes one of them.
    `/{ command-house } { command-house-reset }` resets all of them.
    For the whole server choose it as `{ command-house-set.where }`; a channel's own settings win.

sorry-not-a-limit = That's not an amount. Try `250`, `12.50`, `{ $amount }` or `1k`.
sorry-emoji-elsewhere = That emoji isn't one of this server's. Choose one from this server, or a standard emoji.
sorry-no-pictures = Whoever runs this bot has turned the pictures of cards off everywhere.
sorry-not-in-channel = With what is set for { $channel } that would leave nothing to play there. Change it there first.

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
house-log-nowhere = Announced nowhere. Type `/{ command-house } { command-house-set }` with `{ setting-log }` in a channel to have it announced there.
house-log-no-daily = { $channel } has refused the daily post on three days in a row, so it gets no more.
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
bot-company = AI players at them: **{ $players }**
bot-rounds = Rounds today (UTC): **{ $rounds }**
bot-latency = Latency to Discord: **{ $milliseconds } ms**
bot-no-latency = Latency to Discord: not measured yet
bot-kilobytes = Database: **{ $size } kB**
bot-megabytes = Database: **{ $size } MB**
bot-requests = Requests to Discord in the last minute: **{ $number }** of **{ $most }**
bot-refused = Rate-limited (429): **{ $count }**
bot-judging = Decisions are judged until: **{ $when }**
bot-failing = ⚠️ Failing since { $when }, tried again until it works: **{ $what }**
loop-gateway = connection to Discord
loop-tables = taking over tables
loop-judging = judging decisions
loop-backups = regular backups
loop-health = health checks
loop-departures = looking for servers that were left
loop-duels = posting results of duels
loop-daily = daily posts
loop-commands = registering commands
loop-pictures = uploading pictures of cards
loop-messages = deleting older messages
loop-invitation = noting the invitation

## The coach: `/strategy`. What moves are called is what stands on their buttons.

command-strategy = strategy
    .description = Show the best move for every hand
    .rules = rules
    .rules-description = Any part of a name; else what is played here

percent = { $number }%
verb-insure = Insurance

strategy-title = Strategy: { $rules }
strategy-in-words = The best first move for every hand against every card of the dealer, by the rules of { $rules }. The button below shows it as text.
strategy-else = { $first }, else { $other }
strategy-how-to-read = Your hand is on the left, the dealer's card along the top. Hard totals come first, then hands with an ace, then pairs. What stands behind “else” is for hands that can't do the first any more.
strategy-always = { $offer }: always.
strategy-never = { $offer }: never.
strategy-edge = Played like this, the house keeps **{ $percent }** of your first bet on average.
strategy-about = Worked out for these very rules and decks, freshly shuffled, with nothing but your hand and the dealer's card known.
button-as-text = As text
button-as-picture = As a picture

sorry-many-ask = Many people are asking for this at the moment. Please ask again in a few seconds.
sorry-no-worker = The coach did not find an answer in time. Please ask again in a moment.

## Reviews and hints

coach-hand = { $cards } ({ $total }) against { $upcard }
button-hint = Hint
button-review = Review
history-review = Review a round…
practise-title = Practise your mistakes
practise-about = No money is in play, and nothing here counts for your skill.
practise-count = { $hands ->
    [one] 1 hand practised, { $right } right at once
   *[other] { $hands } hands practised, { $right } right at once
}
practise-nothing = There is nothing to practise: your last rounds of 30 days have no mistake.
practise-over = Those were all the mistakes of your last rounds.
button-practise = Practise
button-practise-again = From the start
sorry-old-practice = That hand can't be practised any more.
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
because-half = giving up costs { $percent } of the bet on average{ $natural ->
    [no] {""}
   *[other] , since it costs all of it when the dealer has blackjack ({ $natural } of the time)
}; { $other } costs { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] wins
   *[no] costs
} { $percent } of the bet on average; giving up costs { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , since it costs all of it when the dealer has blackjack ({ $natural } of the time)
}.
because-least = every move loses on average; { $best } loses least, { $percent } of the bet, { $other } { $otherpercent }.
because-values = { $best } wins { $percent } of the bet on average; { $other } { $othergains ->
    [yes] wins
   *[no] loses
} { $otherpercent }.
because-same = { $best } and { $other } differ by less than { $percent } of the bet here.
because-offer = the dealer has blackjack { $natural } of the time; { $offer } pays from { $needed } on.
because-move = { $move ->
    [hit] hitting
    [stand] standing
    [double] doubling
    [split] splitting
    [surrender] surrender
    [insure] insurance
    [decline] no insurance
   *[even-money] even money
}
hint-choice = { $move }: { $percent } of the bet ({ $amount })
hint-about = That is what each move brings on average, with the best play after it and every card counted that has been seen since the shuffle.
hint-counts = What you decide now does not count for your skill.
button-all-moves = All moves
review-title = Review of round #{ $round }
review-nothing = There was nothing for you to decide.
review-perfect = { $decisions ->
    [one] Your one decision was by the book.
   *[other] All { $decisions } decisions were by the book.
}
review-verdict = { $good } of { $decisions } by the book; { $move } cost { $cost }.
review-verdict-all = { $good } of { $decisions } by the book; the others cost { $cost } in all.
review-cost = cost { $cost }
review-hinted = with a hint
review-late = time ran out
review-gone = you had left
review-admin = an admin ended the round
review-about = Percentages say what a move brings of your bet on average, whatever happened to come. By the book is the chart's move, or the best by the cards.
review-cards-unknown = Which cards had been dealt from the shoe before is not known any more, so this takes a fresh shoe.
review-cards-fresh = The shoe was freshly shuffled.
review-cards-seen = { $cards ->
    [one] The card that had been seen since the shuffle is counted in.
   *[other] The { $cards } cards that had been seen since the shuffle are counted in.
}
sorry-not-your-round = Only your own rounds can be reviewed, once they are over.
sorry-no-review = This server's admins have turned the coach off where that round was played.
sorry-no-hints = This server's admins have turned hints off in this channel.

## Skill

stats-skill = Skill: { $skill }
stats-skill-about = Decisions of 30 days without a hint. The best move is that of the chart, or the best by the cards that were gone; luck has no say.
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
leaders-about-skill = What decisions cost on average when they are neither by the chart nor the best by the cards. Hints and few decisions rate you closer to an average player, who loses 1% per decision. New rounds count after a few seconds.

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
    [one] This server today: 1 player
   *[other] This server today: { $players } players
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
sorry-old-daily = Those hands are of another day. Type `/{ command-daily }` for today's.
sorry-daily-shared = Your result can be posted once, when all ten hands are played.
sorry-daily-closed = You can't play these ten any more: the bot was updated or restored from a backup since you began them, or you had yourself forgotten. New hands come at midnight (UTC).

## A duel

command-duel = duel
    .description = Challenge a player to the same ten hands
    .player = player
    .player-description = Whom you challenge
duel-title = Duel: { $challenger } and { $challenged }
duel-challenge = ⚔️ { $challenger } challenges { $challenged } to a duel: both play the same ten hands, alone and without money. Time is up { $when }. The player who loses less against best play wins.
duel-sent = You challenged { $player }. Press **Play** above whenever you like. The result is posted here when you are both done, { $when } at the latest.
duel-declined = This duel was called off.
duel-about = No money is in play. Time is up { $when }.
duel-waiting = You are done. The result is posted when { $player } is done, too, { $when } at the latest.
duel-unfinished = did not finish
duel-won = { $player } wins!
duel-draw = A draw!
duel-nobody = Neither player finished.
duel-squares = 🟩 best · 🟨 up to 2% of the bet · 🟥 more. `/{ command-duel }` challenges a player.
duel-how = Type `/{ command-duel }` and pick a player: you both get the same ten hands, other ones than today's.
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
sorry-duel-enough = You have challenged enough players for now. You can challenge again { $when }.
sorry-duel-begun = This duel can't be called off any more.
sorry-duel-closed = You can't play this duel any more: the bot was updated since you began it.
