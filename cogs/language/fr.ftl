### All texts for users, in French. Keys and values are those of en.ftl.

## Amounts. The program parses the example: change only its signs and spaces. `.all` and `.half` are words that
## players may type for all or half of their money, besides the English ones; accents are optional.

money = 1{ "\u202F" }234,50{ "\u00A0" }$
    .all = tout, tapis, je fais tapis, le tout
    .half = moitié, la moitié

## Commands: names to type, and descriptions. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Ouvre une table ici, ou affiche celle qui est ouverte
    .rules = règles
    .rules-description = Quelle variante : une partie du nom
    .decks = paquets
    .decks-description = Combien de paquets
    .seats = places
    .seats-description = Combien de places
    .min = min
    .min-description = Mise minimale : 5 · 2,50 · 1k
    .max = max
    .max-description = Mise maximale : 100 · 1k
command-bet = miser
    .description = Prend une place et mise
    .amount = montant
    .amount-description = 250 · 12,50 · 1 000 $ · 1k · moitié · tout
command-leave = quitter
    .description = Quitte la table
    .who = qui
    .who-description = À ta place, un joueur IA que la première place renvoie
command-company = compagnie
    .description = Invite un joueur IA à la table
    .who = qui
    .who-description = Lequel ; sinon la maison choisit
command-balance = solde
    .description = Affiche ton solde, ou un autre
    .player = joueur
    .player-description = De qui ; sinon le tien
command-stats = stats
    .description = Affiche statistiques et distinctions
    .player = joueur
    .player-description = De qui ; sinon les tiennes
command-leaderboard = classement
    .description = Affiche qui a gagné le plus et qui joue le mieux
    .where = où
    .where-description = Joueurs de ce serveur (par défaut), ou de tous
    .by = par
    .by-description = Par niveau de la semaine (par défaut), gains de la semaine, argent ou niveau
command-share = partager
    .description = Montre à tous ta dernière manche
command-rules = règles
    .description = Explique les règles
    .rules = règles
    .rules-description = Une partie du nom ; sinon la table d'ici, ou toutes en bref
command-house = maison
    .description = Pour les admins de ce serveur
command-house-void = annuler
    .description = Termine la manche dans ce salon : toutes les mains restent, les mises sont réglées
command-house-close = fermer
    .description = Ferme la table ici ; si une manche est en cours, toutes les mains restent d'abord

## Rule sets

rules-hotseat = Chacun son tour
    .summary = Huit paquets et une carte de coupe ; chacun joue à son tour ; on double, mais on ne sépare pas ; le blackjack ne paie que 1:1.
    .whom = ceux qui aiment la simplicité
    .suits = Ceux qui aiment la simplicité : il suffit de tirer, rester ou doubler. Comme le blackjack ne paie que 1:1, la maison garde cinq fois plus qu'à Bicycle.
    .readings = { card-readings }
rules-endless = Sabot infini
    .summary = Un sabot infini avec une seule sorte de figure ; le blackjack paie 3:2 aussitôt ; séparations sans limite.
    .whom = amateurs de risque
    .suits = Ceux qui aiment le risque : chaque paire peut être séparée encore et encore, et une seule mise en fait naître beaucoup d'autres.
    .readings = { card-readings }
rules-private = Croupier privé
    .summary = Un paquet par manche et une main du croupier pour chacun ; tous en même temps ; les égalités perdent.
    .whom = impatients
    .suits = Ceux qui détestent attendre : personne n'attend personne. Cela coûte cher, car les égalités perdent : aucune autre variante ici n'a un plus grand avantage de la maison.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Six paquets ; le croupier vérifie s'il a blackjack ; assurance ; double face cachée sur 9, 10 ou 11 ; on sépare les paires de même rang.
    .whom = débutants, et tout le monde
    .suits = Les débutants d'abord, et tout le monde : le blackjack paie 3:2, on peut séparer, doubler et s'assurer. Avec un jeu parfait, l'avantage de la maison est d'environ 0,7 %. C'est là qu'il faut commencer.
    .readings = { card-readings }
rules-surrender = Abandon tardif
    .summary = De un à huit paquets ; abandon pour la moitié de la mise sur les deux premières cartes ; une séparation ; le croupier ne vérifie pas s'il a blackjack.
    .whom = prudents
    .suits = Les joueurs prudents : une main sans espoir s'abandonne pour la moitié de la mise.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Six paquets ; le croupier reste sur tous les 17 et vérifie s'il a blackjack ; jusqu'à quatre mains ; assurance ; abandon tardif.
    .whom = ceux qui veulent toutes les options
    .suits = Ceux qui veulent toutes les options d'un casino : séparer plusieurs fois, abandonner, paiement égal. Avec un jeu parfait, l'avantage de la maison est d'environ 0,3 %.
rules-downtown = Downtown
    .summary = Deux paquets ; le croupier tire sur 17 soft et vérifie s'il a blackjack ; jusqu'à quatre mains ; assurance ; pas d'abandon.
    .whom = ceux qui préfèrent peu de paquets
    .suits = Ceux qui préfèrent peu de paquets. Le croupier tire sur 17 soft ; avec un jeu parfait, l'avantage de la maison est d'environ 0,4 %.
rules-european = Européen
    .summary = Six paquets, sans carte cachée : le blackjack du croupier emporte aussi les mises doublées et séparées ; double sur 9, 10 ou 11.
    .whom = patients
    .suits = Les joueurs patients : on double peu, et rien ne sauve d'une mauvaise main. Avec un jeu parfait, l'avantage de la maison est d'environ 0,6 %.
rules-six-to-five = Six pour cinq
    .summary = Un paquet ; le croupier tire sur 17 soft et vérifie s'il a blackjack, qui ne paie que 6:5 ; double sur deux cartes quelconques ; une séparation.
    .whom = curieux
    .suits = Les curieux, qui veulent sentir ce que coûte le 6:5 : avec un jeu parfait, l'avantage de la maison est d'environ 1,6 %, presque cinq fois celui de Vegas Strip.

## Play money

play-money = Argent fictif : il ne s'achète pas, ne se vend pas, ne s'échange pas et ne se donne à personne.

## The table

table-round = Manche { $number } · croupier : { $dealer }
table-options = À cette table : { $options }
table-choose-rules = Règles de cette table
table-played-last = { $rules } · jouée ici en dernier
table-shoe = { $left ->
    [one] { $left } carte restante
   *[other] { $left } cartes restantes
}
table-cut-card = { $cards ->
    [one] carte de coupe dans { $cards } carte
   *[other] carte de coupe dans { $cards } cartes
}
table-shuffled = Cartes mélangées
table-last-round = **Dernière manche de ce sabot :** la carte de coupe est sortie, on mélange les cartes après cette manche
table-sealed = Scellé : `{ $seal }`
table-cut = { $player } coupe les cartes
table-may-add-words = { $player } peut ajouter des mots
table-closing = **La maison ferme un instant. Cette table reste telle quelle, au centime près.**
table-resumed = La maison a fermé un instant ; tout est comme tu l'as laissé
table-voided = Un admin a annulé cette manche. Toutes les mises en jeu ont été rendues.
table-closed = La table est fermée.
table-restored = Une sauvegarde a été restaurée : les cartes sont mélangées à nouveau
table-voided-restored = Une sauvegarde a été restaurée, cette manche est donc annulée : ses cartes sont peut-être connues. Toutes les mises en jeu ont été rendues.
table-ended = Un admin a terminé cette manche : toutes les mains sont restées.
table-farewell = La table est fermée. Merci d'avoir joué !
rounds-over = { $count ->
    [one] Manche { $first }
   *[other] Manches { $first } à { $last }
}
rounds-over-dealer = croupier { $total }
sitting-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
sitting-dealer = croupier : { $dealer }
sitting-best = Plus gros gain : { $player }, { $net } à la manche { $round }
sitting-best-mine = Ton plus gros gain : { $net } à la manche { $round }
sitting-natural = Blackjack à la manche { $round } : { $player }, { $net }
sitting-natural-mine = Ton blackjack à la manche { $round } : { $net }
sitting-comeback = Le retour de la soirée : { $players }, d'abord sans un sou, puis le double du cadeau du donateur
sitting-comeback-mine = Quel retour ! Tu n'avais plus un sou, et tu as doublé le cadeau du donateur.
sitting-more-players = { $count ->
    [one] et { $count } autre joueur
   *[other] et { $count } autres joueurs
}
sitting-achievement = { $achievement } : { $players }
sitting-more-achievements = { $count ->
    [one] et { $count } autre distinction
   *[other] et { $count } autres distinctions
}
sitting-title = Tes manches à cette table
sitting-dearest = les erreurs les plus coûteuses d'abord
sitting-worst = Ton erreur la plus coûteuse : { $move } avec { $total } a coûté { $cost }.
sitting-cost = coût des erreurs : { $cost }
sitting-no-mistake = aucune erreur
sitting-not-played = Tu n'as encore fini aucune manche à cette table.
leaving-in-play = Sans compter la main encore en jeu.
leaving-first-hand = Ta première main à cette table est encore en jeu.

seat-has = { $player } a **{ $amount }**
seat-money-left = reste { $amount }
seat-bets = { $player } mise **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, dès la prochaine manche
seats-play-along = { $count ->
    [one] { $names } joue aussi
   *[other] { $names } jouent aussi
}
seat-missed = n'a pas misé la dernière fois
seats-free = { $seats ->
    [one] { $seats } place libre
   *[other] { $seats } places libres
}
seats-given = les joueurs IA cèdent leur place
bets-how = Pour miser, choisis un montant : { $limits }
bets-asked = { $players }, on rejoue ?
bets-waiting = On attend { $players }
bets-close = fin des mises { $when }
bets-deal = distribution { $when }
bets-joining = Distribution { $when }

turn-decides = ▶ À **{ $players }** de jouer · fin du temps { $when }
turn-insurance = ⏳ Assurance ? À **{ $players }** de décider · fin du temps { $when }
turn-insurance-pays = paie 2:1 si le croupier a un blackjack
turn-dealer = { $dealer } joue.
turn-waiting = En attente de la prochaine manche : { $players }

dealer-cards = Croupier · { $cards } · { $total }
dealer-shows = montre { $total }
dealer-peeked = a vérifié : pas de blackjack
dealer-rests = Il ne reste aucune main contre laquelle jouer : le croupier ne tire plus.

seat-against = { $player } contre { $cards }
seat-left = a quitté la table
seat-insured = assurance : { $amount }
seat-not-insured = sans assurance
seat-insurance-open = assurance ?
seat-natural = Blackjack ! { $net }
seat-push = égalité
seat-now = solde { $amount }
seat-hands-to-play = { $hands ->
    [one] encore { $hands } main à jouer
   *[other] encore { $hands } mains à jouer
}
seat-hands = { $hands ->
    [one] { $hands } main, { $staked } : { $said }
   *[other] { $hands } mains, { $staked } : { $said }
}
hand-doubled = { $amount } (mise doublée)
hand-paid = blackjack, déjà payé
hand-late = temps écoulé, reste
total-soft = { $points } soft
total-ace = un as
total-busts = saute avec { $points }
card-face = Figure

status-stood = reste
status-twenty-one = atteint 21
status-doubled = double
status-split-ace = as séparé : une seule carte
status-natural = blackjack
status-even-money = paiement égal (1:1)
status-bust = saute
status-surrendered = abandonne

result = { $reason } : { $net }
reason-natural = Blackjack
reason-even-money = Paiement égal (1:1)
reason-higher = Bat le croupier
reason-dealer-bust = Le croupier saute
reason-push = Égalité
reason-tie-loses = Égalité, perdante ici
reason-lower = Perd contre le croupier
reason-bust = Saute
reason-dealer-natural = Blackjack du croupier
reason-surrendered = Abandon
reason-insurance-won = Assurance gagnée
reason-insurance-lost = Assurance perdue

your-turn = { $player }, c'est ton tour : [la table attend]({ $link }).

## Buttons: at most 20 characters, better 14; at most 34 with an amount

button-other = Autre…
button-deal = Distribuer
button-join = Entrer
button-company = Compagnie
button-more = ⋯
button-help = Aide
button-rules = Règles
button-strategy = Stratégie
button-play-again = Rejouer
    .for = { button-play-again } { $amount }
button-leave = Quitter
button-hit = Tirer
button-stand = Rester
button-double = Doubler
button-surrender = Abandonner
    .for = Abandon ({ $amount })
button-split = Séparer
button-insure = Assurer (½)
    .for = Assurer { $amount }
button-no-insurance = Sans assurance
button-even-money = Paiement égal (1:1)
    .for = { $amount } tout de suite
button-donor = Accepter { $amount }
button-replay = Revoir
button-replays = Revoir…
button-new-table = Nouvelle table
button-void = Terminer la manche
button-close-table = Fermer la table
button-keep-playing = Continuer

## Modals: titles and labels at most 45 characters, hints and examples at most 100

modal-amount = Montant
modal-bet = Ta mise
    .hint = Mises : { $limits }. Tu as { $balance }.
    .example = 250 · 12,50 · { $amount } · 1k · moitié · tout
modal-bet-next = Miser sur la prochaine manche
modal-join = S'asseoir et miser
modal-insure = Assurer ta main
    .hint = Au plus { $most }, la moitié de ta mise.
    .example = 12,50 · max
modal-words = Ajoute des mots au mélange
    .text = Voici le sceau du sabot. Garde-le là où personne d'autre ne peut le changer :
        `{ $seal }`
        Ce que tu écris est mélangé aux cartes. La maison ne le connaissait pas quand elle a scellé le sabot.
    .label = Tes mots
    .hint = N'importe quoi : plus c'est long, mieux c'est. Garde-les aussi.

## Rules in words

limits = de { $least } à { $most }
limits-open = à partir de { $least }, jusqu'à ton solde
decks = { $decks ->
    [1] un paquet
   *[other] { $decks } paquets
}
decks-endless = un sabot infini
seats = { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
}
option-bets = mises { $limits }
odd-ties-lose = les égalités perdent
odd-natural = le blackjack paie { $pays }
odd-hits-soft-17 = le croupier tire sur 17 soft
odd-stands = le croupier reste sur tous les 17
odd-dealer-each = une main du croupier pour chacun
odd-no-hole-card = sans carte cachée, donc le blackjack du croupier emporte aussi les mises doublées et séparées
odd-paid-at-once = le blackjack est payé aussitôt
odd-no-doubling = on ne double pas
odd-face-down = la carte d'un double est donnée face cachée
odd-no-splitting = on ne sépare pas
hint-at-once = { $pays } aussitôt
hint-doubling = on double
hint-double-totals = on double sur { $totals }
hint-splits = séparation
hint-splits-without-end = séparation sans limite
hint-no-splits = sans séparation
hint-no-hole-card = sans carte cachée
hint-hits-soft-17 = croupier tire sur 17 soft
hint-surrender = abandon

card-cards = **Cartes :** { $text }
card-dealer = **Croupier :** { $text }
card-turns = **Ordre de jeu :** { $text }
card-payouts = **Gains :** { $text }
card-doubling = **Doubler :** { $text }
card-splitting = **Séparer :** { $text }
card-insurance = **Assurance :** { $text }
card-surrender = **Abandon :** { $text }
card-without = **Pas à cette table :** { $text }
without-doubling = doubler
without-splitting = séparer
without-insurance = assurance
without-surrender = abandon
card-limits = **Limites :** { $limits } ; { $seats ->
    [one] { $seats } joueur
   *[other] 1 à { $seats } joueurs
}
card-readings = Là où les règles écrites de ce jeu se contredisent, on joue ce qui est dit ici ; la documentation de ce bot explique pourquoi.
card-suits = **Pour qui :** { $text }
clause-separator = {" ; "}
cards-generic = du deux au neuf, des as et une seule sorte de figure, qui vaut dix, sans couleurs
cards-at-cut-card = mélange après la manche où sort la carte de coupe, de { $least } à { $most } cartes avant la fin
cards-every-round = mélange avant chaque manche
cards-never = jamais de mélange
cut-by-dealer = le croupier coupe
cut-by-designated = le croupier désigne qui coupe
dealer-hits-soft-17 = tire jusqu'à 16 et sur un 17 soft
dealer-stands = tire jusqu'à 16, reste sur tous les 17
dealer-hole-card = la deuxième carte est cachée
dealer-no-hole-card = pas de carte cachée : la deuxième ne vient qu'après les joueurs
dealer-peeks = vérifie s'il a blackjack quand il montre un as, un dix ou une figure
dealer-does-not-peek = ne vérifie pas s'il a blackjack avant que l'on joue
turns-at-once = tous en même temps, chacun contre sa propre main du croupier ; à 21, la main reste d'elle-même
turns-in-order = une place après l'autre ; à 21, la main reste d'elle-même
pays-wins = une main gagnante paie 1:1
pays-no-natural = un as avec un dix ou une figure ne fait que 21 et paie 1:1
pays-natural = le blackjack paie { $pays }
pays-natural-at-once = le blackjack est payé { $pays } aussitôt, quoi qu'ait le croupier
pays-tie-loses = une égalité perd
pays-push = à égalité, la mise est rendue
pays-dealer-natural = le blackjack du croupier bat tout autre 21
double-any = sur les deux premières cartes, quelles qu'elles soient
double-totals = sur deux premières cartes qui font { $totals }
double-one-card = tu doubles ta mise et reçois une seule carte
double-one-card-down = tu doubles ta mise et reçois une seule carte, face cachée
double-after-split = aussi après une séparation
double-not-after-split = pas après une séparation
split-by-value = deux cartes de même valeur
split-by-rank = deux cartes de même rang : J et J, pas J et K
split-without-end = sans limite
split-hands = { $hands ->
    [1] une main
   *[other] jusqu'à { $hands } mains
}
split-aces = une seule carte par as séparé, sans nouvelle séparation
split-natural = une figure séparée avec un as fait un blackjack, mais un as séparé avec une figure ne fait que 21
split-no-natural = après une séparation, un as avec un dix ou une figure ne fait que 21
insurance-text = contre un as, jusqu'à la moitié de la mise, paie 2:1
insurance-even-money = un blackjack peut recevoir le paiement égal (1:1) tout de suite
surrender-text = sur les deux premières cartes, une fois que le croupier a vérifié s'il a blackjack ; la moitié de la mise est rendue
surrender-no-peek = sur les deux premières cartes ; la moitié de la mise est rendue, mais rien si le croupier a finalement blackjack

choice-document = Document { $number }
choice-casino = Règles de casino
choice-edge = avantage de la maison { $percent }
overview-title = Variantes
overview-documents = *Les cinq documents*
overview-casino = *Autres règles de casino*
overview-line = **{ $title }** (`{ $key }`) : { $summary }
overview-details = pour { $whom } · avantage de la maison **{ $percent }**
overview-edge = Avantage de la maison : ce qu'elle garde en moyenne de ta première mise si tu joues selon le tableau, que dessine `/{ command-strategy }`.
overview-open = Ouvre une table avec `/{ command-blackjack }`.

## Private answers

blackjack-open = La table est ouverte : { $link }
blackjack-other-rules = Une table est déjà ouverte ici, avec ses propres règles : la voici.
blackjack-yours = Tu as déjà ouvert une table ici, et elle est toujours ouverte : { $link }
no-thread-permissions = Cette table est dans le salon même. Pour un fil à elle, il me manque la permission : { $permissions }.
no-thread-room = Cette table est dans le salon même : il y a déjà autant de fils ouverts que Discord le permet.
no-thread-kind = Cette table est dans le salon même : ici, Discord n'a pas de fils.
no-thread-now = Cette table est dans le salon même : Discord n'a pas créé de fil pour elle à l'instant.
sorry-opened-enough = Cela fait beaucoup de nouvelles tables. La prochaine pourra être ouverte { $when }.
bet-settled = Ta mise a compté, et la manche est déjà terminée.
bet-placed = Tu mises { $amount }.
bet-dealt = Tu mises { $amount }. Les cartes sont distribuées.
bet-ahead = Tu mises { $amount }. Tes cartes arrivent à la prochaine distribution.
leave-in-play = Tu as quitté la table : ta main reste en jeu, et ce qu'elle gagne est à toi.
leave-done = Tu as quitté la table.
company-here = À la table maintenant : { $names }. Les nouveaux jouent dès la prochaine manche.
company-gets-up = { $name } quitte la table.
company-gets-up-later = { $name } quitte la table après cette manche.
company-all-get-up = Tous les joueurs IA quittent la table.
company-all-get-up-later = Tous les joueurs IA quittent la table après cette manche.
company-everybody = Tous les joueurs IA
balance-mine = Tu as **{ $balance }**.
balance-of = { $player } a **{ $balance }**.
balance-of-nobody = { $player } n'a encore jamais joué ici.
balance-in-play = En jeu : { $amount }.
balance-donations = { $times ->
    [1] Le donateur a aidé une fois.
   *[other] Le donateur a aidé { $times } fois.
}
house-void-asks = **Terminer la manche { $round } maintenant ?** Toutes les mains restent, personne ne prend d'assurance, le croupier joue, et toutes les mises sont réglées selon les cartes. On ne peut pas revenir en arrière.
house-close-asks = **Fermer la table au milieu de la manche { $round } ?** Toutes les mains restent, personne ne prend d'assurance, le croupier joue, et toutes les mises sont réglées selon les cartes. Les mises de la manche suivante sont rendues. On ne peut pas revenir en arrière.
house-voided = La manche est terminée : toutes les mains sont restées, et toutes les mises ont été réglées.
house-not-voided = Rien n'a changé : la manche continue.
house-closed = La table est fermée, et toutes les mises en jeu ont été rendues.
house-closed-in-round = La table est fermée : toutes les mains sont restées, et toutes les mises ont été réglées. Les mises de la manche suivante ont été rendues.
donor-gave = Le donateur sourit et disparaît. Tu as maintenant { $balance }.

## Refusals and errors: one friendly sentence each

sorry-unknown-button = Ce bouton vient d'une ancienne version de cette table. Tape `/{ command-blackjack }` pour la voir.
sorry-no-table = Aucune table n'est ouverte ici. Ouvres-en une avec `/{ command-blackjack }`.
sorry-nothing-to-void = Aucune manche n'est en cours ici : il n'y a rien à terminer.
sorry-table-gone = Cette table est fermée. Ouvres-en une nouvelle avec `/{ command-blackjack }`.
sorry-table-elsewhere = Cette table n'est pas dans ce salon, mais ici : { $link }
sorry-our-fault = Un problème est survenu de notre côté, et rien n'a changé. Réessaie, s'il te plaît.
sorry-no-channel = Cela ne marche que dans un salon d'un serveur.
sorry-command-unread = Discord a envoyé cette commande sous une forme que je ne connais pas. Tape-la de nouveau dans quelques minutes.
sorry-in-doubt = Un problème est survenu de notre côté, et nous ne savons pas encore si cela a compté. Regarde à nouveau dans un instant, s'il te plaît.
sorry-not-an-amount = Ce n'est pas un montant. Essaie `250`, `12,50`, `{ $amount }`, `1k`, `moitié` ou `tout`.
sorry-did-you-mean = Tu veux dire { $amount } ? Alors écris `{ $typed }`.
sorry-slow-down = Tu vas plus vite que les cartes. Tes clics compteront à nouveau dans quelques secondes.
sorry-crowded = Trop de monde joue en ce moment ; ton clic n'a pas compté. Réessaie dans un instant, s'il te plaît.
sorry-old-question = Cette question date d'avant, ou a été posée à un autre admin. Tape la commande à nouveau.
sorry-table-broken = La table d'ici n'a pas pu reprendre. Un admin peut la fermer avec `/{ command-house } { command-house-close }` ; toutes les mises en jeu seront rendues.
sorry-broke = Tu n'as plus un sou. Un donateur anonyme t'offre { $amount } d'argent fictif.
table-broke = { $players } : plus un sou. Un donateur anonyme offre { $amount } d'argent fictif.
sorry-donor-refuses = Le donateur n'aide que si tu as moins de { $amount } et rien en jeu.
sorry-bots-do-not-play = Les bots ne jouent pas ici et n'ont pas de solde.
sorry-permissions = Ce n'est pas possible ici. Il me manque dans ce salon la permission : { $permissions }.
sorry-not-in-server = Je ne suis pas membre de ce serveur, ce n'est donc pas possible ici. Quelqu'un qui a la permission *Gérer le serveur* peut m'ajouter : { $link }
sorry-not-in-thread = Je ne suis pas dans ce fil privé, ce n'est donc pas possible ici. Mentionne-moi une fois ({ $bot }) pour m'ajouter, puis réessaie.

permission-view-channel = *Voir le salon*
permission-send-messages = *Envoyer des messages*
permission-send-messages-in-threads = *Envoyer des messages dans les fils*
permission-create-public-threads = *Créer des fils publics*

why-round-over = Cette manche est terminée.
why-not-in-round = Tu n'es pas dans cette manche ; tu peux miser à la prochaine.
why-not-your-turn = Ce n'est pas encore à toi de jouer.
why-hand-finished = Tu as fini de jouer cette manche.
why-not-now = Ce n'est pas possible maintenant.
why-wrong-card = Cette carte n'appartient pas à ce paquet.
why-doubling-not-offered = On ne double pas à cette table.
why-double-first-decision = Tu ne peux doubler que sur les deux premières cartes d'une main.
why-double-total = À cette table, on ne double que sur certains totaux ; voir `/{ command-rules }`.
why-no-double-after-split = Ici, on ne double pas après une séparation.
why-splitting-not-offered = On ne sépare pas à cette table.
why-not-a-pair = Seule une paire peut être séparée.
why-split-limit = Tu as séparé autant de fois que cette table le permet.
why-no-resplit-of-aces = Ici, des as séparés ne se séparent pas de nouveau.
why-surrender-not-offered = On n'abandonne pas à cette table.
why-surrender-first-decision = Tu ne peux abandonner que sur tes deux premières cartes.
why-insurance-too-high = L'assurance va d'un centime à la moitié de ta mise : { $cents }.
why-even-money-needs-natural = Seul un blackjack peut recevoir le paiement égal (1:1).
why-not-seated = Tu n'as pas de place à cette table ; prends-en une avec `/{ command-bet }`.
why-table-full = Toutes les places sont prises ; il faut d'abord que quelqu'un parte.
why-table-closed = { sorry-table-gone }
why-house-closing = La maison ferme un instant. Ta table est conservée et reprendra ensuite.
why-round-running = Les cartes sont distribuées. Tu pourras miser sur la prochaine manche dès que celle-ci sera finie.
why-no-round = Aucune manche n'est en cours ; mise d'abord.
why-too-late = Trop tard : ce bouton est celui d'une manche terminée.
why-stale = C'est déjà décidé. Regarde à nouveau la table.
why-paused = Tu es en pause ; elle se termine { $until }. À bientôt !
why-hand-just-up = Le tour de cette main vient d'arriver. Clique à nouveau si c'est ce que tu veux.
why-repeated = Une fois suffit : ton premier clic a compté.
why-bet-too-low = La mise minimale à cette table est de { $cents }.
why-bet-too-high = La mise maximale à cette table est de { $cents }.
why-bet-not-payable = Tu ne peux pas payer cette mise : il faut { $cents }, et tu as { $balance }.
why-move-not-payable = Tu ne peux pas payer ça : cela coûte { $cents } de plus, et tu as { $balance }.
why-no-bets = Personne n'a encore misé.
why-first-seat-only = Seul le joueur de la première place en décide.
why-opener-only = C'est la personne qui a ouvert la table qui choisit les règles, tant que personne n'a misé. Toi, tu peux simplement t'asseoir.
why-rules-fixed = Quelqu'un a déjà misé, donc les règles restent. Une nouvelle table peut en avoir d'autres.
why-deal-needs-bet = Mise d'abord ; ensuite, toi aussi, tu peux faire distribuer.
why-deal-too-early = Seule la première place fait distribuer tout de suite. Tu le peux dans { $seconds ->
    [one] { $seconds } seconde.
   *[other] { $seconds } secondes.
}
why-words-too-late = Trop tard : des cartes de ce sabot sont déjà distribuées.
why-words-added = Ce sabot a déjà des mots dans son mélange, et une fois suffit.
why-not-your-words = Cette fois, c'est à quelqu'un d'autre d'ajouter des mots.
why-nothing-to-repeat = Tu n'as pas encore misé à cette table ; choisis un montant.
why-company-off = Les joueurs IA sont désactivés dans ce salon.
why-company-complete = Cette table a déjà autant de joueurs IA que permis ici : { $most }.
why-company-seated = Ce joueur IA est déjà à cette table.
why-company-too-poor = Les joueurs IA commencent avec { $cents }, moins que la mise minimale à cette table.
why-no-company = Il n'y a ici aucun joueur IA de ce nom à renvoyer.
why-decks-fixed = « { $rules } » se joue toujours avec le même nombre de paquets.
why-decks-out-of-range = « { $rules } » se joue avec { $least } à { $most } paquets.
why-seats-out-of-range = Une table « { $rules } » a de { $least } à { $most } places.
why-least-out-of-range = La mise minimale de « { $rules } » ne peut pas être de { $cents }.
why-most-out-of-range = La mise maximale de « { $rules } » ne peut pas être de { $cents }.
why-least-above-most = La mise maximale ne peut pas être inférieure à la minimale.
why-options-clash = Ces options ne vont pas ensemble à une table « { $rules } ».
why-tables-off = Les admins de ce serveur ont désactivé les tables dans ce salon.
why-rules-not-here = « { $rules } » ne se joue pas dans ce salon. `/{ command-rules }` montre ce qui s'y joue.
why-no-rules-left = Il doit rester au moins une variante.
why-no-such-rules = Cette variante n'existe pas ; `/{ command-rules }` les montre toutes.
sorry-no-such-rules = Aucune variante ne porte ce nom. Il y a : { $rules }.
sorry-which-rules = Quelle variante veux-tu dire : { $rules } ? Quelques lettres de plus suffisent.
why-default-not-here = « { $rules } » est la variante que `/{ command-blackjack }` ouvre ici par défaut : elle doit faire partie de celles qui se jouent ici.
why-limit-out-of-range = Une limite doit être d'au moins { $cents }.
why-limits-shut-out = Avec ces limites, personne ne pourrait miser à une table « { $rules } ». Choisis-en d'autres, ou retire d'abord « { $rules } » des variantes.
why-channel-seats-out-of-range = Une table a de { $least } à { $most } places.
why-seconds-out-of-range = Le temps peut être de { $least } à { $most } secondes.
why-not-a-language = Je ne parle pas cette langue ; choisis-en une dans la liste.
why-not-on-or-off = Ça ne peut être que `on` (activé) ou `off` (désactivé).
why-not-a-coaching = Ça ne peut être que `off` (désactivé), `review` (bilan) ou `hints` (conseils).
why-not-a-place = Ça ne peut être que `channel` (dans le salon) ou `thread` (dans un fil).
why-not-a-log = Choisis `{ house-here }` dans la liste, dans le salon voulu, ou la valeur par défaut.
why-not-a-currency = Cela ne peut pas désigner l'argent. Choisis un seul mot de { $most } lettres au plus, sans chiffres ni autres signes, ou un seul emoji. Il ne doit pas ressembler à un montant.
why-company-out-of-range = Une table peut accueillir de { $least } à { $most } joueurs IA.
why-one-channel-only = C'est pour un seul salon, pas pour tout le serveur. Tape la commande dans ce salon, sans `{ command-house-set.where }`.

## /help

command-help = aide
    .description = Explique le jeu et toutes les commandes
help-game = Le jeu
help-title = Jouer ici
help-moves = Coups et mots
help-fairness = Équité
help-admins = Pour les admins
help-lesson = Le blackjack en une minute
help-goal = **But :** battre le croupier sans dépasser 21. Gagner rapporte ta mise ; un *blackjack* (un as avec 10, J, Q ou K), le plus souvent 3:2.
help-values = **Cartes :** de 2 à 10, leur chiffre ; J, Q et K, 10 ; l'as, 11 ou 1. Une main est *soft* tant qu'un as y compte 11.
help-bust = **Au-dessus de 21**, tu *sautes* et perds.
help-dealer = **Le croupier** tire jusqu'à 16 et reste dès 17, sans choix ; parfois, il tire sur un 17 soft.
help-begin = **Début :** { $blackjack } ouvre une table, un jeton est ta mise. Tu as { $amount } fictifs.
help-turn = **À toi :** `{ button-hit }` prend une carte, `{ button-stand }` plus aucune. Cela suffit.
help-insurance = **L'assurance** contre un as du croupier coûte en moyenne : refuse-la.
help-surrender = **`{ button-surrender }`**, à certaines tables, rend la moitié de la mise d'une mauvaise main.
help-hint = **Un doute ?** `{ button-hint }` te dit ce que vaut chaque coup, à toi seul.
help-open = **Ouvre une table** avec { $blackjack } ; la première place est à toi. { $rules } explique les règles.
help-bet = **Mise** avec un jeton sous le jeu, avec `{ button-join }` ou { $bet }. Ça te donne aussi une place.
help-deal = **Les cartes arrivent** quand tout le monde a misé, quand quelqu'un clique sur `{ button-deal }`, ou quand le temps est écoulé.
help-late = **Trop tard ?** Ta main reste telle quelle, et rien n'est misé pour toi. Deux manches sans miser coûtent la place.
help-leave = **Quitte la table** avec { $leave }. Une mise pas encore en jeu est rendue.
help-money = **Argent :** { $amount } au début. À qui n'a plus rien, un donateur anonyme en offre autant.
help-commands = Commandes
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }` : une carte de plus.
    - `{ button-stand }` : plus de carte.
    - `{ button-double }` : le double de la mise pour une seule carte de plus.
    - `{ button-split }` : une paire devient deux mains, chacune avec sa mise.
    - `{ button-surrender }` : tu abandonnes la main, et la moitié de la mise t'est rendue.
    - `{ verb-insure }` : un pari à part, jusqu'à la moitié de la mise, sur un blackjack du croupier ; paie 2:1.
    - `{ button-even-money }` : pour ton blackjack contre un as : 1:1 tout de suite, quoi qu'ait le croupier.
    - `{ button-hint }` : ce que vaut chaque coup. `{ button-review }` : la même chose pour chaque coup d'une manche finie.
    Un coup qu'une table n'offre pas n'y a pas de bouton.
help-words = Mots
help-all-words =
    - **Blackjack :** un as et une carte qui vaut dix comme deux premières. À la plupart des tables, il bat tout autre 21 et paie plus que 1:1.
    - **17 soft :** 17 avec un as qui compte 11. Une carte de plus ne le fait pas sauter. Une main sans un tel as est *dure*.
    - **Égalité :** la mise est rendue.
    - **Carte cachée :** celle du croupier qui est face cachée.
    - **Sabot :** les cartes d'où l'on distribue. Quand la **carte de coupe** sort, c'est la dernière manche avant le mélange.
    - **Selon le manuel :** ce que dit le tableau de { $strategy }, ou le mieux d'après les cartes vues.
help-fair =
    - **Scellé :** avant sa première carte, un sabot reçoit un sceau que tout le monde voit. Il fixe le secret de la maison sans le révéler.
    - **Mélangé avec tes mots :** avec `{ button-words }`, un joueur ajoute ses propres mots au mélange.
    - **Vérifié :** quand le sabot est fini, { $verify } te donne de quoi vérifier chaque carte, sans le bot.
    - **Personne ne triche :** les joueurs IA, les conseils et les bilans ne connaissent que les cartes que tout le monde a vues.
    - **Conservé :** chaque coup est enregistré avant d'être montré. Après une panne, la table continue comme elle était.
    - **Avantage de la maison :** { $strategy } montre quelle part d'une mise la maison garde dans chaque variante.
    - **Tes données :** { $privacy } montre ce qui est conservé sur toi, et l'efface.
help-pick = Une autre page…
sorry-old-help = Cette page vient d'une ancienne version. Tape `/{ command-help }` pour la revoir.

## /pause

command-pause = pause
    .description = Met ton jeu en pause
    .length = durée
    .length-description = Combien de temps
pause-day = 1 jour
pause-week = 1 semaine
pause-month = 1 mois
pause-title = Faire une pause
pause-what = **Jusqu'au { $until }**, tu ne mises pas et tu ne joues ni les dix du jour ni aucun duel.
    - Personne ne peut écourter une pause, pas même un admin. Seule une plus longue peut la remplacer.
    - Tu quittes toutes les tables. Une mise pas encore distribuée te revient ; une main en jeu reste telle quelle.
    - Ton solde, tes distinctions et ton historique restent tels quels.
button-pause = Pause jusque-là
pause-begun = Tu es en pause jusqu'au { $until }. Tout ce qui est à toi reste tel quel. À bientôt !
sorry-old-pause = Cette page n'est plus à jour. Tape `/{ command-pause }` pour commencer une pause.
sorry-pause-longer = Tu es déjà en pause jusqu'au { $until }. Seule une plus longue peut la remplacer.

## /privacy

command-privacy = confidentialité
    .description = Donne ou efface ce qui est conservé sur toi
privacy-title = Ce qui est conservé sur toi
privacy-kept =
    - Ton identifiant Discord et ton dernier nom, pour l'afficher aux tables et dans les listes. Ni image, ni message.
    - Ton solde d'argent fictif, et chacun de ses changements.
    - Tes manches : cartes, décisions, mises, résultats.
    - Ce que tes décisions coûtent en moyenne, et comment tu as joué les dix du jour et tes duels.
    - Tes places, avec les mises qui s'y trouvent.
    - Ce que tu as réglé ou arrêté en tant qu'admin.
    Cela ne sert qu'au jeu. Les autres peuvent voir ton nom, ton solde et tes résultats.
privacy-how = Récupère le tout dans un fichier. Ou fais effacer tes données : ton identifiant et tes noms sont retirés de partout, pour de bon. Si tu as commencé les dix du jour, une empreinte à clé de ton identifiant est gardée deux jours : on ne les joue pas deux fois. Une telle empreinte reste aussi jusqu'à la fin d'une pause commencée avec `/{ command-pause }`. Avant d'effacer, on te demande encore une fois de confirmer.
privacy-file = Voici tout ce qui est conservé sur toi. Les montants sont en centimes, les heures en secondes depuis 1970 (UTC) ; les cartes d'une manche encore en cours n'y sont pas.
privacy-word = effacer
privacy-forgotten =
    C'est fait : tes données sont **effacées**, et rien de ce qui est conservé ne permet plus de te reconnaître. Il reste :
    - Les messages de ce bot dans les salons : tables, duels, annonces quotidiennes et résultats partagés.
    - Les sauvegardes et journaux de ceux qui gèrent ce bot, jusqu'à leur remplacement.
    - Pendant deux jours, si tu as commencé les dix du jour : une empreinte à clé de ton identifiant, pour que personne ne joue deux fois les mêmes mains.
    - Si tu es en pause, jusqu'à sa fin, une empreinte à clé de ton identifiant, pour que la pause tienne.
    Si tu reviens, tu repars de zéro.
button-my-data = Mes données
button-forget-me = Effacer mes données
modal-forget = Effacer mes données
    .text = Ton solde d'argent fictif, tes manches et tes résultats disparaîtront. **Personne ne pourra les rétablir.** Tu quittes toutes les tables ; une main en jeu reste telle quelle.
    .label = Tape « { $word } » pour continuer
sorry-not-the-word = Rien n'a changé. Pour faire effacer tes données, tape le mot « { $word } ».
sorry-still-playing = Pas encore : ta manche dans { $channels } doit d'abord finir. Tu as quitté toutes les autres tables. Clique à nouveau sur le bouton quand elle sera terminée.
sorry-seat-broken = Pas encore : la table dans { $channels } n'a pas pu reprendre, et tu y as une place. Là-bas, un admin peut la fermer avec `/{ command-house } { command-house-close }` ; ensuite, clique à nouveau sur le bouton.
sorry-seat-elsewhere = Pas encore : tu as une place à la table dans { $channels }. Quitte-la là-bas avec `/{ command-leave }`, puis clique à nouveau sur le bouton une fois ta manche terminée.
sorry-file-too-large = Ce qui est conservé sur toi dépasse les { $limit } Mo qui tiennent dans un message ici. Adresse-toi à ceux qui gèrent ce bot.
files-refused = Discord n'accepte pas de fichier ici. Essaie dans un autre salon ou serveur.
link-privacy = Confidentialité
link-terms = Conditions
link-support = Aide

## AI players. Their names appear at the start of a line and within lines

character-book = Le Livre
    .line = Joue chaque main selon le tableau de stratégie.
character-mirror = Le Miroir
    .line = Tire et reste comme le croupier ; ne double et ne sépare jamais.
character-careful = La Prudente
    .line = Ne prend jamais une carte qui pourrait la faire sauter.
character-gambler = Le Flambeur
    .line = Aime voir de grosses mises : double, sépare, s'assure.
character-counter = La Compteuse
    .line = Compte les cartes et mise plus quand il en reste beaucoup de hautes.
character-novice = Le Novice
    .line = Débute et joue à l'instinct.

## The dealers' comments on a round

talk = 💬 { $dealer } : « { $line } »
talk-warm-natural-1 = Blackjack ! Que c'est joli.
talk-warm-natural-2 = Tiens donc : un as et un dix.
talk-warm-natural-3 = Celui-là me fait sourire à chaque fois.
talk-warm-comeback-1 = De rien au double du don. Quel plaisir de voir ça !
talk-warm-comeback-2 = De nouveau debout. Quel beau retour !
talk-warm-split-1 = Une paire, et toutes les mains gagnent. Magnifique !
talk-warm-split-2 = Un vrai plaisir à distribuer.
talk-warm-pushes-1 = Égalité : chacun garde sa mise.
talk-warm-pushes-2 = Égalité partout. C'est paisible, non ?
talk-warm-shuffle-1 = C'étaient les dernières de ces cartes. Je vais bien les mélanger.
talk-warm-shuffle-2 = C'est l'heure de mélanger. On respire.
talk-dry-natural-1 = Blackjack. Ça arrive.
talk-dry-natural-2 = Un as et un dix. C'est noté.
talk-dry-natural-3 = Vingt et un en deux cartes. Efficace.
talk-dry-comeback-1 = Le don a doublé. Le donateur se tait ; pas moi.
talk-dry-comeback-2 = Plus rien, puis de retour. Noté avec respect.
talk-dry-split-1 = Toutes. Du travail soigné.
talk-dry-split-2 = J'ai compté deux fois : toutes ont gagné.
talk-dry-pushes-1 = Rien de gagné, rien de perdu. La comptabilité aime ça.
talk-dry-pushes-2 = Égalité. J'ai connu des manches plus bruyantes.
talk-dry-shuffle-1 = La carte de coupe. Je mélange.
talk-dry-shuffle-2 = Ces cartes ont dit tout ce qu'elles avaient à dire.
talk-courtly-natural-1 = Mes compliments pour ce blackjack.
talk-courtly-natural-2 = Un blackjack. Avec plaisir.
talk-courtly-natural-3 = Deux cartes, et rien à ajouter. Félicitations.
talk-courtly-comeback-1 = Un retour plein de style. Chapeau bas.
talk-courtly-comeback-2 = Partir les poches vides et en arriver là : mes sincères compliments.
talk-courtly-split-1 = Une paire séparée avec panache : toutes les mains ont gagné.
talk-courtly-split-2 = Je m'incline devant cette paire.
talk-courtly-pushes-1 = Nous nous quittons à égalité.
talk-courtly-pushes-2 = Une égalité honorable de tous côtés.
talk-courtly-shuffle-1 = Avec votre permission, je mélange.
talk-courtly-shuffle-2 = La carte de coupe demande une pause. Je mélange.
talk-jolly-natural-1 = Ha ! Blackjack !
talk-jolly-natural-2 = Et hop, vingt et un !
talk-jolly-natural-3 = As, dix, terminé !
talk-jolly-comeback-1 = Regardez qui est de retour ! Et comment !
talk-jolly-comeback-2 = Des cendres jusqu'au plafond !
talk-jolly-split-1 = Toutes ? Toutes !
talk-jolly-split-2 = Cette paire a fait la fête.
talk-jolly-pushes-1 = Égalité, égalité, partout égalité !
talk-jolly-pushes-2 = Personne ne gagne, personne ne perd, et tout le monde reste ami.
talk-jolly-shuffle-1 = La carte de coupe ! Ce que je préfère : mélanger.
talk-jolly-shuffle-2 = On mélange ! Attention aux doigts.

## Finished rounds and their replays

command-history = historique
    .description = Affiche tes manches, replays et erreurs
    .round = manche
    .round-description = Le numéro d'une manche, pour la revoir

history-title = Tes manches
history-none = Tu n'as pas encore terminé de manche. Ouvre une table avec `/{ command-blackjack }`.
history-count = { $rounds ->
    [one] { $rounds } manche terminée
   *[other] { $rounds } manches terminées, la plus récente d'abord
}
history-page = page { $page } sur { $pages }
history-mistakes = Tes erreurs
history-looked-back = { $rounds ->
    [1] dans ta dernière manche
   *[other] dans tes { $rounds } dernières manches
}
button-mistakes = Erreurs seules
history-hands = { $hands ->
    [one] { $hands } main
   *[other] { $hands } mains
}
history-staked = misé : { $amount }
history-voided = annulée
history-back = annulée par un admin, mises en jeu rendues
history-pick = Revoir une manche…

replay-of = Replay de la manche n° { $round } · croupier : { $dealer }
replay-step = Étape { $step } sur { $steps }
replay-since = { $time } après la distribution
replay-dealt = Les cartes sont distribuées
replay-voided = Cette manche est annulée. Toutes les mises en jeu ont été rendues.
replay-hits = { $player } tire : { $card }
replay-stands = { $player } reste
replay-stands-late = Le temps est écoulé : { $player } reste
replay-stands-gone = { $player } a quitté la table : la main reste
replay-stands-admin = Un admin a terminé la manche : { $player } reste
replay-doubles = { $player } double : { $card }
replay-splits = { $player } sépare
replay-surrenders = { $player } abandonne
replay-insures = { $player } prend une assurance de { $amount }
replay-declines = { $player } ne prend pas d'assurance
replay-declines-late = Le temps est écoulé : { $player } ne prend pas d'assurance
replay-declines-gone = { $player } a quitté la table : sans assurance
replay-declines-admin = Un admin a terminé la manche : { $player } ne prend pas d'assurance
replay-even-money = { $player } prend le paiement égal (1:1)
replay-turns-over = { $dealer } retourne { $card }
replay-draws = { $dealer } tire { $card }
replay-hand = main { $hand } sur { $hands }
replay-against = contre { $player }
replay-settled = La manche est terminée.
replay-footer = Les joueurs, et tous les membres du serveur où ils ont joué, peuvent ouvrir ceci avec `/{ command-history } { command-history.round }:{ $round }`.
button-my-rounds = Mes manches
button-share = Partager

player-forgotten = (un joueur effacé)
player-unnamed = Joueur { $figures }

sorry-no-such-round = Tu ne peux pas revoir la manche n° { $round } ici : elle doit être terminée, et il faut y avoir joué ou être sur le serveur où elle s'est jouée.
sorry-no-replay = La manche n° { $round } ne peut pas être revue : ce qui en a été conservé est illisible.
sorry-old-history = Ce bouton vient d'une ancienne version de cette liste. Tape `/{ command-history }` pour la voir.
share-of = { $player } partage la manche n° { $round }
sorry-share-not-yours = Seul quelqu'un qui a joué la manche n° { $round } peut la partager.
sorry-share-elsewhere = La manche n° { $round } ne peut être partagée que sur le serveur où elle s'est jouée.
sorry-share-not-here = Rien ne peut être partagé dans ce salon : il nous faut à tous les deux la permission d'y envoyer des messages.
sorry-shared-already = La manche n° { $round } est déjà partagée ici : { $link }
sorry-shared-enough = Cela fait beaucoup de manches pour un salon. Tu pourras partager la prochaine { $when }.

## Verifiable shoes: `/verify`. "Seal" and "secret" are words of the transcripts; use one word for each.

command-verify = vérifier
    .description = Vérifie les cartes d'un sabot
    .shoe = sabot
    .shoe-description = Le numéro d'un sabot ; sinon tous

more-title = Cette table
more-listed = La manche { $round } est la { $number } dans `/{ command-history }`
verify-title = Sabots scellés
verify-none = Aucun sabot n'a encore été scellé dans ce salon.
verify-what = Chaque sceau était public avant la première carte et fixe ce que la maison pouvait choisir. Quand un sabot est fini, tu peux en vérifier chaque carte.
verify-count = { $shoes ->
    [one] { $shoes } sabot
   *[other] { $shoes } sabots, le plus récent d'abord
}
verify-early = interrompus : { $left } parce que tout le monde est parti, { $closed } parce qu'un admin a fermé la table, { $restored } parce qu'une sauvegarde a été restaurée · manches annulées par un admin : { $voided }
verify-shoe = Sabot { $shoe } de { $dealer }
verify-in-use = en cours
verify-ended-cut-card = joué jusqu'à la carte de coupe
verify-ended-round-over = joué jusqu'au bout
verify-ended-closed = interrompu : la table a fermé
verify-ended-closed-by-admin = interrompu : un admin a fermé la table
verify-ended-restored = interrompu : une sauvegarde a été restaurée
verify-ended-voided = interrompu : un admin a annulé la manche
verify-ended-other-rules = mis de côté : d'autres règles ont été choisies
words-by = mots ajoutés par { $player }
words-of-a-player = mots ajoutés
words-none = aucun joueur n'a ajouté de mots
verify-pick = Vérifier un sabot…
verify-not-over = **{ $title }** est en cours, son secret n'est donc pas encore révélé. Garde son sceau, et vérifie le sabot quand il sera fini :
    `{ $seal }`
verify-right = Les cartes de ce sabot sont les bonnes : la transcription correspond à son sceau, carte par carte. Ne me crois pas sur parole.
verify-wrong = **Quelque chose ne va pas avec ce sabot.** Garde les deux fichiers, et contacte ceux qui gèrent ce bot.
verify-changed = **Ce qui est conservé de ce sabot a été changé après sa fin :** le sceau du sabot suivant a été fait à partir d'une autre transcription. Garde les deux fichiers, et contacte ceux qui gèrent ce bot.
verify-run = Mets les deux fichiers dans un dossier, et Python 3 vérifie chaque carte sans le bot. Mets le sceau que tu as gardé toi-même, ou au moins ses 32 premiers caractères :
verify-your-words = les mots ajoutés
verify-words = Les mots ajoutés sont entrés dans le mélange, et seule leur empreinte est conservée. La maison n'a donc pas pu choisir les cartes, si les mots étaient assez longs pour ne pas être devinés. Qui ne les connaît pas met à leur place les 32 caractères que la table a montrés après « mots ajoutés par », avant et pendant la première distribution.
verify-no-words = Personne n'a ajouté de mots à ce sabot : les guillemets vides `""` servent à le vérifier. Le sceau montre que rien n'a changé ensuite ; mais, sans mots, la maison aurait pu choisir, avant de le sceller, un secret à sa convenance.
verify-limits = Ce que cela ne peut pas prouver : que la maison ne souffle rien à personne, et que l'auteur des mots n'est pas quelqu'un qui gère ce bot. Les messages peuvent être modifiés ensuite : qui ajoute des mots devrait garder le sceau.
button-verify = Vérifier
button-words = Ajouter des mots
words-done = Tes mots sont dans le mélange. Avec eux et le sceau, tu peux vérifier chaque carte quand le sabot sera fini : `/{ command-verify }`
    { $words }
    `{ $seal }`
    La table et `/{ command-verify }` montrent tes mots sous la forme `{ $digits }`. Si tu y vois autre chose, quelqu'un les a changés.

sorry-no-words = Écris quelques mots, en caractères imprimables.
sorry-no-such-shoe = La dernière table d'ici n'a pas de sabot { $shoe }. Tape `/{ command-verify }` pour la liste.
sorry-no-transcript = Le sabot { $shoe } ne peut pas être montré : ce qui en a été conservé est illisible.
sorry-old-verify = Ce bouton vient d'une ancienne version de cette liste. Tape `/{ command-verify }` pour la voir.

## Results: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [1] Ta dernière manche
   *[other] Tes { $rounds } dernières manches
}

stats-title-mine = Tes statistiques
stats-title = Statistiques de { $player }
stats-none-mine = Tu n'as pas encore terminé de manche. Ouvre une table avec `/{ command-blackjack }`, et ton histoire commence.
stats-none = { $player } n'a pas encore terminé de manche.
stats-net = Bilan **{ $net }**
stats-staked = Misé **{ $amount }**
stats-played = Manches **{ $rounds }**
stats-rounds = { $rounds ->
    [one] { $rounds } manche
   *[other] { $rounds } manches
}
stats-won = { $rounds ->
    [one] { $rounds } gagnée
   *[other] { $rounds } gagnées
}
stats-lost = { $rounds ->
    [one] { $rounds } perdue
   *[other] { $rounds } perdues
}
stats-even = { $rounds ->
    [one] { $rounds } nulle
   *[other] { $rounds } nulles
}
stats-win-rate = Taux de réussite **{ $percent } %**
stats-biggest-win = Plus gros gain **{ $amount }**
stats-naturals = Blackjacks **{ $naturals }**
stats-by-rules = Par variante
stats-percent-won = { $percent } % gagnées
stats-short-naturals = { $naturals ->
    [one] { $naturals } blackjack
   *[other] { $naturals } blackjacks
}
stats-picture-later = Assez d'images pour le moment ; la prochaine pourra être dessinée { $when }.
achievements-title = Distinctions
achievements-count = { $count } sur { $all }
achievements-nearest = Les plus proches
button-achievements = Distinctions
achievements-ahead = Pas encore atteintes
achievements-so-far = { $done } sur { $all }
achievements-days = { $done } sur { $all } jours
achievements-searched = { $searched } manches sur { $rounds } parcourues pour l'instant ; `/{ command-stats }` continue avec les autres.
achievement-natural = Un premier blackjack
achievement-suited-natural = Un blackjack d'une seule couleur
achievement-stand-off = Blackjack contre le blackjack du croupier
achievement-five-cards = 21 avec cinq cartes
achievement-seven-cards = 21 avec sept cartes
achievement-three-sevens = Trois sept
achievement-doubled-21 = Un double qui fait 21
achievement-doubled-split = Séparer, doubler et gagner
achievement-split-aces = Deux as séparés, 21 avec les deux
achievement-four-hands = Quatre mains d'une paire, toutes gagnées
achievement-by-a-point = 21 contre le 20 du croupier
achievement-low = Gagner avec 12 ou moins
achievement-insured = Une assurance, et le croupier avait blackjack
achievement-long-dealer = Le croupier saute avec six cartes
achievement-full-table = Une table pleine, et tout le monde a gagné
achievement-rounds-100 = Cent manches
achievement-rounds-1000 = Mille manches
achievement-naturals-21 = Vingt et un blackjacks
achievement-rule-sets = Une manche de chaque variante
achievement-back = De retour après le donateur : son cadeau doublé
achievement-year = Un an après la première manche
achievement-by-book = Cent manches selon le manuel
achievement-dailies = Les dix du jour, sept jours

## The picture of a balance: without Markdown, at most 50 characters

chart-title = Solde après chaque manche
chart-results = Manches dans l'ordre, heures en UTC
chart-start = Solde de départ
chart-nothing = Pas encore de manche

## Alternative text of the picture

chart-in-words = Le solde après chaque manche : il va de { $first } à { $last }, jamais sous { $least } ni au-dessus de { $most }.

leaders-title = Classement
leaders-server = Ce serveur
leaders-all = Partout
leaders-players = { $players ->
    [one] { $players } joueur
   *[other] { $players } joueurs
}
leaders-as-of = actualisé { $when }
leaders-about-server = Gains sur tous les serveurs, sans les dons du donateur, des joueurs qui ont terminé au moins { $least } manches aux tables de ce serveur.
leaders-about-money = Gains, sans les dons du donateur, des joueurs qui ont terminé au moins { $least } manches.
leaders-has = possède { $balance }
leaders-you = toi
leaders-your-place = Ton rang : **{ $rank }** sur { $players }.
leaders-not-listed = Tu n'es pas encore au classement : il faut { $least } manches terminées.
leaders-nobody = Personne n'a encore terminé { $least } manches. Ouvre une table avec `/{ command-blackjack }`.
leaders-week-nobody = Personne n'a encore terminé { $least } manches cette semaine. Ouvre une table avec `/{ command-blackjack }`.
leaders-week-not-listed = Tu n'es pas encore au classement : il faut { $least } manches terminées cette semaine.
leaders-week-since = Gains et pertes depuis le { $since }. Une nouvelle semaine commence { $end }.
button-my-place = Mon rang
sorry-old-leaderboard = Ce bouton vient d'une ancienne version de cette liste. Tape `/{ command-leaderboard }` pour la voir.

## /house settings, set, reset: settings of a channel

command-house-settings = réglages
    .description = Affiche ce qui est réglé pour ce salon, et qui l'a changé
command-house-set = régler
    .description = Règle variantes, limites, places, temps, images, coach, joueurs IA, langue, monnaie, tables
    .setting = réglage
    .setting-description = Ce qu'il faut régler
    .value = valeur
    .value-description = Choisis ou tape ; sépare les variantes par des virgules ; « default » remet par défaut
    .where = où
    .where-description = Ce salon (par défaut), ou tout le serveur
command-house-reset = réinitialiser
    .description = Annule les réglages, d'ici ou du serveur
    .where = où
    .where-description = Quoi réinitialiser : ce salon (par défaut), ou tout le serveur
where-channel = ce salon
where-server = tout le serveur

setting-tables = Tables
setting-place = Lieu des tables
setting-rule-sets = Variantes
setting-default = Variante par défaut
setting-lowest = Mise minimale
setting-highest = Mise maximale
setting-seats = Places
setting-bet-seconds = Temps pour miser
setting-turn-seconds = Temps pour décider
setting-card-pictures = Images des cartes
setting-talk = Répliques du croupier
setting-coach = Coach
setting-company = Joueurs IA
setting-language = Langue des tables
setting-currency = Monnaie
setting-log = Journal des admins
setting-daily = Annonces quotidiennes

# The language's name for itself.
language-name = Français

house-settings-title = Réglages de { $channel }
house-set-here = Réglé ici
house-set-everywhere = Réglé pour tout le serveur
house-not-set = Par défaut
house-default = Par défaut : { $value }
house-all-rules = toutes les variantes
house-by-the-rules = selon les règles
house-tables-language = celle du serveur communautaire, sinon de qui ouvre la table
house-on = activées
house-off = désactivées
house-company = jusqu'à { $most }
house-company-off = désactivés
house-log-off = désactivé
coaching-off = désactivé
coaching-review = bilan seulement
coaching-hints = conseils et bilan
place-channel = dans le salon
place-thread = chacune dans son propre fil
house-seconds = { $seconds ->
    [one] { $seconds } seconde
   *[other] { $seconds } secondes
}
house-changed = ✅ { $setting } : **{ $value }**
house-changed-everywhere = ✅ Tout le serveur, { $setting } : **{ $value }**
house-reset = ✅ Tout est revenu aux valeurs par défaut.
house-reset-here = ✅ Plus rien n'est réglé ici : les réglages de tout le serveur s'appliquent.
house-reset-everywhere = ✅ Plus rien n'est réglé pour tout le serveur. Les réglages propres à un salon restent.
house-open-table = La table ouverte ici garde ses règles, ses limites et ses places jusqu'à sa fermeture.
house-last-changes = Derniers changements
house-never-changed = Personne n'a encore rien changé ici.
house-value = { $setting } : { $value }
house-change = { $setting } : { $old } → { $new }
house-not-set-then = pas de réglage
house-how-to-set = `/{ command-house } { command-house-set }` change un réglage.
    `/{ command-house } { command-house-reset }` les annule tous.
    Pour tout le serveur, choisis-le dans `{ command-house-set.where }` ; les réglages d'un salon l'emportent.

sorry-not-a-limit = Ce n'est pas un montant. Essaie `250`, `12,50`, `{ $amount }` ou `1k`.
sorry-emoji-elsewhere = Cet emoji n'est pas de ce serveur. Choisis-en un de ce serveur, ou un emoji standard.
sorry-no-pictures = Les images des cartes sont désactivées partout par ceux qui gèrent ce bot.
sorry-not-in-channel = Avec les réglages de { $channel }, il n'y resterait rien à jouer. Change-les d'abord là-bas.

overview-not-here = Pas dans ce salon : { $rules }
overview-no-tables = Les tables sont désactivées dans ce salon.
card-not-here = Cette variante ne se joue pas dans ce salon.

## /house log

command-house-log = journal
    .description = Montre les dernières actions des admins
house-here = ce salon
house-log-title = Ce que les admins ont fait
house-log-empty = Rien pour l'instant.
house-log-where = Annoncé dans { $channel }.
house-log-nowhere = Annoncé nulle part. Tape `/{ command-house } { command-house-set }` avec `{ setting-log }` dans le salon où tu veux ces annonces.
house-log-no-daily = { $channel } a refusé l'annonce quotidienne trois jours de suite et n'en reçoit plus.
house-act-round = { $admin } a terminé la manche { $round } dans { $channel }
house-act-table = { $admin } a fermé la table dans { $channel }
house-act-set = { $admin } a réglé **{ $setting }** sur **{ $value }** dans { $channel }
house-act-set-everywhere = { $admin } a réglé **{ $setting }** sur **{ $value }** pour tout le serveur
house-act-default = { $admin } a remis **{ $setting }** par défaut dans { $channel }
house-act-default-everywhere = { $admin } a remis **{ $setting }** par défaut pour tout le serveur
house-act-reset = { $admin } a réinitialisé tous les réglages de { $channel }
house-act-reset-everywhere = { $admin } a réinitialisé tous les réglages du serveur

## /house status

command-house-status = statut
    .description = Affiche version, tables, manches, latence, base

bot-title = Comment va le bot
bot-version = Version : **{ $version }**
bot-started = Démarrage : **{ $when }**
bot-tables = Tables ouvertes : **{ $tables }**
bot-company = Joueurs IA à ces tables : **{ $players }**
bot-rounds = Manches aujourd'hui (UTC) : **{ $rounds }**
bot-latency = Latence vers Discord : **{ $milliseconds } ms**
bot-no-latency = Latence vers Discord : pas encore mesurée
bot-kilobytes = Base de données : **{ $size } ko**
bot-megabytes = Base de données : **{ $size } Mo**
bot-requests = Requêtes à Discord dans la dernière minute : **{ $number }** sur **{ $most }**
bot-refused = Freinées par la limite de débit (429) : **{ $count }**
bot-judging = Coups évalués jusqu'à : **{ $when }**
bot-failing = ⚠️ En échec (première fois { $when }), nouvel essai jusqu'à ce que ça marche : **{ $what }**
loop-gateway = connexion à Discord
loop-tables = reprise des tables
loop-judging = évaluation des décisions
loop-backups = sauvegardes régulières
loop-health = contrôles de santé
loop-departures = recherche des serveurs que le bot a quittés
loop-duels = publication des résultats de duels
loop-daily = annonces quotidiennes
loop-commands = enregistrement des commandes
loop-pictures = envoi des images des cartes
loop-messages = suppression d'anciens messages
loop-invitation = enregistrement de l'invitation

## The coach: `/strategy`. Moves have the names of their buttons.

command-strategy = stratégie
    .description = Montre le meilleur coup pour chaque main
    .rules = règles
    .rules-description = Une partie du nom ; sinon ce qui se joue ici

percent = { $number } %
verb-insure = Assurance

strategy-title = Stratégie : { $rules }
strategy-in-words = Le meilleur premier coup pour chaque main contre chaque carte du croupier, selon les règles de { $rules }. Le bouton en dessous le montre en texte.
strategy-else = { $first }, sinon { $other }
strategy-how-to-read = À gauche ta main, en haut la carte du croupier. D'abord les totaux durs, puis les mains avec un as, puis les paires. Ce qui suit « sinon » vaut quand le premier coup n'est plus possible.
strategy-always = { $offer } : toujours.
strategy-never = { $offer } : jamais.
strategy-edge = En jouant ainsi, tu laisses à la maison **{ $percent }** de ta première mise en moyenne.
strategy-about = Calculé pour exactement ces règles et ces paquets, fraîchement mélangés ; on ne connaît que ta main et la carte du croupier.
button-as-text = En texte
button-as-picture = En image

sorry-many-ask = Beaucoup de monde demande cela en ce moment. Redemande dans quelques secondes.
sorry-no-worker = Le coach n'a pas trouvé de réponse à temps. Redemande dans un instant.

## Reviews and hints

coach-hand = { $cards } ({ $total }) contre { $upcard }
button-hint = Conseil
button-review = Bilan
history-review = Faire le bilan d'une manche…
practise-title = Rejoue tes erreurs
practise-about = Aucun argent n'est en jeu, et rien ici ne compte pour ton niveau.
practise-count = { $hands ->
    [one] { $hands } main rejouée, tu en as réussi { $right } du premier coup
   *[other] { $hands } mains rejouées, tu en as réussi { $right } du premier coup
}
practise-nothing = Il n'y a rien à rejouer : tes dernières manches des 30 derniers jours sont sans erreur.
practise-over = C'étaient toutes les erreurs de tes dernières manches.
button-practise = M'entraîner
button-practise-again = Depuis le début
sorry-old-practice = Cette main ne peut plus être rejouée.
because = **{ $move } :** { $why }
because-stand = rester ne gagne que si le croupier saute avec { $card }, { $wins } fois sur 100, et perd { $loses } fois ; { $other } gagne { $otherwins } fois et perd { $otherloses } fois.
because-no-stand = { $best } gagne { $wins } fois sur 100 et perd { $loses } fois ; rester ne gagne que si le croupier saute avec { $card }, { $otherwins } fois sur 100, et perd { $otherloses } fois.
because-odds = { $best } gagne { $wins } fois sur 100 et perd { $loses } fois ; { $other } gagne { $otherwins } fois et perd { $otherloses } fois.
because-double = une seule carte pour une mise double { $gains ->
    [yes] rapporte
   *[no] coûte
} { $percent } de la mise en moyenne ; { $other } pour une mise simple { $othergains ->
    [yes] rapporte
   *[no] coûte
} { $otherpercent }.
because-no-double = { $best } { $gains ->
    [yes] rapporte
   *[no] coûte
} { $percent } de la mise en moyenne ; doubler, une seule carte pour une mise double, { $othergains ->
    [yes] rapporte
   *[no] coûte
} { $otherpercent }.
because-split = deux mains qui commencent par { $card ->
    [A] un as
   *[other] { $card }
} { $gains ->
    [yes] gagnent
   *[no] perdent
} { $percent } de la mise en moyenne ; une main de { $total } { $othergains ->
    [yes] gagne
   *[no] perd
} { $otherpercent } ({ $other }).
because-no-split = une main de { $total } { $gains ->
    [yes] gagne
   *[no] perd
} { $percent } de la mise en moyenne ({ $best }) ; deux mains qui commencent par { $card ->
    [A] un as
   *[other] { $card }
} { $othergains ->
    [yes] gagnent
   *[no] perdent
} { $otherpercent }.
because-half = abandonner coûte { $percent } de la mise en moyenne{ $natural ->
    [no] {""}
   *[other] , car elle est perdue en entier si le croupier a un blackjack ({ $natural } des cas)
} ; { $other } coûte { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] rapporte
   *[no] coûte
} { $percent } de la mise en moyenne ; abandonner coûte { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , car elle est perdue en entier si le croupier a un blackjack ({ $natural } des cas)
}.
because-least = chaque coup perd en moyenne ; { $best } perd le moins, { $percent } de la mise, { $other } { $otherpercent }.
because-values = { $best } rapporte { $percent } de la mise en moyenne ; { $other } { $othergains ->
    [yes] rapporte
   *[no] coûte
} { $otherpercent }.
because-same = { $best } et { $other } diffèrent ici de moins de { $percent } de la mise.
because-offer = le croupier a un blackjack dans { $natural } des cas ; { $offer } vaut la peine à partir de { $needed }.
because-move = { $move ->
    [hit] tirer
    [stand] rester
    [double] doubler
    [split] séparer
    [surrender] abandonner
    [insure] l'assurance
    [decline] refuser l'assurance
   *[even-money] le paiement égal
}
hint-choice = { $move } : { $percent } de la mise ({ $amount })
hint-about = C'est ce que chaque coup rapporte en moyenne, si tu joues au mieux ensuite ; chaque carte vue depuis le mélange est comptée.
hint-counts = Ce que tu décides maintenant ne compte pas pour ton niveau.
button-all-moves = Tous les coups
review-title = Bilan de la manche n° { $round }
review-nothing = Tu n'avais rien à décider.
review-perfect = { $decisions ->
    [1] Ta seule décision était conforme au manuel.
   *[other] Tes { $decisions } décisions étaient conformes au manuel.
}
review-verdict = { $good } sur { $decisions } selon le manuel ; { $move } a coûté { $cost }.
review-verdict-all = { $good } sur { $decisions } selon le manuel ; les autres ont coûté { $cost } en tout.
review-cost = coût : { $cost }
review-hinted = avec un conseil
review-late = temps écoulé
review-gone = tu avais quitté la table
review-admin = un admin a terminé la manche
review-about = Les pourcentages disent ce qu'un coup rapporte en moyenne sur ta mise, quoi qu'il soit arrivé ensuite. Selon le manuel : le coup du tableau, ou le meilleur d'après les cartes.
review-cards-unknown = On ne sait plus quelles cartes étaient déjà sorties du sabot ; ce bilan suppose donc un sabot fraîchement mélangé.
review-cards-fresh = Le sabot venait d'être mélangé.
review-cards-seen = { $cards ->
    [1] La carte vue depuis le mélange est comptée.
   *[other] Les { $cards } cartes vues depuis le mélange sont comptées.
}
sorry-not-your-round = Seules tes propres manches ont un bilan, une fois terminées.
sorry-no-review = Les admins de ce serveur ont désactivé le coach là où cette manche a été jouée.
sorry-no-hints = Les admins de ce serveur ont désactivé les conseils dans ce salon.

## Skill

stats-skill = Niveau : { $skill }
stats-skill-about = Décisions sans conseil des 30 derniers jours. Le meilleur coup est celui du tableau, ou le meilleur d'après les cartes déjà sorties ; la chance ne compte pas.
leaders-by-money = Argent
leaders-by-skill = Niveau
leaders-by-week = Gains, semaine
leaders-by-week-skill = Niveau, semaine
leaders-week-title = Gains de la semaine
leaders-week-skill-title = Classement de la semaine : niveau
leaders-week-skill-not-listed = Tu n'es pas encore au classement : il faut { $least } décisions sans conseil cette semaine, et tu en as { $decisions }.
leaders-about-week-skill = Décisions depuis le { $since }, et ce qu'elles perdent en moyenne : la chance ne compte pas. Une nouvelle semaine commence { $end }.
leaders-skill-title = Classement : niveau
accuracy = précision { $share } ({ $good } sur { $decisions })
skill-costs = perd { $percent } d'une mise par décision
leaders-skill-not-listed = Tu n'es pas encore au classement : il faut { $least } décisions sans conseil en 30 jours, et tu en as { $decisions }.
leaders-about-skill = Ce que coûtent en moyenne les décisions qui ne suivent pas le tableau et ne sont pas les meilleures d'après les cartes. Les conseils et un petit nombre de décisions te rapprochent d'un joueur moyen, qui perd 1 % de la mise par décision. Les nouvelles manches comptent après quelques secondes.

## The daily ten

command-daily = quotidien
    .description = Joue les dix mains du jour, sans argent
daily-title = Les dix du jour
daily-title-of = Les dix du jour de { $player }
daily-about = Aucun argent n'est en jeu. Ce sont tes décisions qui comptent, pas la chance.
daily-score = { $best } sur { $hands }
daily-number = N° { $number }
daily-mistakes = { $hands ->
    [one] { $hands } erreur
   *[other] { $hands } erreurs
}
daily-others = { $hands ->
    [1] 1 erreur, { $percent } d'une mise
   *[other] { $hands } erreurs, { $percent } d'une mise
}
daily-streak = { $days ->
    [one] { $days } jour de suite
   *[other] { $days } jours de suite
}
daily-board = { $players ->
    [one] Ce serveur : { $players } joueur
   *[other] Ce serveur : { $players } joueurs
}
daily-again = 🟩 le meilleur · 🟨 jusqu'à 2 % de la mise · 🟥 plus. De nouvelles mains arrivent à minuit (UTC).
daily-yesterday = { $players ->
    [one] Hier : { $players } joueur
   *[other] Hier : { $players } joueurs
}
daily-nobody = Hier, personne n'a joué ici. À toi de commencer aujourd'hui !
button-daily-next = Main suivante
button-daily-result = Résultat
button-daily-share = Publier ici
button-daily-play = Jouer les dix
review-verdict-better = { $good } sur { $decisions } selon le manuel. { $best } valait mieux que { $move }, de { $cost } de la mise.
sorry-old-daily = Ces mains sont d'un autre jour. Celles d'aujourd'hui : `/{ command-daily }`.
sorry-daily-shared = Ton résultat peut être publié une fois, quand les dix mains sont jouées.
sorry-daily-closed = Tu ne peux plus jouer ces dix mains : le bot a été mis à jour ou restauré depuis que tu les as commencées, ou tu as fait effacer tes données. De nouvelles mains arrivent à minuit (UTC).

## A duel

command-duel = duel
    .description = Défie un joueur sur les mêmes dix mains
    .player = joueur
    .player-description = Qui tu défies
duel-title = Duel : { $challenger } et { $challenged }
duel-challenge = ⚔️ { $challenger } défie { $challenged } en duel : les mêmes dix mains pour les deux, chacun de son côté et sans argent. Le délai expire { $when }. Le gagnant est celui qui perd le moins face au meilleur jeu.
duel-sent = Tu as défié { $player }. Appuie sur **Jouer** ci-dessus quand tu veux. Le résultat sera publié ici quand vous aurez fini tous les deux, au plus tard { $when }.
duel-declined = Ce duel a été annulé.
duel-over = Ce duel est terminé.
duel-about = Aucun argent n'est en jeu. Le délai expire { $when }.
duel-waiting = Tu as fini. Le résultat sera publié quand { $player } aura fini aussi, au plus tard { $when }.
duel-unfinished = n'a pas fini
duel-won = { $player } gagne !
duel-draw = Égalité !
duel-nobody = Personne n'a fini.
duel-squares = 🟩 le meilleur · 🟨 jusqu'à 2 % de la mise · 🟥 plus. `/{ command-duel }` défie un joueur.
duel-how = Tape `/{ command-duel }` et choisis un joueur : vous recevez les mêmes dix mains, différentes de celles du jour.
button-duel-play = Jouer
button-duel-decline = Refuser
button-duel-look = Mes mains
button-duel-ask = Défier…
sorry-old-duel = Ce duel n'existe plus. Tape `/{ command-duel }` pour en commencer un autre.
sorry-not-your-duel = Ce duel oppose deux autres joueurs. Tape `/{ command-duel }` pour commencer le tien.
sorry-duel-yourself = Tu ne peux pas te défier toi-même. Choisis un autre joueur.
sorry-duel-bot = Les bots ne jouent pas de duels. Choisis un autre joueur.
sorry-duel-not-here = Tu ne peux pas commencer de duel dans ce salon : il nous faut à tous les deux la permission d'y envoyer des messages.
sorry-duel-full = Tu as trois duels en cours. Finis-en ou refuses-en un d'abord.
sorry-duel-they-full = { $player } a trois duels en cours. Réessaie plus tard.
sorry-duel-unseen = { $player } ne voit pas ce salon. Lance le duel là où vous pouvez lire tous les deux.
sorry-duel-unposted = Ton défi à { $player } n'est pas encore dans { $channel }. S'il n'y apparaît pas, tapes-y à nouveau `/{ command-duel }`.
sorry-duel-enough = Tu as défié assez de joueurs pour le moment. Tu pourras recommencer { $when }.
sorry-duel-begun = Ce duel ne peut plus être annulé.
sorry-duel-closed = Tu ne peux plus jouer ce duel : le bot a été mis à jour depuis que tu l'as commencé.
