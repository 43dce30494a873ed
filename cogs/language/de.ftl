### All texts for users, in German. Keys and values are those of en.ftl.

## Amounts. The program parses the example: change only its signs and spaces. `.all` and `.half` are words that
## players may type for all or half of their money, besides the English ones; accents are optional.

money = 1.234,50{ "\u00A0" }$
    .all = alles, alle, alles rein, aufs Ganze, ganz
    .half = hälfte, haelfte, halb, die hälfte

## Commands: names to type, and descriptions. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Öffnet hier einen Tisch oder zeigt den offenen
    .rules = regeln
    .rules-description = Welches Regelwerk: ein Teil des Namens
    .decks = decks
    .decks-description = Wie viele Decks
    .seats = plätze
    .seats-description = Wie viele Plätze
    .min = min
    .min-description = Mindesteinsatz: 5 · 2,50 · 1k
    .max = max
    .max-description = Höchsteinsatz: 100 · 1k
command-bet = setzen
    .description = Nimmt einen Platz und setzt
    .amount = betrag
    .amount-description = 250 · 12,50 · 1.000 $ · 1k · hälfte · alles
command-leave = verlassen
    .description = Verlässt den Tisch
    .who = wer
    .who-description = Stattdessen ein KI-Spieler, den der erste Platz wegschickt
command-company = gesellschaft
    .description = Holt einen KI-Spieler an den Tisch
    .who = wer
    .who-description = Welcher; sonst wählt das Haus
command-balance = guthaben
    .description = Zeigt dein Guthaben oder ein anderes
    .player = spieler
    .player-description = Wessen; sonst deins
command-stats = statistik
    .description = Zeigt Statistik und Auszeichnungen
    .player = spieler
    .player-description = Wessen; sonst deine
command-leaderboard = rangliste
    .description = Zeigt, wer am meisten gewonnen hat und wer am besten spielt
    .where = wo
    .where-description = Spieler dieses Servers (Standard) oder aller Server
    .by = nach
    .by-description = Nach Können der Woche (Standard), Gewinn der Woche, Geld oder Können
command-share = posten
    .description = Zeigt hier allen deine letzte Runde
command-rules = regeln
    .description = Erklärt die Regeln
    .rules = regeln
    .rules-description = Ein Teil des Namens; sonst der Tisch hier oder alle in Kürze
command-house = haus
    .description = Für die Admins dieses Servers
command-house-void = abbrechen
    .description = Beendet die Runde hier: Jede Hand bleibt, und alle Einsätze werden abgerechnet
command-house-close = schließen
    .description = Schließt den Tisch hier; eine laufende Runde endet vorher, und jede Hand bleibt

## Rule sets

rules-hotseat = Hotseat
    .summary = Acht Decks mit Schnittkarte; einer nach dem anderen; Verdoppeln, aber kein Teilen; Blackjack zahlt nur 1:1.
    .whom = alle, die es schlicht mögen
    .suits = Alle, die es schlicht mögen: Es gibt nur Karte, Halten und Verdoppeln. Weil Blackjack 1:1 zahlt, behält das Haus fünfmal so viel wie bei Bicycle.
    .readings = { card-readings }
rules-endless = Endlos-Deck
    .summary = Ein unendliches Deck mit nur einer Art Bildkarte; Blackjack zahlt sofort 3:2; Teilen beliebig oft.
    .whom = Risikofreudige
    .suits = Alle, die das Risiko lieben: Jedes Paar lässt sich immer wieder teilen, und aus einem Einsatz werden viele.
    .readings = { card-readings }
rules-private = Eigener Dealer
    .summary = Ein Deck pro Runde und eine Dealerhand für jeden; alle spielen gleichzeitig; Gleichstand verliert.
    .whom = Ungeduldige
    .suits = Alle, die nicht gern warten: Niemand wartet auf andere. Das ist teuer, denn Gleichstand verliert: Kein anderes Regelwerk hier hat einen höheren Hausvorteil.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Sechs Decks; Dealer prüft auf Blackjack; Versicherung; bei 9, 10 oder 11 verdeckt verdoppeln; Paare gleichen Rangs teilen.
    .whom = Anfänger und alle anderen
    .suits = Alle, die neu anfangen, und alle anderen: Blackjack zahlt 3:2, du kannst teilen, verdoppeln und dich versichern. Bei perfektem Spiel beträgt der Hausvorteil etwa 0,7 %. Hier fängt man am besten an.
    .readings = { card-readings }
rules-surrender = Spätes Aufgeben
    .summary = Ein bis acht Decks; mit den ersten zwei Karten für den halben Einsatz aufgeben; einmal teilen; Dealer prüft nicht auf Blackjack.
    .whom = Vorsichtige
    .suits = Vorsichtige: Eine hoffnungslose Hand lässt sich für den halben Einsatz aufgeben.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Sechs Decks; Dealer bleibt bei jeder 17 und prüft auf Blackjack; Teilen bis vier Hände; Versicherung; spätes Aufgeben.
    .whom = alle, die jede Möglichkeit wollen
    .suits = Alle, die jede Möglichkeit eines Casinos wollen: mehrfach teilen, aufgeben, Even Money. Bei perfektem Spiel beträgt der Hausvorteil etwa 0,3 %.
rules-downtown = Downtown
    .summary = Zwei Decks; Dealer zieht bei Soft 17 und prüft auf Blackjack; Teilen bis vier Hände; Versicherung; kein Aufgeben.
    .whom = alle, die wenige Decks mögen
    .suits = Alle, die wenige Decks mögen. Der Dealer zieht bei Soft 17; bei perfektem Spiel beträgt der Hausvorteil etwa 0,4 %.
rules-european = Europäisch
    .summary = Sechs Decks, keine verdeckte Karte: Ein Dealer-Blackjack kassiert auch verdoppelte und geteilte Einsätze; bei 9, 10 oder 11 verdoppeln.
    .whom = Geduldige
    .suits = Geduldige: Wenig lässt sich verdoppeln, und aus einer schlechten Hand führt kein Weg heraus. Bei perfektem Spiel beträgt der Hausvorteil etwa 0,6 %.
rules-six-to-five = Sechs zu fünf
    .summary = Ein Deck; Dealer zieht bei Soft 17 und prüft auf Blackjack, der nur 6:5 zahlt; Verdoppeln mit beliebigen zwei Karten; einmal teilen.
    .whom = Neugierige
    .suits = Neugierige, die spüren wollen, was 6:5 kostet: Bei perfektem Spiel beträgt der Hausvorteil etwa 1,6 %, fast das Fünffache von Vegas Strip.

## Play money

play-money = Nur Spielgeld: Es wird nie gekauft, verkauft oder umgetauscht und lässt sich nicht weitergeben.

## The table

table-round = Runde { $number } · Dealer: { $dealer }
table-options = An diesem Tisch: { $options }
table-choose-rules = Regeln dieses Tisches
table-played-last = { $rules } · zuletzt hier gespielt
table-shoe = { $left ->
    [one] noch 1 Karte
   *[other] noch { $left } Karten
}
table-cut-card = { $cards ->
    [one] noch 1 bis zur Schnittkarte
   *[other] noch { $cards } bis zur Schnittkarte
}
table-shuffled = Frisch gemischt
table-last-round = **Letzte Runde mit diesem Schlitten:** Die Schnittkarte ist draußen, danach wird neu gemischt
table-sealed = Versiegelt als `{ $seal }`
table-cut = { $player } hebt die Karten ab
table-may-add-words = { $player } darf Worte dazugeben
table-closing = **Das Haus macht kurz zu. Dieser Tisch bleibt, wie er ist, mit jedem Cent darauf.**
table-resumed = Das Haus war kurz zu; alles ist, wie du es verlassen hast
table-voided = Ein Admin hat diese Runde abgebrochen. Alle offenen Einsätze sind zurück.
table-closed = Der Tisch ist geschlossen.
table-restored = Der Betreiber hat ein Backup eingespielt: Die Karten sind neu gemischt
table-voided-restored = Der Betreiber hat ein Backup eingespielt, darum ist diese Runde ungültig: Ihre Karten könnten bekannt sein. Alle offenen Einsätze sind zurück.
table-ended = Ein Admin hat diese Runde beendet: Alle Hände sind geblieben.
table-farewell = Der Tisch ist geschlossen. Danke fürs Spielen!
rounds-over = { $count ->
    [one] Runde { $first }
   *[other] Runden { $first } bis { $last }
}
rounds-over-dealer = Dealer { $total }
sitting-minutes = { $minutes ->
    [one] 1 Minute
   *[other] { $minutes } Minuten
}
sitting-dealer = Dealer: { $dealer }
sitting-best = Größter Gewinn: { $player }, { $net } in Runde { $round }
sitting-best-mine = Dein größter Gewinn: { $net } in Runde { $round }
sitting-natural = Blackjack in Runde { $round }: { $player }, { $net }
sitting-natural-mine = Dein Blackjack in Runde { $round }: { $net }
sitting-comeback = Comeback des Abends: { $players }, erst pleite, dann das Geschenk des Spenders verdoppelt
sitting-comeback-mine = Was für ein Comeback: Du warst pleite und hast das Geschenk des Spenders verdoppelt.
sitting-more-players = { $count ->
    [one] und 1 weiterer Spieler
   *[other] und { $count } weitere Spieler
}
sitting-achievement = { $achievement }: { $players }
sitting-more-achievements = { $count ->
    [one] und 1 weitere Auszeichnung
   *[other] und { $count } weitere Auszeichnungen
}
sitting-title = Deine Runden an diesem Tisch
sitting-dearest = die teuersten Fehler zuerst
sitting-worst = Dein teuerster Fehler: { $move } bei { $total } hat { $cost } gekostet.
sitting-cost = Fehler kosteten { $cost }
sitting-no-mistake = kein Fehler
sitting-not-played = Du hast an diesem Tisch noch keine Runde zu Ende gespielt.
leaving-in-play = Ohne die Hand, die noch läuft.
leaving-first-hand = Deine erste Hand an diesem Tisch läuft noch.

seat-has = { $player } hat **{ $amount }**
seat-money-left = { $amount } übrig
seat-bets = { $player } setzt **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, ab der nächsten Runde
seats-play-along = { $count ->
    [one] { $names } spielt mit
   *[other] { $names } spielen mit
}
seat-missed = hat zuletzt nicht gesetzt
seats-free = { $seats ->
    [one] 1 Platz frei
   *[other] { $seats } Plätze frei
}
seats-given = KI-Spieler machen Platz
bets-how = Zum Setzen tippe einen Betrag an: { $limits }
bets-asked = { $players }, noch eine Runde?
bets-waiting = Warten auf { $players }
bets-close = Einsatzschluss { $when }
bets-deal = Karten { $when }
bets-joining = Karten { $when }

turn-decides = ▶ Am Zug: **{ $players }** · Bedenkzeit endet { $when }
turn-insurance = ⏳ Versicherung? Am Zug: **{ $players }** · Bedenkzeit endet { $when }
turn-insurance-pays = zahlt 2:1, wenn der Dealer Blackjack hat
turn-dealer = { $dealer } ist am Zug.
turn-waiting = Spielen ab der nächsten Runde mit: { $players }

dealer-cards = Dealer · { $cards } · { $total }
dealer-shows = zeigt { $total }
dealer-peeked = hat geprüft: kein Blackjack
dealer-rests = Keine Hand spielt mehr gegen den Dealer, also zieht er nicht weiter.

seat-against = { $player } gegen { $cards }
seat-left = nicht mehr am Tisch
seat-insured = mit { $amount } versichert
seat-not-insured = nicht versichert
seat-insurance-open = Versicherung?
seat-natural = Blackjack! { $net }
seat-push = unentschieden
seat-now = jetzt { $amount }
seat-hands-to-play = { $hands ->
    [one] noch 1 Hand zu spielen
   *[other] noch { $hands } Hände zu spielen
}
seat-hands = { $hands ->
    [one] 1 Hand, { $staked }: { $said }
   *[other] { $hands } Hände, { $staked }: { $said }
}
hand-doubled = { $amount } (verdoppelt)
hand-paid = Blackjack, schon ausgezahlt
hand-late = Zeit abgelaufen, bleibt
total-soft = Soft { $points }
total-ace = ein Ass
total-busts = überkauft mit { $points }
card-face = Bild

status-stood = bleibt
status-twenty-one = 21 erreicht
status-doubled = verdoppelt
status-split-ace = geteiltes Ass: nur eine Karte
status-natural = Blackjack
status-even-money = Even Money
status-bust = überkauft
status-surrendered = aufgegeben

result = { $reason }: { $net }
reason-natural = Blackjack
reason-even-money = Even Money
reason-higher = Schlägt den Dealer
reason-dealer-bust = Dealer überkauft
reason-push = Unentschieden
reason-tie-loses = Gleichstand verliert hier
reason-lower = Verliert gegen den Dealer
reason-bust = Überkauft
reason-dealer-natural = Dealer hat Blackjack
reason-surrendered = Aufgegeben
reason-insurance-won = Versicherung zahlt
reason-insurance-lost = Versicherung verliert

your-turn = { $player }, du bist dran: [Der Tisch wartet]({ $link }).

## Buttons: at most 20 characters, better 14; at most 34 with an amount

button-other = Betrag…
button-deal = Geben
button-join = Mitspielen
button-company = Gesellschaft
button-more = ⋯
button-help = Hilfe
button-rules = Regeln
button-strategy = Strategie
button-play-again = Noch mal
    .for = { button-play-again } { $amount }
button-leave = Aufstehen
button-hit = Karte
button-stand = Halten
button-double = Verdoppeln
button-surrender = Aufgeben
    .for = Aufgeben ({ $amount })
button-split = Teilen
button-insure = Versichern (½)
    .for = Versichern { $amount }
button-no-insurance = Ablehnen
button-even-money = Even Money
    .for = { $amount } sofort
button-donor = { $amount } annehmen
button-replay = Ansehen
button-replays = Ansehen …
button-new-table = Neuer Tisch
button-void = Runde beenden
button-close-table = Tisch schließen
button-keep-playing = Weiterspielen

## Modals: titles and labels at most 45 characters, hints and examples at most 100

modal-amount = Betrag
modal-bet = Dein Einsatz
    .hint = Einsätze: { $limits }. Du hast { $balance }.
    .example = 250 · 12,50 · { $amount } · 1k · hälfte · alles
modal-bet-next = Für die nächste Runde setzen
modal-join = Platz nehmen und setzen
modal-insure = Hand versichern
    .hint = Höchstens { $most }, die Hälfte deines Einsatzes.
    .example = 12,50 · max
modal-words = Worte ins Mischen geben
    .text = Das ist das Siegel des Schlittens. Bewahre es auf, wo es sonst niemand ändern kann:
        `{ $seal }`
        Was du tippst, wird in die Karten gemischt. Das Haus kannte es nicht, als es den Schlitten versiegelt hat.
    .label = Deine Worte
    .hint = Irgendetwas: je länger, desto besser. Bewahre auch sie auf.

## Rules in words

limits = { $least } bis { $most }
limits-open = ab { $least } bis zu deinem Guthaben
decks = { $decks ->
    [one] ein Deck
   *[other] { $decks } Decks
}
decks-endless = ein unendliches Deck
seats = { $seats ->
    [one] 1 Platz
   *[other] { $seats } Plätze
}
option-bets = Einsätze { $limits }
odd-ties-lose = Gleichstand verliert
odd-natural = Blackjack zahlt { $pays }
odd-hits-soft-17 = Dealer zieht bei Soft 17
odd-stands = Dealer bleibt bei jeder 17
odd-dealer-each = eine Dealerhand für jeden
odd-no-hole-card = keine verdeckte Karte, ein Dealer-Blackjack kassiert also auch verdoppelte und geteilte Einsätze
odd-paid-at-once = Blackjack wird sofort ausgezahlt
odd-no-doubling = kein Verdoppeln
odd-face-down = beim Verdoppeln kommt die Karte verdeckt
odd-no-splitting = kein Teilen
hint-at-once = sofort { $pays }
hint-doubling = Verdoppeln
hint-double-totals = Verdoppeln bei { $totals }
hint-splits = Teilen
hint-splits-without-end = Teilen beliebig oft
hint-no-splits = kein Teilen
hint-no-hole-card = keine verdeckte Karte
hint-hits-soft-17 = Dealer zieht bei Soft 17
hint-surrender = Aufgeben

card-cards = **Karten:** { $text }
card-dealer = **Dealer:** { $text }
card-turns = **Reihenfolge:** { $text }
card-payouts = **Auszahlung:** { $text }
card-doubling = **Verdoppeln:** { $text }
card-splitting = **Teilen:** { $text }
card-insurance = **Versicherung:** { $text }
card-surrender = **Aufgeben:** { $text }
card-without = **Gibt es hier nicht:** { $text }
without-doubling = Verdoppeln
without-splitting = Teilen
without-insurance = Versicherung
without-surrender = Aufgeben
card-limits = **Limits:** { $limits }; { $seats ->
    [one] 1 Spieler
   *[other] 1 bis { $seats } Spieler
}
card-readings = Wo sich der Regeltext dieses Spiels widerspricht, gilt, was hier steht; die Dokumentation dieses Bots erklärt, warum.
card-suits = **Für wen:** { $text }
clause-separator = {"; "}
cards-generic = mit Zwei bis Neun, Assen und nur einer Art Bildkarte, die zehn zählt, ohne Farben
cards-at-cut-card = gemischt nach der Runde, in der die Schnittkarte kommt, { $least } bis { $most } Karten vor dem Ende
cards-every-round = vor jeder Runde frisch gemischt
cards-never = nie gemischt
cut-by-dealer = der Dealer hebt ab
cut-by-designated = der Dealer bestimmt, wer abhebt
dealer-hits-soft-17 = zieht bis 16 und bei Soft 17
dealer-stands = zieht bis 16, bleibt bei jeder 17
dealer-hole-card = die zweite Karte liegt verdeckt
dealer-no-hole-card = keine verdeckte Karte: die zweite kommt erst nach den Spielern
dealer-peeks = prüft auf Blackjack, wenn ein Ass, eine Zehn oder ein Bild offen liegt
dealer-does-not-peek = prüft nicht auf Blackjack, bevor gespielt wird
turns-at-once = alle gleichzeitig, jeder gegen eine eigene Dealerhand; mit 21 ist die Hand fertig
turns-in-order = ein Platz nach dem anderen; mit 21 ist die Hand fertig
pays-wins = eine gewonnene Hand zahlt 1:1
pays-no-natural = ein Ass mit einer Zehn oder Bildkarte ist nur 21 und zahlt 1:1
pays-natural = Blackjack zahlt { $pays }
pays-natural-at-once = Blackjack wird sofort { $pays } bezahlt, egal was der Dealer hat
pays-tie-loses = Gleichstand verliert
pays-push = bei Unentschieden geht der Einsatz zurück
pays-dealer-natural = ein Dealer-Blackjack schlägt jede andere 21
double-any = mit den ersten zwei Karten, egal welchen
double-totals = wenn die ersten zwei Karten { $totals } ergeben
double-one-card = du verdoppelst den Einsatz und bekommst genau eine Karte
double-one-card-down = du verdoppelst den Einsatz und bekommst genau eine Karte, verdeckt
double-after-split = auch nach dem Teilen
double-not-after-split = nicht nach dem Teilen
split-by-value = zwei Karten mit gleichem Wert
split-by-rank = zwei Karten mit gleichem Rang: J und J, nicht J und K
split-without-end = beliebig oft
split-hands = { $hands ->
    [one] eine Hand
   *[other] bis zu { $hands } Hände
}
split-aces = auf geteilte Asse gibt es nur je eine Karte, und sie werden nicht noch einmal geteilt
split-natural = eine geteilte Bildkarte mit einem Ass ist ein Blackjack, ein geteiltes Ass mit einer Bildkarte aber nur 21
split-no-natural = nach dem Teilen ist ein Ass mit einer Zehn oder Bildkarte nur 21
insurance-text = gegen ein Ass, bis zum halben Einsatz, zahlt 2:1
insurance-even-money = Even Money bei eigenem Blackjack: sofort 1:1
surrender-text = mit den ersten zwei Karten, nachdem der Dealer auf Blackjack geprüft hat; der halbe Einsatz geht zurück
surrender-no-peek = mit den ersten zwei Karten; der halbe Einsatz geht zurück, aber nichts davon, wenn der Dealer einen Blackjack aufdeckt

choice-document = Dokument { $number }
choice-casino = Casino-Regeln
choice-edge = Hausvorteil { $percent }
overview-title = Regelwerke
overview-documents = *Die fünf Dokumente*
overview-casino = *Weitere Casino-Regeln*
overview-line = **{ $title }** (`{ $key }`): { $summary }
overview-details = für { $whom } · Hausvorteil **{ $percent }**
overview-edge = Hausvorteil: was das Haus im Schnitt von deinem ersten Einsatz behält, wenn du nach der Tabelle spielst. `/{ command-strategy }` zeichnet sie.
overview-open = Mit `/{ command-blackjack }` öffnest du einen Tisch.

## Private answers

blackjack-open = Der Tisch ist offen: { $link }
blackjack-other-rules = Hier ist schon ein Tisch offen, mit eigenen Regeln: dieser hier.
blackjack-yours = Du hast hier schon einen Tisch aufgemacht, und er ist noch offen: { $link }
no-thread-permissions = Dieser Tisch steht im Kanal selbst. Für einen eigenen Thread fehlt mir die Berechtigung: { $permissions }.
no-thread-room = Dieser Tisch steht im Kanal selbst: Es sind so viele Threads offen, wie Discord erlaubt.
no-thread-kind = Dieser Tisch steht im Kanal selbst: Hier gibt es bei Discord keine Threads.
no-thread-now = Dieser Tisch steht im Kanal selbst: Discord hat gerade keinen Thread für ihn angelegt.
sorry-opened-enough = Das waren viele neue Tische. Der nächste kann { $when } geöffnet werden.
bet-settled = Dein Einsatz hat gezählt, und die Runde ist schon vorbei.
bet-placed = Du setzt { $amount }.
bet-dealt = Du setzt { $amount }. Die Karten sind ausgeteilt.
bet-ahead = Du setzt { $amount }. Deine Karten kommen mit der nächsten Runde.
leave-in-play = Du stehst auf: Deine Hand bleibt stehen, und was sie gewinnt, gehört dir.
leave-done = Du bist aufgestanden.
company-here = Jetzt am Tisch: { $names }. Neue Spieler sind ab der nächsten Runde dabei.
company-gets-up = { $name } steht auf.
company-gets-up-later = { $name } steht nach dieser Runde auf.
company-all-get-up = Alle KI-Spieler stehen auf.
company-all-get-up-later = Alle KI-Spieler stehen nach dieser Runde auf.
company-everybody = Alle KI-Spieler
balance-mine = Du hast **{ $balance }**.
balance-of = { $player } hat **{ $balance }**.
balance-of-nobody = { $player } hat hier noch nie gespielt.
balance-in-play = Im Spiel: { $amount }.
balance-donations = { $times ->
    [one] Der Spender hat einmal geholfen.
   *[other] Der Spender hat { $times }-mal geholfen.
}
house-void-asks = **Runde { $round } jetzt beenden?** Jede Hand bleibt, niemand versichert sich, der Dealer spielt, und alle Einsätze werden nach den Karten abgerechnet. Das lässt sich nicht rückgängig machen.
house-close-asks = **Den Tisch mitten in Runde { $round } schließen?** Jede Hand bleibt, niemand versichert sich, der Dealer spielt, und alle Einsätze werden nach den Karten abgerechnet. Einsätze auf die nächste Runde gehen zurück. Das lässt sich nicht rückgängig machen.
house-voided = Die Runde ist vorbei: Jede Hand ist geblieben, und alle Einsätze sind abgerechnet.
house-not-voided = Nichts wurde geändert: Die Runde geht weiter.
house-closed = Der Tisch ist geschlossen, und alle offenen Einsätze sind zurück.
house-closed-in-round = Der Tisch ist geschlossen: Jede Hand ist geblieben, und alle Einsätze sind abgerechnet. Einsätze auf die nächste Runde sind zurück.
donor-gave = Der Spender lächelt und verschwindet. Du hast jetzt { $balance }.

## Refusals and errors: one friendly sentence each

sorry-unknown-button = Dieser Button ist aus einer älteren Version des Tischs. Tippe `/{ command-blackjack }`, um ihn neu zu sehen.
sorry-no-table = Hier ist kein Tisch offen. Öffne einen mit `/{ command-blackjack }`.
sorry-nothing-to-void = Hier läuft gerade keine Runde, also gibt es nichts zu beenden.
sorry-table-gone = Dieser Tisch ist geschlossen. Öffne einen neuen mit `/{ command-blackjack }`.
sorry-table-elsewhere = Dieser Tisch steht nicht in diesem Kanal, sondern hier: { $link }
sorry-our-fault = Bei uns ist etwas schiefgegangen, und es hat sich nichts geändert. Versuch es bitte noch mal.
sorry-no-channel = Das geht nur in einem Kanal eines Servers.
sorry-command-unread = Discord hat diesen Befehl in einer Form geschickt, die ich nicht kenne. Tippe ihn bitte in ein paar Minuten noch mal.
sorry-in-doubt = Bei uns ist etwas schiefgegangen, und wir wissen noch nicht, ob das gezählt hat. Sieh bitte gleich noch mal nach.
sorry-not-an-amount = Das ist kein Betrag. Versuch es mit `250`, `12,50`, `{ $amount }`, `1k`, `hälfte` oder `alles`.
sorry-did-you-mean = Meinst du { $amount }? Dann schreib `{ $typed }`.
sorry-slow-down = Du bist schneller als die Karten. In ein paar Sekunden zählen deine Klicks wieder.
sorry-crowded = Gerade spielen zu viele; dein Klick hat nicht gezählt. Versuch es bitte gleich noch mal.
sorry-old-question = Diese Frage ist von früher oder ging an einen anderen Admin. Gib den Befehl noch mal ein.
sorry-table-broken = Der Tisch hier ließ sich nicht fortsetzen. Ein Admin kann ihn mit `/{ command-house } { command-house-close }` schließen; alle offenen Einsätze gehen zurück.
sorry-broke = Du bist pleite. Ein anonymer Spender bietet dir { $amount } Spielgeld an.
table-broke = { $players }: pleite. Ein anonymer Spender bietet { $amount } Spielgeld.
sorry-donor-refuses = Der Spender hilft nur, wenn du weniger als { $amount } hast und nichts im Spiel ist.
sorry-bots-do-not-play = Bots spielen hier nicht mit und haben kein Guthaben.
sorry-permissions = Das geht hier nicht. Mir fehlt in diesem Kanal die Berechtigung: { $permissions }.
sorry-not-in-server = Ich bin auf diesem Server kein Mitglied, deshalb geht das hier nicht. Jemand mit der Berechtigung *Server verwalten* kann mich hinzufügen: { $link }
sorry-not-in-thread = Ich bin nicht in diesem privaten Thread, deshalb geht das hier nicht. Erwähne mich einmal ({ $bot }), das fügt mich hinzu, und versuch es noch mal.

permission-view-channel = *Kanal ansehen*
permission-send-messages = *Nachrichten senden*
permission-send-messages-in-threads = *Nachrichten in Threads senden*
permission-create-public-threads = *Öffentliche Threads erstellen*

why-round-over = Diese Runde ist vorbei.
why-not-in-round = Du bist in dieser Runde nicht dabei; bei der nächsten kannst du setzen.
why-not-your-turn = Du bist noch nicht dran.
why-hand-finished = Du hast diese Runde fertig gespielt.
why-not-now = Das geht gerade nicht.
why-wrong-card = Diese Karte gehört nicht zu diesem Deck.
why-doubling-not-offered = An diesem Tisch wird nicht verdoppelt.
why-double-first-decision = Verdoppeln kannst du nur mit den ersten zwei Karten einer Hand.
why-double-total = Verdoppeln geht an diesem Tisch nur bei bestimmten Werten; siehe `/{ command-rules }`.
why-no-double-after-split = Nach dem Teilen darfst du hier nicht verdoppeln.
why-splitting-not-offered = An diesem Tisch wird nicht geteilt.
why-not-a-pair = Teilen kannst du nur ein Paar.
why-split-limit = Du hast so oft geteilt, wie es an diesem Tisch geht.
why-no-resplit-of-aces = Geteilte Asse lassen sich hier nicht noch mal teilen.
why-surrender-not-offered = An diesem Tisch kannst du nicht aufgeben.
why-surrender-first-decision = Aufgeben kannst du nur mit deinen ersten zwei Karten.
why-insurance-too-high = Die Versicherung geht von einem Cent bis zur Hälfte deines Einsatzes: { $cents }.
why-even-money-needs-natural = Even Money gibt es nur für einen Blackjack.
why-not-seated = Du sitzt nicht an diesem Tisch; mit `/{ command-bet }` bekommst du einen Platz.
why-table-full = Alle Plätze sind besetzt; erst muss jemand gehen.
why-table-closed = { sorry-table-gone }
why-house-closing = Das Haus macht kurz zu. Dein Tisch bleibt und geht danach weiter.
why-round-running = Die Karten sind ausgeteilt. Für die nächste Runde kannst du setzen, sobald diese vorbei ist.
why-no-round = Gerade läuft keine Runde; setz zuerst.
why-too-late = Zu spät: Dieser Button gehört zu einer Runde, die vorbei ist.
why-stale = Das ist schon entschieden. Sieh dir den Tisch noch mal an.
why-paused = Du machst gerade Pause; sie endet { $until }. Bis dann!
why-hand-just-up = Diese Hand ist gerade erst dran. Drück noch mal, wenn du es so willst.
why-repeated = Einmal reicht: Dein erster Klick zählt.
why-bet-too-low = Der Mindesteinsatz an diesem Tisch ist { $cents }.
why-bet-too-high = Der Höchsteinsatz an diesem Tisch ist { $cents }.
why-bet-not-payable = Das reicht nicht: Für diesen Einsatz brauchst du { $cents }, und du hast { $balance }.
why-move-not-payable = Das reicht nicht: Das kostet weitere { $cents }, und du hast { $balance }.
why-no-bets = Noch hat niemand gesetzt.
why-first-seat-only = Das entscheidet nur, wer auf dem ersten Platz sitzt.
why-opener-only = Die Regeln wählt, wer den Tisch geöffnet hat, solange niemand gesetzt hat. Du kannst dich einfach dazusetzen.
why-rules-fixed = Es liegt schon ein Einsatz, darum bleiben die Regeln. Ein neuer Tisch kann andere haben.
why-deal-needs-bet = Setz zuerst; dann kannst auch du die Karten geben.
why-deal-too-early = Sofort gibt nur der erste Platz. Du kannst es in { $seconds ->
    [one] 1 Sekunde.
   *[other] { $seconds } Sekunden.
}
why-words-too-late = Zu spät: Aus diesem Schlitten sind schon Karten ausgeteilt.
why-words-added = In diesen Schlitten sind schon Worte gemischt, und einmal genügt.
why-not-your-words = Diesmal darf jemand anderes Worte dazugeben.
why-nothing-to-repeat = Du hast an diesem Tisch noch nicht gesetzt; such dir einen Betrag aus.
why-company-off = KI-Spieler sind in diesem Kanal ausgeschaltet.
why-company-complete = An diesem Tisch sitzen schon so viele KI-Spieler wie erlaubt: { $most }.
why-company-seated = Dieser KI-Spieler sitzt schon am Tisch.
why-company-too-poor = KI-Spieler haben anfangs { $cents }, und das ist weniger als der Mindesteinsatz an diesem Tisch.
why-no-company = Hier sitzt kein solcher KI-Spieler, den du wegschicken könntest.
why-decks-fixed = „{ $rules }“ wird immer mit derselben Zahl von Decks gespielt.
why-decks-out-of-range = „{ $rules }“ wird mit { $least } bis { $most } Decks gespielt.
why-seats-out-of-range = Ein Tisch „{ $rules }“ hat { $least } bis { $most } Plätze.
why-least-out-of-range = Bei „{ $rules }“ kann der Mindesteinsatz nicht { $cents } sein.
why-most-out-of-range = Bei „{ $rules }“ kann der Höchsteinsatz nicht { $cents } sein.
why-least-above-most = Der Höchsteinsatz kann nicht unter dem Mindesteinsatz liegen.
why-options-clash = Diese Optionen passen an einem Tisch „{ $rules }“ nicht zusammen.
why-tables-off = Die Admins dieses Servers haben die Tische in diesem Kanal ausgeschaltet.
why-rules-not-here = „{ $rules }“ wird in diesem Kanal nicht gespielt. `/{ command-rules }` zeigt, was hier geht.
why-no-rules-left = Mindestens ein Regelwerk muss übrig bleiben.
why-no-such-rules = So ein Regelwerk gibt es nicht; `/{ command-rules }` listet alle auf.
sorry-no-such-rules = Ein Regelwerk mit diesem Namen gibt es nicht. Es gibt: { $rules }.
sorry-which-rules = Welches Regelwerk ist gemeint: { $rules }? Ein paar Buchstaben mehr genügen.
why-default-not-here = „{ $rules }“ ist das, was `/{ command-blackjack }` hier ohne Angabe öffnet; es muss also zu den Regelwerken gehören, die hier gespielt werden.
why-limit-out-of-range = Ein Limit muss mindestens { $cents } sein.
why-limits-shut-out = Mit diesen Limits könnte an einem Tisch „{ $rules }“ niemand setzen. Wähl andere, oder nimm „{ $rules }“ vorher aus der Liste der Regelwerke.
why-channel-seats-out-of-range = Ein Tisch hat { $least } bis { $most } Plätze.
why-seconds-out-of-range = Erlaubt sind { $least } bis { $most } Sekunden.
why-not-a-language = Diese Sprache spreche ich nicht; wähl eine aus der Liste.
why-not-on-or-off = Das kann nur `on` (an) oder `off` (aus) sein.
why-not-a-coaching = Das kann nur `off` (aus), `review` (Auswertung) oder `hints` (Tipps) sein.
why-not-a-place = Das kann nur `channel` (im Kanal) oder `thread` (im Thread) sein.
why-not-a-log = Wähle `{ house-here }` aus der Liste, in dem Kanal, den du meinst, oder den Standard.
why-not-a-currency = Das kann nicht für Geld stehen. Wähle ein einzelnes Wort mit bis zu { $most } Buchstaben, ohne Ziffern und andere Zeichen, oder ein einzelnes Emoji. Es darf sich nicht wie ein Betrag lesen.
why-company-out-of-range = An einem Tisch können { $least } bis { $most } KI-Spieler sitzen.
why-one-channel-only = Das gibt es nur für einen einzelnen Kanal, nicht für den ganzen Server. Gib den Befehl in diesem Kanal ein, ohne `{ command-house-set.where }`.

## /help

command-help = hilfe
    .description = Erklärt das Spiel und alle Befehle
help-game = Das Spiel
help-title = Hier spielen
help-moves = Züge und Wörter
help-fairness = Fairness
help-admins = Für Admins
help-lesson = Blackjack in einer Minute
help-goal = **Ziel:** den Dealer schlagen, ohne über 21 zu kommen. Ein Gewinn zahlt deinen Einsatz; ein *Blackjack* (Ass mit 10, J, Q oder K) meist 3:2.
help-values = **Karten:** 2 bis 10, was draufsteht; J, Q und K 10; ein Ass 11 oder 1. Zählt ein Ass 11, ist die Hand *soft*.
help-bust = **Über 21** bist du *überkauft* und verlierst sofort.
help-dealer = **Der Dealer** zieht bis 16 und bleibt ab 17, ohne Wahl; an manchen Tischen zieht er bei Soft 17.
help-begin = **Anfang:** { $blackjack } öffnet einen Tisch, ein Chip ist dein Einsatz. Du hast { $amount } Spielgeld.
help-turn = **Du bist dran:** `{ button-hit }` nimmt eine, `{ button-stand }` keine mehr. Das genügt.
help-insurance = **Die Versicherung** gegen ein Ass des Dealers kostet im Schnitt Geld: Lehn sie ab.
help-surrender = **`{ button-surrender }`** (an manchen Tischen): Eine schlechte Hand kostet den halben Einsatz.
help-hint = **Unsicher?** `{ button-hint }` sagt nur dir, was jeder Zug wert ist.
help-open = **Öffne einen Tisch** mit { $blackjack }; der erste Platz gehört dir. { $rules } erklärt die Regeln.
help-bet = **Setz** mit einem Chip unter dem Spielfeld, mit `{ button-join }` oder { $bet }. Damit hast du auch einen Platz.
help-deal = **Ausgeteilt wird**, wenn alle gesetzt haben, wenn jemand auf `{ button-deal }` drückt oder wenn die Zeit um ist.
help-late = **Zu spät?** Deine Hand bleibt, wie sie ist; nichts wird gesetzt. Zwei Runden ohne Einsatz kosten den Platz.
help-leave = **Steh auf** mit { $leave }. Was noch nicht im Spiel ist, kommt zurück.
help-money = **Geld:** { $amount } zu Beginn. Wer pleite ist, dem bietet ein anonymer Spender noch einmal so viel.
help-commands = Befehle
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }`: eine Karte mehr.
    - `{ button-stand }`: keine Karte mehr.
    - `{ button-double }`: doppelter Einsatz für genau eine Karte mehr.
    - `{ button-split }`: Ein Paar wird zu zwei Händen, jede mit eigenem Einsatz.
    - `{ button-surrender }`: Du gibst die Hand auf und bekommst den halben Einsatz zurück.
    - `{ verb-insure }`: eine Nebenwette bis zum halben Einsatz, dass der Dealer einen Blackjack hat; zahlt 2:1.
    - `{ button-even-money }`: für deinen Blackjack gegen ein Ass: sofort 1:1, was der Dealer auch hat.
    - `{ button-hint }`: was jeder Zug wert ist. `{ button-review }`: dasselbe für jeden Zug einer beendeten Runde.
    Ein Zug, den ein Tisch nicht anbietet, hat dort keinen Button.
help-words = Wörter
help-all-words =
    - **Blackjack:** ein Ass und ein Zehnerwert als erste zwei Karten. An den meisten Tischen schlägt er jede andere 21 und zahlt mehr als 1:1.
    - **Soft 17:** 17 mit einem Ass, das 11 zählt. Mit einer Karte mehr überkaufst du dich nicht. Eine Hand ohne so ein Ass ist *hart*.
    - **Unentschieden:** Der Einsatz kommt zurück.
    - **Verdeckte Karte:** die Karte des Dealers, die verdeckt liegt.
    - **Schlitten:** die Karten, aus denen gegeben wird. Kommt die **Schnittkarte**, ist es die letzte Runde vor dem Mischen.
    - **Wie im Lehrbuch:** was die Tabelle von { $strategy } sagt oder was nach den gesehenen Karten am besten ist.
help-fair =
    - **Versiegelt:** Vor der ersten Karte bekommt ein Schlitten ein Siegel, das alle sehen. Es legt das Geheimnis des Hauses fest und verrät nichts davon.
    - **Mit deinen Worten gemischt:** Mit `{ button-words }` gibt ein Spieler eigene Worte ins Mischen.
    - **Geprüft:** Ist der Schlitten zu Ende, gibt dir { $verify }, was du brauchst, um jede Karte ohne den Bot nachzuprüfen.
    - **Niemand spickt:** KI-Spieler, Tipps und Auswertungen kennen nur die Karten, die alle gesehen haben.
    - **Gespeichert:** Jeder Zug ist festgehalten, bevor er zu sehen ist. Nach einem Ausfall geht der Tisch weiter, wie er war.
    - **Hausvorteil:** { $strategy } zeigt, wie viel das Haus bei jedem Regelwerk von einem Einsatz behält.
    - **Deine Daten:** { $privacy } zeigt, was über dich gespeichert ist, und löscht es.
help-pick = Eine andere Seite …
sorry-old-help = Diese Seite ist aus einer älteren Version. Tippe `/{ command-help }`, um sie neu zu sehen.

## /pause

command-pause = pause
    .description = Macht eine Pause vom Spielen
    .length = dauer
    .length-description = Wie lange
pause-day = 1 Tag
pause-week = 1 Woche
pause-month = 1 Monat
pause-title = Pause machen
pause-what = **Bis { $until }** setzt du nicht und spielst weder die Zehn des Tages noch ein Duell.
    - Eine Pause kann niemand früher beenden, auch kein Admin. Nur eine längere kann sie ersetzen.
    - Du stehst von jedem Tisch auf. Ein Einsatz vor dem Austeilen kommt zurück; eine Hand im Spiel bleibt stehen.
    - Dein Guthaben, deine Auszeichnungen und dein Verlauf bleiben, wie sie sind.
button-pause = Bis dahin pausieren
pause-begun = Du machst Pause bis { $until }. Alles, was dir gehört, bleibt, wie es ist. Bis dann!
sorry-old-pause = Diese Seite ist von früher. Mit `/{ command-pause }` beginnst du eine Pause.
sorry-pause-longer = Du machst schon Pause bis { $until }. Nur eine längere kann sie ersetzen.

## /privacy

command-privacy = datenschutz
    .description = Gibt oder löscht, was über dich gespeichert ist
privacy-title = Was über dich gespeichert ist
privacy-kept =
    - Deine Discord-Nutzer-ID und wie du zuletzt hießt, damit dein Name an Tischen und in Listen steht. Kein Bild, keine Nachrichten.
    - Dein Guthaben an Spielgeld und jede Änderung daran.
    - Deine Runden: Karten, Züge, Einsätze, Ergebnisse.
    - Was deine Entscheidungen im Schnitt kosten, und wie du die Zehn des Tages und deine Duelle gespielt hast.
    - Deine Plätze mit den Einsätzen darauf.
    - Was du als Admin eingestellt oder beendet hast.
    Es dient allein dem Spiel. Andere können deinen Namen, dein Guthaben und deine Ergebnisse sehen.
privacy-how = Hol dir alles als Datei. Oder lass deine Daten löschen: Deine ID und deine Namen werden überall entfernt, für immer. Wenn du die Zehn des Tages begonnen hast, bleibt zwei Tage lang ein Hash deiner ID mit geheimem Schlüssel, damit niemand dieselben Hände zweimal spielt. Ein solcher Hash bleibt auch, bis eine Pause endet, die du mit `/{ command-pause }` begonnen hast. Vor dem Löschen wirst du noch einmal gefragt.
privacy-file = Das ist alles, was über dich gespeichert ist. Beträge sind Cent, Zeiten sind Sekunden seit 1970 (UTC); die Karten einer Runde, die noch läuft, fehlen.
privacy-word = löschen
privacy-forgotten =
    Deine Daten sind **gelöscht**: Nichts, was gespeichert bleibt, lässt sich dir noch zuordnen. Übrig sind:
    - Nachrichten dieses Bots in Kanälen, etwa Tische, Duelle, tägliche Posts und gepostete Ergebnisse.
    - Sicherungen und Logs der Leute, die diesen Bot betreiben, bis sie ersetzt werden.
    - Zwei Tage lang, falls du die Zehn des Tages begonnen hast: ein Hash deiner ID mit geheimem Schlüssel, damit niemand dieselben Hände zweimal spielt.
    - Wenn du Pause machst: bis sie endet, ein Hash deiner ID mit geheimem Schlüssel, damit die Pause gilt.
    Wenn du zurückkommst, fängst du ganz von vorn an.
button-my-data = Meine Daten
button-forget-me = Meine Daten löschen
modal-forget = Meine Daten löschen
    .text = Dein Guthaben an Spielgeld, deine Runden und deine Ergebnisse sind dann weg. **Niemand kann sie zurückholen.** Du stehst von jedem Tisch auf; eine Hand im Spiel bleibt stehen.
    .label = Tippe „{ $word }“, um fortzufahren
sorry-not-the-word = Es hat sich nichts geändert. Um deine Daten zu löschen, tippe das Wort „{ $word }“.
sorry-still-playing = Noch nicht: Erst muss deine Runde in { $channels } zu Ende sein. Von allen anderen Tischen bist du aufgestanden. Drück den Button noch mal, wenn die Runde vorbei ist.
sorry-seat-broken = Noch nicht: Der Tisch in { $channels } ließ sich nicht fortsetzen, und du hast dort einen Platz. Ein Admin kann ihn dort mit `/{ command-house } { command-house-close }` schließen; drück danach den Button noch mal.
sorry-seat-elsewhere = Noch nicht: Du hast einen Platz am Tisch in { $channels }. Steh dort mit `/{ command-leave }` auf und drück den Button noch mal, sobald deine Runde dort vorbei ist.
sorry-file-too-large = Über dich ist mehr gespeichert als die { $limit } MB, die hier in eine Nachricht passen. Wende dich an die Leute, die diesen Bot betreiben.
files-refused = Discord nimmt hier keine Datei an. Versuch es in einem anderen Kanal oder auf einem anderen Server.
link-privacy = Datenschutz
link-terms = Nutzungsbedingungen
link-support = Hilfe

## AI players. Their names appear at the start of a line and within lines

character-book = Das Buch
    .line = Spielt jede Hand nach der Strategietabelle.
character-mirror = Der Spiegel
    .line = Zieht und bleibt wie der Dealer; verdoppelt nie, teilt nie.
character-careful = Die Vorsichtige
    .line = Nimmt nie eine Karte, mit der sie sich überkaufen könnte.
character-gambler = Der Zocker
    .line = Hat gern viel auf dem Tisch: verdoppelt, teilt, versichert.
character-counter = Die Zählerin
    .line = Zählt die Karten mit und setzt mehr, wenn noch viele hohe kommen.
character-novice = Der Neuling
    .line = Ist neu im Spiel und spielt nach Gefühl.

## The dealers' comments on a round

talk = 💬 { $dealer }: „{ $line }“
talk-warm-natural-1 = Blackjack! Wie schön.
talk-warm-natural-2 = Sieh an: ein Ass und eine Zehn.
talk-warm-natural-3 = Da muss ich jedes Mal lächeln.
talk-warm-comeback-1 = Von nichts auf das Doppelte des Geschenks. Wie schön!
talk-warm-comeback-2 = Wieder auf den Beinen. Willkommen zurück!
talk-warm-split-1 = Ein Paar, und jede Hand gewinnt. Wunderbar!
talk-warm-split-2 = So etwas teile ich gern aus.
talk-warm-pushes-1 = Unentschieden: Alle behalten ihren Einsatz.
talk-warm-pushes-2 = Unentschieden für alle. Friedlich, nicht?
talk-warm-shuffle-1 = Das waren die letzten dieser Karten. Ich mische sie gut durch.
talk-warm-shuffle-2 = Zeit zum Mischen. Einmal durchatmen.
talk-dry-natural-1 = Blackjack. Kommt vor.
talk-dry-natural-2 = Ein Ass und eine Zehn. Notiert.
talk-dry-natural-3 = Einundzwanzig mit zwei Karten. Effizient.
talk-dry-comeback-1 = Das Geschenk ist verdoppelt. Wer es gab, schweigt; ich nicht.
talk-dry-comeback-2 = Bis auf null, und wieder zurück. Mit Respekt vermerkt.
talk-dry-split-1 = Alle. Saubere Arbeit.
talk-dry-split-2 = Ich habe zweimal gezählt: Alle haben gewonnen.
talk-dry-pushes-1 = Nichts gewonnen, nichts verloren. Das freut die Buchhaltung.
talk-dry-pushes-2 = Unentschieden. Es gab schon lautere Runden.
talk-dry-shuffle-1 = Die Schnittkarte. Ich mische.
talk-dry-shuffle-2 = Diese Karten haben alles gesagt.
talk-courtly-natural-1 = Mein Kompliment zum Blackjack.
talk-courtly-natural-2 = Ein Blackjack. Mit Vergnügen.
talk-courtly-natural-3 = Zwei Karten, und nichts hinzuzufügen. Glückwunsch.
talk-courtly-comeback-1 = Eine Rückkehr mit Stil. Ich ziehe den Hut.
talk-courtly-comeback-2 = Von leeren Taschen bis zu diesem Stand: meine aufrichtige Anerkennung.
talk-courtly-split-1 = Mit Format geteilt: Jede Hand hat gewonnen.
talk-courtly-split-2 = Vor diesem Paar verneige ich mich.
talk-courtly-pushes-1 = Wir trennen uns als Ebenbürtige.
talk-courtly-pushes-2 = Ein ehrenvolles Unentschieden auf allen Seiten.
talk-courtly-shuffle-1 = Mit Verlaub, ich mische.
talk-courtly-shuffle-2 = Die Schnittkarte bittet um eine Pause. Ich mische.
talk-jolly-natural-1 = Ha! Blackjack!
talk-jolly-natural-2 = Zack, einundzwanzig!
talk-jolly-natural-3 = Ass, Zehn, fertig!
talk-jolly-comeback-1 = Wer ist denn da wieder? Und wie!
talk-jolly-comeback-2 = Aus der Asche bis unter die Decke!
talk-jolly-split-1 = Alle? Alle!
talk-jolly-split-2 = Dieses Paar hat gefeiert.
talk-jolly-pushes-1 = Unentschieden, überall unentschieden!
talk-jolly-pushes-2 = Keiner gewinnt, keiner verliert, alle bleiben Freunde.
talk-jolly-shuffle-1 = Die Schnittkarte! Mein Lieblingsteil: mischen.
talk-jolly-shuffle-2 = Jetzt wird gemischt! Finger weg.

## Finished rounds and their replays

command-history = verlauf
    .description = Zeigt deine Runden, Replays und Fehler
    .round = runde
    .round-description = Die Nummer einer Runde zum Ansehen

history-title = Deine Runden
history-none = Du hast noch keine Runde zu Ende gespielt. Öffne einen Tisch mit `/{ command-blackjack }`.
history-count = { $rounds ->
    [one] 1 beendete Runde
   *[other] { $rounds } beendete Runden, die neueste zuerst
}
history-page = Seite { $page } von { $pages }
history-mistakes = Deine Fehler
history-looked-back = { $rounds ->
    [one] in deiner letzten Runde
   *[other] in deinen letzten { $rounds } Runden
}
button-mistakes = Nur Fehler
history-hands = { $hands ->
    [one] 1 Hand
   *[other] { $hands } Hände
}
history-staked = { $amount } gesetzt
history-voided = abgebrochen
history-back = von einem Admin abgebrochen, offene Einsätze zurück
history-pick = Runde noch mal ansehen…

replay-of = Replay von Runde #{ $round } · Dealer: { $dealer }
replay-step = Schritt { $step } von { $steps }
replay-since = { $time } nach dem Austeilen
replay-dealt = Die Karten sind ausgeteilt
replay-voided = Diese Runde ist ungültig. Alle offenen Einsätze sind zurück.
replay-hits = { $player } zieht: { $card }
replay-stands = { $player } bleibt
replay-stands-late = Die Zeit ist um: { $player } bleibt
replay-stands-gone = { $player } ist nicht mehr am Tisch: Die Hand bleibt
replay-stands-admin = Ein Admin hat die Runde beendet: { $player } bleibt
replay-doubles = { $player } verdoppelt: { $card }
replay-splits = { $player } teilt
replay-surrenders = { $player } gibt auf
replay-insures = { $player } versichert sich mit { $amount }
replay-declines = { $player } verzichtet auf die Versicherung
replay-declines-late = Die Zeit ist um: { $player } verzichtet auf die Versicherung
replay-declines-gone = { $player } ist nicht mehr am Tisch: keine Versicherung
replay-declines-admin = Ein Admin hat die Runde beendet: { $player } verzichtet auf die Versicherung
replay-even-money = { $player } nimmt Even Money
replay-turns-over = { $dealer } deckt auf: { $card }
replay-draws = { $dealer } zieht: { $card }
replay-hand = Hand { $hand } von { $hands }
replay-against = gegen { $player }
replay-settled = Die Runde ist vorbei.
replay-footer = Die Spieler und alle auf dem Server, auf dem sie gespielt haben, können das mit `/{ command-history } { command-history.round }:{ $round }` öffnen.
button-my-rounds = Meine Runden
button-share = Posten

player-forgotten = (ein gelöschter Spieler)
player-unnamed = Spieler { $figures }

sorry-no-such-round = Runde #{ $round } kannst du hier nicht ansehen: Sie muss vorbei sein, und du musst mitgespielt haben oder auf dem Server sein, auf dem sie lief.
sorry-no-replay = Runde #{ $round } lässt sich nicht zeigen: Was davon gespeichert ist, ist nicht lesbar.
sorry-old-history = Dieser Button ist aus einer älteren Version dieser Liste. Tippe `/{ command-history }`, um sie neu zu sehen.
share-of = { $player } postet Runde #{ $round }
sorry-share-not-yours = Runde #{ $round } kann nur posten, wer mitgespielt hat.
sorry-share-elsewhere = Runde #{ $round } lässt sich nur auf dem Server posten, auf dem sie lief.
sorry-share-not-here = In diesem Kanal kannst du nichts posten: Du und ich brauchen hier beide die Berechtigung, Nachrichten zu senden.
sorry-shared-already = Runde #{ $round } ist hier schon gepostet: { $link }
sorry-shared-enough = Das waren viele Runden für einen Kanal. Die nächste kannst du { $when } posten.

## Verifiable shoes: `/verify`. "Seal" and "secret" are words of the transcripts; use one word for each.

command-verify = prüfen
    .description = Prüft die Karten eines Schlittens
    .shoe = schlitten
    .shoe-description = Die Nummer eines Schlittens; sonst alle

more-title = Dieser Tisch
more-listed = Runde { $round } ist { $number } in `/{ command-history }`
verify-title = Versiegelte Schlitten
verify-none = In diesem Kanal wurde noch kein Schlitten versiegelt.
verify-what = Jedes Siegel war vor der ersten Karte öffentlich und legt fest, was das Haus wählen konnte. Ist ein Schlitten zu Ende, kannst du jede seiner Karten nachprüfen.
verify-count = { $shoes ->
    [one] 1 Schlitten
   *[other] { $shoes } Schlitten, der neueste zuerst
}
verify-early = vorzeitig zu Ende: { $left }, weil alle gegangen sind, { $closed }, weil ein Admin den Tisch geschlossen hat, { $restored }, weil der Betreiber ein Backup eingespielt hat · von Admins abgebrochene Runden: { $voided }
verify-shoe = Schlitten { $shoe } von { $dealer }
verify-in-use = in Gebrauch
verify-ended-cut-card = bis zur Schnittkarte gespielt
verify-ended-round-over = zu Ende gespielt
verify-ended-closed = vorzeitig zu Ende: Der Tisch wurde geschlossen
verify-ended-closed-by-admin = vorzeitig zu Ende: Ein Admin hat den Tisch geschlossen
verify-ended-restored = vorzeitig zu Ende: Der Betreiber hat ein Backup eingespielt
verify-ended-voided = vorzeitig zu Ende: Ein Admin hat die Runde abgebrochen
verify-ended-other-rules = weggelegt: Es wurden andere Regeln gewählt
words-by = mit Worten von { $player } gemischt
words-of-a-player = mit Worten gemischt
words-none = ohne Worte gemischt
verify-pick = Einen Schlitten prüfen…
verify-not-over = **{ $title }** ist in Gebrauch, darum wird sein Geheimnis noch nicht verraten. Bewahre das Siegel auf und prüfe den Schlitten, wenn er zu Ende ist:
    `{ $seal }`
verify-right = Die Karten dieses Schlittens stimmen: Das Protokoll passt Karte für Karte zu seinem Siegel. Glaub es nicht nur mir.
verify-wrong = **Mit diesem Schlitten stimmt etwas nicht.** Bewahre beide Dateien auf und frag den Betreiber dieses Bots.
verify-changed = **Was zu diesem Schlitten gespeichert ist, wurde nach seinem Ende geändert:** Das Siegel des nächsten Schlittens wurde aus einem anderen Protokoll gebildet. Bewahre beide Dateien auf und frag den Betreiber dieses Bots.
verify-run = Leg beide Dateien in einen Ordner, und Python 3 prüft jede Karte, ganz ohne den Bot. Setz das Siegel ein, das du selbst aufbewahrt hast, oder mindestens seine ersten 32 Zeichen:
verify-your-words = die Worte
verify-words = Die Worte gingen ins Mischen ein, und nur ihr Hash ist gespeichert. Das Haus konnte die Karten also nicht wählen, wenn die Worte lang genug waren, um nicht erraten zu werden. Wer sie nicht kennt, setzt stattdessen die 32 Zeichen ein, die der Tisch vor und bei dem ersten Austeilen hinter „mit Worten von“ gezeigt hat.
verify-no-words = In diesen Schlitten hat niemand Worte gegeben; das prüft das leere `""`. Das Siegel zeigt, dass danach nichts geändert wurde; aber ohne Worte hätte sich das Haus vor dem Versiegeln ein Geheimnis aussuchen können, das ihm passt.
verify-limits = Was das nicht beweisen kann: dass das Haus niemandem etwas zuflüstert und dass die Worte nicht vom Betreiber selbst sind. Nachrichten lassen sich später ändern: Wer Worte dazugibt, sollte das Siegel aufbewahren.
button-verify = Prüfen
button-words = Worte dazugeben
words-done = Deine Worte sind eingemischt. Mit ihnen und dem Siegel kannst du jede Karte prüfen, wenn der Schlitten zu Ende ist: `/{ command-verify }`
    { $words }
    `{ $seal }`
    Der Tisch und `/{ command-verify }` zeigen deine Worte als `{ $digits }`. Steht dort etwas anderes, hat sie jemand geändert.

sorry-no-words = Tippe irgendwelche Worte aus druckbaren Zeichen.
sorry-no-such-shoe = Der letzte Tisch hier hat keinen Schlitten { $shoe }. Tippe `/{ command-verify }` für die Liste.
sorry-no-transcript = Schlitten { $shoe } lässt sich nicht zeigen: Was davon gespeichert ist, ist nicht lesbar.
sorry-old-verify = Dieser Button ist aus einer älteren Version dieser Liste. Tippe `/{ command-verify }`, um sie neu zu sehen.

## Results: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [one] Deine letzte Runde
   *[other] Deine letzten { $rounds } Runden
}

stats-title-mine = Deine Statistik
stats-title = Statistik von { $player }
stats-none-mine = Du hast noch keine Runde zu Ende gespielt. Öffne einen Tisch mit `/{ command-blackjack }`, und deine Geschichte beginnt.
stats-none = { $player } hat noch keine Runde zu Ende gespielt.
stats-net = Bilanz **{ $net }**
stats-staked = Gesetzt **{ $amount }**
stats-played = Runden **{ $rounds }**
stats-rounds = { $rounds ->
    [one] 1 Runde
   *[other] { $rounds } Runden
}
stats-won = { $rounds } gewonnen
stats-lost = { $rounds } verloren
stats-even = { $rounds } unentschieden
stats-win-rate = Gewinnquote **{ $percent } %**
stats-biggest-win = Größter Gewinn **{ $amount }**
stats-naturals = Blackjacks **{ $naturals }**
stats-by-rules = Nach Regelwerk
stats-percent-won = { $percent } % gewonnen
stats-short-naturals = { $naturals ->
    [one] 1 Blackjack
   *[other] { $naturals } Blackjacks
}
stats-picture-later = Das waren fürs Erste genug Bilder; das nächste gibt es { $when }.
achievements-title = Auszeichnungen
achievements-count = { $count } von { $all }
achievements-nearest = Am nächsten
button-achievements = Alle Auszeichnungen
achievements-ahead = Noch nicht erreicht
achievements-so-far = { $done } von { $all }
achievements-days = { $done } von { $all } Tagen
achievements-searched = Bisher { $searched } von { $rounds } Runden durchsucht; `/{ command-stats }` sucht in den übrigen weiter.
achievement-natural = Der erste Blackjack
achievement-suited-natural = Ein Blackjack in einer Farbe
achievement-stand-off = Blackjack gegen den Blackjack des Dealers
achievement-five-cards = 21 mit fünf Karten
achievement-seven-cards = 21 mit sieben Karten
achievement-three-sevens = Drei Siebenen
achievement-doubled-21 = Verdoppelt und 21 getroffen
achievement-doubled-split = Geteilt, verdoppelt und gewonnen
achievement-split-aces = Zwei Asse geteilt, 21 mit beiden
achievement-four-hands = Vier Hände aus einem Paar, und alle gewonnen
achievement-by-a-point = 21 gegen die 20 des Dealers
achievement-low = Mit 12 oder weniger gewonnen
achievement-insured = Versichert, und der Dealer hatte Blackjack
achievement-long-dealer = Der Dealer überkauft sich mit sechs Karten
achievement-full-table = Ein voller Tisch, und alle haben gewonnen
achievement-rounds-100 = Hundert Runden
achievement-rounds-1000 = Tausend Runden
achievement-naturals-21 = Einundzwanzig Blackjacks
achievement-rule-sets = Eine Runde nach jedem Regelwerk
achievement-back = Zurück vom Spender: das Geschenk verdoppelt
achievement-year = Ein Jahr nach der ersten Runde
achievement-by-book = Hundert Runden nach Lehrbuch
achievement-dailies = Die Zehn des Tages, an sieben Tagen

## The picture of a balance: without Markdown, at most 50 characters

chart-title = Guthaben nach jeder Runde
chart-results = Runden der Reihe nach, Zeiten in UTC
chart-start = Startguthaben
chart-nothing = Noch keine Runde

## Alternative text of the picture

chart-in-words = Das Guthaben nach jeder Runde: von { $first } bis { $last }, nie unter { $least } und nie über { $most }.

leaders-title = Rangliste
leaders-server = Dieser Server
leaders-all = Überall
leaders-players = { $players ->
    [one] 1 Spieler
   *[other] { $players } Spieler
}
leaders-as-of = Stand: { $when }
leaders-about-server = Gewinne auf allen Servern, ohne die Geschenke des Spenders, von Spielern mit mindestens { $least } beendeten Runden an den Tischen dieses Servers.
leaders-about-money = Gewinne, ohne die Geschenke des Spenders, von Spielern mit mindestens { $least } beendeten Runden.
leaders-has = hat { $balance }
leaders-you = du
leaders-your-place = Dein Rang: **{ $rank }** von { $players }.
leaders-not-listed = Du stehst noch nicht auf der Liste: Dafür braucht es { $least } beendete Runden.
leaders-nobody = Noch hat niemand { $least } Runden zu Ende gespielt. Öffne einen Tisch mit `/{ command-blackjack }`.
leaders-week-nobody = Noch niemand hat in dieser Woche { $least } Runden beendet. Öffne mit `/{ command-blackjack }` einen Tisch.
leaders-week-not-listed = Du stehst noch nicht auf der Liste: Dafür braucht es { $least } beendete Runden in dieser Woche.
leaders-week-since = Gewonnen und verloren seit { $since }. Eine neue Woche beginnt { $end }.
button-my-place = Mein Rang
sorry-old-leaderboard = Dieser Button ist aus einer älteren Version dieser Liste. Tippe `/{ command-leaderboard }`, um sie neu zu sehen.

## /house settings, set, reset: settings of a channel

command-house-settings = einstellungen
    .description = Zeigt, was hier festgelegt ist und wer es geändert hat
command-house-set = festlegen
    .description = Legt Regeln, Limits, Plätze, Zeiten, Bilder, Coach, KI-Spieler, Sprache, Währung oder Tische fest
    .setting = einstellung
    .setting-description = Was festgelegt wird
    .value = wert
    .value-description = Wähl aus oder tippe; Regelwerke mit Kommas trennen; „default“ setzt es zurück
    .where = wo
    .where-description = Dieser Kanal (Standard) oder der ganze Server
command-house-reset = zurücksetzen
    .description = Setzt alles zurück, hier oder auf dem ganzen Server
    .where = wo
    .where-description = Was zurückgesetzt wird: dieser Kanal (Standard) oder der ganze Server
where-channel = dieser Kanal
where-server = ganzer Server

setting-tables = Tische
setting-place = Ort der Tische
setting-rule-sets = Regelwerke
setting-default = Standardregeln
setting-lowest = Mindesteinsatz
setting-highest = Höchsteinsatz
setting-seats = Plätze
setting-bet-seconds = Zeit zum Setzen
setting-turn-seconds = Bedenkzeit
setting-card-pictures = Kartenbilder
setting-talk = Dealer spricht
setting-coach = Coach
setting-company = KI-Spieler
setting-language = Sprache der Tische
setting-currency = Währung
setting-log = Protokoll der Admins
setting-daily = Täglicher Post

# The language's name for itself.
language-name = Deutsch

house-settings-title = Einstellungen von { $channel }
house-set-here = Hier festgelegt
house-set-everywhere = Für den ganzen Server festgelegt
house-not-set = Auf Standard
house-default = Standard: { $value }
house-all-rules = alle Regelwerke
house-by-the-rules = nach den Regeln
house-tables-language = die des Community-Servers, sonst die der Person, die den Tisch öffnet
house-on = an
house-off = aus
house-company = bis zu { $most }
house-company-off = aus
house-log-off = aus
coaching-off = aus
coaching-review = nur Auswertung
coaching-hints = Tipps und Auswertung
place-channel = im Kanal
place-thread = jeder in einem eigenen Thread
house-seconds = { $seconds ->
    [one] 1 Sekunde
   *[other] { $seconds } Sekunden
}
house-changed = ✅ { $setting }: **{ $value }**
house-changed-everywhere = ✅ Ganzer Server, { $setting }: **{ $value }**
house-reset = ✅ Alles ist wieder auf Standard.
house-reset-here = ✅ Hier ist nichts mehr festgelegt: Es gelten die Einstellungen des ganzen Servers.
house-reset-everywhere = ✅ Für den ganzen Server ist nichts mehr festgelegt. Die Einstellungen einzelner Kanäle bleiben.
house-open-table = Der Tisch, der hier offen ist, behält Regeln, Limits und Plätze, bis er schließt.
house-last-changes = Letzte Änderungen
house-never-changed = Hier hat noch nie jemand etwas geändert.
house-value = { $setting }: { $value }
house-change = { $setting }: { $old } → { $new }
house-not-set-then = nicht festgelegt
house-how-to-set = `/{ command-house } { command-house-set }` ändert eine Einstellung.
    `/{ command-house } { command-house-reset }` setzt alle zurück.
    Für den ganzen Server wähl ihn bei `{ command-house-set.where }`; die Einstellungen eines Kanals gehen vor.

sorry-not-a-limit = Das ist kein Betrag. Versuch es mit `250`, `12,50`, `{ $amount }` oder `1k`.
sorry-emoji-elsewhere = Dieses Emoji gehört nicht zu diesem Server. Wähle eines von diesem Server oder ein Standard-Emoji.
sorry-no-pictures = Wer diesen Bot betreibt, hat die Kartenbilder überall ausgeschaltet.
sorry-not-in-channel = Mit den Einstellungen von { $channel } bliebe dort nichts zu spielen. Ändere sie zuerst dort.

overview-not-here = In diesem Kanal nicht gespielt: { $rules }
overview-no-tables = In diesem Kanal sind die Tische ausgeschaltet.
card-not-here = Dieses Regelwerk wird in diesem Kanal nicht gespielt.

## /house log

command-house-log = protokoll
    .description = Zeigt, was Admins zuletzt getan haben
house-here = dieser Kanal
house-log-title = Was Admins getan haben
house-log-empty = Noch nichts.
house-log-where = Wird in { $channel } gemeldet.
house-log-nowhere = Wird nirgends gemeldet. Wähle `/{ command-house } { command-house-set }` mit `{ setting-log }` in dem Kanal, in dem es gemeldet werden soll.
house-log-no-daily = { $channel } hat den täglichen Post an drei Tagen in Folge abgelehnt und bekommt keinen mehr.
house-act-round = { $admin } hat Runde { $round } in { $channel } beendet
house-act-table = { $admin } hat den Tisch in { $channel } geschlossen
house-act-set = { $admin } hat **{ $setting }** in { $channel } auf **{ $value }** gesetzt
house-act-set-everywhere = { $admin } hat **{ $setting }** für den ganzen Server auf **{ $value }** gesetzt
house-act-default = { $admin } hat **{ $setting }** in { $channel } auf den Standard zurückgesetzt
house-act-default-everywhere = { $admin } hat **{ $setting }** für den ganzen Server auf den Standard zurückgesetzt
house-act-reset = { $admin } hat alle Einstellungen von { $channel } zurückgesetzt
house-act-reset-everywhere = { $admin } hat alle Einstellungen des Servers zurückgesetzt

## /house status

command-house-status = status
    .description = Zeigt Version, Tische, Runden, Latenz, Datenbank

bot-title = Wie es dem Bot geht
bot-version = Version: **{ $version }**
bot-started = Gestartet: **{ $when }**
bot-tables = Offene Tische: **{ $tables }**
bot-company = KI-Spieler an den Tischen: **{ $players }**
bot-rounds = Runden heute (UTC): **{ $rounds }**
bot-latency = Latenz zu Discord: **{ $milliseconds } ms**
bot-no-latency = Latenz zu Discord: noch nicht gemessen
bot-kilobytes = Datenbank: **{ $size } kB**
bot-megabytes = Datenbank: **{ $size } MB**
bot-requests = Anfragen an Discord in der letzten Minute: **{ $number }** von **{ $most }**
bot-refused = Vom Ratenlimit abgewiesen (429): **{ $count }**
bot-judging = Züge sind bewertet bis: **{ $when }**
bot-failing = ⚠️ Klappt nicht (zuerst { $when }) und wird weiter versucht: **{ $what }**
loop-gateway = Verbindung zu Discord
loop-tables = Tische übernehmen
loop-judging = Entscheidungen bewerten
loop-backups = regelmäßige Backups
loop-health = Selbstprüfung
loop-departures = Server suchen, die der Bot verlassen hat
loop-duels = Ergebnisse von Duellen posten
loop-daily = tägliche Posts
loop-commands = Befehle anmelden
loop-pictures = Kartenbilder hochladen
loop-messages = ältere Nachrichten löschen
loop-invitation = Einladung speichern

## The coach: `/strategy`. Moves have the names of their buttons.

command-strategy = strategie
    .description = Zeigt zu jeder Hand den besten Zug
    .rules = regeln
    .rules-description = Ein Teil des Namens; sonst, was hier gespielt wird

percent = { $number } %
verb-insure = Versicherung

strategy-title = Strategie: { $rules }
strategy-in-words = Der beste erste Zug zu jeder Hand gegen jede Karte des Dealers, nach den Regeln von { $rules }. Der Button darunter zeigt alles als Text.
strategy-else = { $first }, sonst { $other }
strategy-how-to-read = Deine Hand steht links, die Karte des Dealers oben. Erst kommen harte Werte, dann Hände mit einem Ass, dann Paare. Was hinter „sonst“ steht, gilt, wenn das Erste nicht mehr geht.
strategy-always = { $offer }: immer.
strategy-never = { $offer }: nie.
strategy-edge = Wer so spielt, lässt dem Haus im Schnitt **{ $percent }** des ersten Einsatzes.
strategy-about = Berechnet für genau diese Regeln und Decks, frisch gemischt; bekannt sind nur deine Hand und die Karte des Dealers.
button-as-text = Als Text
button-as-picture = Als Bild

sorry-many-ask = Das wollen gerade viele wissen. Bitte frag in ein paar Sekunden noch einmal.
sorry-no-worker = Der Coach hat nicht rechtzeitig eine Antwort gefunden. Bitte frag gleich noch einmal.

## Reviews and hints

coach-hand = { $cards } ({ $total }) gegen { $upcard }
button-hint = Tipp
button-review = Auswertung
history-review = Runde auswerten…
practise-title = Deine Fehler üben
practise-about = Es geht um kein Geld, und nichts davon zählt für dein Können.
practise-count = { $hands ->
    [one] 1 Hand geübt, { $right } gleich richtig
   *[other] { $hands } Hände geübt, { $right } gleich richtig
}
practise-nothing = Es gibt nichts zu üben: In deinen neuesten Runden der letzten 30 Tage ist kein Fehler.
practise-over = Das waren alle Fehler deiner letzten Runden.
button-practise = Üben
button-practise-again = Von vorn
sorry-old-practice = Diese Hand kann nicht mehr geübt werden.
because = **{ $move }:** { $why }
because-stand = Halten gewinnt nur, wenn sich der Dealer mit { $card } überkauft, in { $wins } von 100 Fällen, und verliert in { $loses }; { $other } gewinnt in { $otherwins } und verliert in { $otherloses }.
because-no-stand = { $best } gewinnt in { $wins } von 100 Fällen und verliert in { $loses }; Halten gewinnt nur, wenn sich der Dealer mit { $card } überkauft, in { $otherwins } von 100, und verliert in { $otherloses }.
because-odds = { $best } gewinnt in { $wins } von 100 Fällen und verliert in { $loses }; { $other } gewinnt in { $otherwins } und verliert in { $otherloses }.
because-double = eine einzige Karte für den doppelten Einsatz { $gains ->
    [yes] gewinnt
   *[no] verliert
} im Schnitt { $percent } des Einsatzes; { $other } für den einfachen { $othergains ->
    [yes] gewinnt
   *[no] verliert
} { $otherpercent }.
because-no-double = { $best } { $gains ->
    [yes] gewinnt
   *[no] verliert
} im Schnitt { $percent } des Einsatzes; Verdoppeln, eine einzige Karte für den doppelten Einsatz, { $othergains ->
    [yes] gewinnt
   *[no] verliert
} { $otherpercent }.
because-split = zwei Hände, die mit { $card ->
    [A] einem Ass
   *[other] { $card }
} beginnen, { $gains ->
    [yes] gewinnen
   *[no] verlieren
} im Schnitt { $percent } des Einsatzes; eine Hand mit { $total } { $othergains ->
    [yes] gewinnt
   *[no] verliert
} { $otherpercent } ({ $other }).
because-no-split = eine Hand mit { $total } { $gains ->
    [yes] gewinnt
   *[no] verliert
} im Schnitt { $percent } des Einsatzes ({ $best }); zwei Hände, die mit { $card ->
    [A] einem Ass
   *[other] { $card }
} beginnen, { $othergains ->
    [yes] gewinnen
   *[no] verlieren
} { $otherpercent }.
because-half = Aufgeben kostet im Schnitt { $percent } des Einsatzes{ $natural ->
    [no] {""}
   *[other] , weil es bei einem Blackjack des Dealers (in { $natural } der Fälle) den ganzen kostet
}; { $other } kostet { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] gewinnt
   *[no] kostet
} im Schnitt { $percent } des Einsatzes; Aufgeben kostet { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , weil es bei einem Blackjack des Dealers (in { $natural } der Fälle) den ganzen kostet
}.
because-least = jeder Zug verliert im Schnitt; { $best } verliert am wenigsten, { $percent } des Einsatzes, { $other } { $otherpercent }.
because-values = { $best } gewinnt im Schnitt { $percent } des Einsatzes; { $other } { $othergains ->
    [yes] gewinnt
   *[no] verliert
} { $otherpercent }.
because-same = { $best } und { $other } unterscheiden sich hier um weniger als { $percent } des Einsatzes.
because-offer = der Dealer hat in { $natural } der Fälle einen Blackjack; { $offer } lohnt sich ab { $needed }.
because-move = { $move ->
    [hit] Ziehen
    [stand] Halten
    [double] Verdoppeln
    [split] Teilen
    [surrender] Aufgeben
    [insure] eine Versicherung
    [decline] keine Versicherung
   *[even-money] Even Money
}
hint-choice = { $move }: { $percent } des Einsatzes ({ $amount })
hint-about = So viel bringt jeder Zug im Schnitt, wenn du danach bestmöglich spielst; mitgezählt ist jede Karte, die seit dem Mischen zu sehen war.
hint-counts = Was du jetzt entscheidest, zählt nicht für dein Können.
button-all-moves = Alle Züge
review-title = Auswertung von Runde #{ $round }
review-nothing = Du hattest nichts zu entscheiden.
review-perfect = { $decisions ->
    [one] Deine einzige Entscheidung war wie im Lehrbuch.
   *[other] Alle { $decisions } Entscheidungen waren wie im Lehrbuch.
}
review-verdict = { $good } von { $decisions } wie im Lehrbuch; { $move } kostete { $cost }.
review-verdict-all = { $good } von { $decisions } wie im Lehrbuch; die anderen kosteten zusammen { $cost }.
review-cost = kostete { $cost }
review-hinted = mit Tipp
review-late = Zeit abgelaufen
review-gone = du warst schon weg
review-admin = ein Admin hat die Runde beendet
review-about = Die Prozente sagen, was ein Zug im Schnitt von deinem Einsatz bringt, ganz gleich, was dann kam. Wie im Lehrbuch ist der Zug der Tabelle oder der beste nach den Karten.
review-cards-unknown = Welche Karten aus diesem Schlitten vorher schon gegeben waren, ist nicht mehr bekannt; deshalb gilt hier ein frischer Schlitten.
review-cards-fresh = Der Schlitten war frisch gemischt.
review-cards-seen = { $cards ->
    [one] Die Karte, die seit dem Mischen zu sehen war, ist mitgezählt.
   *[other] Die { $cards } Karten, die seit dem Mischen zu sehen waren, sind mitgezählt.
}
sorry-not-your-round = Auswerten lassen sich nur deine eigenen Runden, sobald sie vorbei sind.
sorry-no-review = Die Admins dieses Servers haben den Coach dort, wo diese Runde gespielt wurde, ausgeschaltet.
sorry-no-hints = Die Admins dieses Servers haben Tipps in diesem Kanal ausgeschaltet.

## Skill

stats-skill = Können: { $skill }
stats-skill-about = Entscheidungen ohne Tipp aus den letzten 30 Tagen. Bester Zug ist der aus der Tabelle oder der beste nach den Karten, die schon weg waren; Glück zählt nicht.
leaders-by-money = Geld
leaders-by-skill = Können
leaders-by-week = Gewinn der Woche
leaders-by-week-skill = Können der Woche
leaders-week-title = Gewinn der Woche
leaders-week-skill-title = Rangliste der Woche: Können
leaders-week-skill-not-listed = Du stehst noch nicht auf der Liste: Dafür braucht es { $least } Entscheidungen ohne Tipp in dieser Woche, und du hast { $decisions }.
leaders-about-week-skill = Entscheidungen seit { $since } und was sie im Schnitt kosten: Glück zählt nicht. Eine neue Woche beginnt { $end }.
leaders-skill-title = Rangliste: Können
accuracy = Genauigkeit { $share } ({ $good } von { $decisions })
skill-costs = kostet pro Zug { $percent } des Einsatzes
leaders-skill-not-listed = Du stehst noch nicht auf der Liste: Dafür braucht es { $least } Entscheidungen ohne Tipp in 30 Tagen, und du hast { $decisions }.
leaders-about-skill = Was Entscheidungen im Schnitt kosten, die weder der Tabelle folgen noch nach den Karten die besten sind. Tipps und wenige Entscheidungen rücken dich näher an den Durchschnittsspieler, der pro Entscheidung 1 % des Einsatzes verliert. Neue Runden zählen nach ein paar Sekunden.

## The daily ten

command-daily = täglich
    .description = Spielt die zehn Hände des Tages, ohne Geld
daily-title = Die Zehn des Tages
daily-title-of = Die Zehn des Tages von { $player }
daily-about = Es geht um kein Geld. Es zählen deine Entscheidungen, nicht das Glück.
daily-score = { $best } von { $hands }
daily-number = Nr. { $number }
daily-mistakes = { $hands } Fehler
daily-others = { $hands ->
    [one] 1 Fehler, { $percent } eines Einsatzes
   *[other] { $hands } Fehler, { $percent } eines Einsatzes
}
daily-streak = { $days ->
    [one] 1 Tag in Folge
   *[other] { $days } Tage in Folge
}
daily-board = { $players ->
    [one] Dieser Server: 1 Spieler
   *[other] Dieser Server: { $players } Spieler
}
daily-again = 🟩 bester Zug · 🟨 bis 2 % des Einsatzes · 🟥 mehr. Neue Hände gibt es um Mitternacht (UTC).
daily-yesterday = Gestern: { $players } Spieler
daily-nobody = Gestern hat hier niemand gespielt. Mach heute den Anfang!
button-daily-next = Nächste Hand
button-daily-result = Ergebnis
button-daily-share = Hier posten
button-daily-play = Heutige Zehn spielen
review-verdict-better = { $good } von { $decisions } wie im Lehrbuch. { $best } war besser als { $move }, um { $cost } des Einsatzes.
sorry-old-daily = Diese Hände sind von einem anderen Tag. Die von heute gibt es mit `/{ command-daily }`.
sorry-daily-shared = Dein Ergebnis lässt sich einmal posten, wenn alle zehn Hände gespielt sind.
sorry-daily-closed = Diese Zehn kannst du nicht mehr spielen: Der Bot wurde aktualisiert oder aus einem Backup wiederhergestellt, seit du sie begonnen hast, oder du hast deine Daten löschen lassen. Neue Hände gibt es um Mitternacht (UTC).

## A duel

command-duel = duell
    .description = Fordert jemanden zu denselben zehn Händen heraus
    .player = spieler
    .player-description = Wen du herausforderst
duel-title = Duell: { $challenger } und { $challenged }
duel-challenge = ⚔️ { $challenger } fordert { $challenged } zum Duell: Beide spielen dieselben zehn Hände, jeder für sich und ohne Geld. Die Zeit ist { $when } um. Es gewinnt, wer gegenüber dem besten Spiel weniger verliert.
duel-sent = Du hast { $player } herausgefordert. Drück oben auf **Spielen**, wann du magst. Das Ergebnis steht hier, wenn ihr beide fertig seid, spätestens { $when }.
duel-declined = Dieses Duell wurde abgesagt.
duel-over = Dieses Duell ist vorbei.
duel-about = Es geht um kein Geld. Die Zeit ist { $when } um.
duel-waiting = Du bist fertig. Das Ergebnis wird gepostet, wenn auch { $player } fertig ist, spätestens { $when }.
duel-unfinished = nicht fertig geworden
duel-won = { $player } gewinnt!
duel-draw = Unentschieden!
duel-nobody = Niemand ist fertig geworden.
duel-squares = 🟩 bester Zug · 🟨 bis 2 % des Einsatzes · 🟥 mehr. Mit `/{ command-duel }` forderst du jemanden heraus.
duel-how = Tippe `/{ command-duel }` und wähle jemanden aus: Ihr bekommt beide dieselben zehn Hände, andere als die von heute.
button-duel-play = Spielen
button-duel-decline = Absagen
button-duel-look = Meine Hände
button-duel-ask = Herausfordern…
sorry-old-duel = Dieses Duell gibt es nicht mehr. Mit `/{ command-duel }` beginnst du ein neues.
sorry-not-your-duel = Dieses Duell spielen zwei andere. Mit `/{ command-duel }` beginnst du dein eigenes.
sorry-duel-yourself = Gegen dich selbst kannst du kein Duell spielen. Wähle jemand anderen.
sorry-duel-bot = Bots spielen keine Duelle. Wähle jemand anderen.
sorry-duel-not-here = In diesem Kanal kannst du kein Duell beginnen: Du und ich brauchen hier beide die Berechtigung, Nachrichten zu senden.
sorry-duel-full = Du hast drei offene Duelle. Beende erst eines oder sag es ab.
sorry-duel-they-full = { $player } hat drei offene Duelle. Versuch es später noch einmal.
sorry-duel-unseen = { $player } sieht diesen Kanal nicht. Beginne das Duell dort, wo ihr beide lesen könnt.
sorry-duel-unposted = Deine Herausforderung an { $player } ist noch nicht in { $channel }. Wenn sie dort nicht erscheint, tippe dort noch mal `/{ command-duel }`.
sorry-duel-enough = Du hast vorerst genug Spieler herausgefordert. Die nächste Herausforderung geht { $when }.
sorry-duel-begun = Dieses Duell lässt sich nicht mehr absagen.
sorry-duel-closed = Dieses Duell kannst du nicht mehr spielen: Der Bot wurde aktualisiert, seit du es begonnen hast.
