### All texts for users, in Spanish: neutral, for Spain and Latin America. Keys and values are those of en.ftl.

## Amounts. The program parses the example: change only its signs and spaces. `.all` and `.half` are words that
## players may type for all or half of their money, besides the English ones; accents are optional.

money = 1.234,50{ "\u00A0" }$
    .all = todo, todo dentro, voy con todo, el resto
    .half = mitad, la mitad

## Commands: names to type, and descriptions. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Abre aquí una mesa, o muestra la abierta
    .rules = reglas
    .rules-description = Qué variante: parte de un nombre
    .decks = barajas
    .decks-description = Cuántas barajas
    .seats = asientos
    .seats-description = Cuántos asientos
    .min = min
    .min-description = Apuesta mínima: 5 · 2,50 · 1k
    .max = max
    .max-description = Apuesta máxima: 100 · 1k
command-bet = apostar
    .description = Toma asiento y apuesta
    .amount = cantidad
    .amount-description = 250 · 12,50 · 1.000 $ · 1k · mitad · todo
command-leave = salir
    .description = Deja la mesa
    .who = quién
    .who-description = O qué jugador de IA se va en tu lugar (solo desde el primer asiento)
command-company = compañía
    .description = Trae a un jugador de IA a la mesa
    .who = quién
    .who-description = Cuál; si no, elige la casa
command-balance = saldo
    .description = Muestra tu saldo o el de otro
    .player = jugador
    .player-description = De quién; si no, el tuyo
command-stats = estadísticas
    .description = Muestra estadísticas y logros
    .player = jugador
    .player-description = De quién; si no, las tuyas
command-leaderboard = clasificación
    .description = Muestra quién ha ganado más y quién juega mejor
    .where = lugar
    .where-description = Jugadores de este servidor (si no lo indicas) o de todos
    .by = por
    .by-description = Por habilidad de la semana (por defecto), ganado en la semana, dinero o habilidad
command-share = compartir
    .description = Muestra a todos tu última ronda
command-rules = reglas
    .description = Explica las reglas
    .rules = reglas
    .rules-description = Parte de un nombre; si no, la mesa de aquí, o todas en breve
command-house = casa
    .description = Para los administradores de este servidor
command-house-void = anular
    .description = Termina la ronda de este canal: todas las manos se plantan y se liquidan las apuestas
command-house-close = cerrar
    .description = Cierra la mesa de este canal; si hay una ronda en curso, antes se plantan todas las manos

## Rule sets

rules-hotseat = Hotseat
    .summary = Ocho barajas y carta de corte; un jugador tras otro; se puede doblar, pero no dividir; el blackjack paga solo 1:1.
    .whom = quienes la quieren sencilla
    .suits = Quienes quieren un juego sencillo: solo hay que pedir, plantarse o doblar. Como el blackjack paga 1:1, la casa se queda con cinco veces lo que en Bicycle.
    .readings = { card-readings }
rules-endless = Baraja infinita
    .summary = Una baraja sin fin con un solo tipo de figura; el blackjack paga 3:2 al instante; se divide sin límite.
    .whom = amantes del riesgo
    .suits = Quienes buscan el riesgo: cada par se puede dividir una y otra vez, y de una apuesta salen muchas.
    .readings = { card-readings }
rules-private = Crupier privado
    .summary = Una baraja por ronda y una mano del crupier para cada jugador; todos a la vez; los empates pierden.
    .whom = impacientes
    .suits = Quienes odian esperar: nadie espera a nadie. Sale caro, porque los empates pierden: ninguna otra variante aquí tiene más ventaja de la casa.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Seis barajas; el crupier comprueba si tiene blackjack; seguro; se dobla con 9, 10 u 11, con la carta tapada; se dividen dos cartas del mismo rango.
    .whom = principiantes, y para todo el mundo
    .suits = Principiantes, y todo el mundo: el blackjack paga 3:2 y se puede dividir, doblar y asegurar. Con un juego perfecto, la ventaja de la casa es de un 0,7 %. Es lo mejor para empezar.
    .readings = { card-readings }
rules-surrender = Rendición tardía
    .summary = De una a ocho barajas; con las dos primeras cartas puedes rendirte por media apuesta; se divide una vez; el crupier no comprueba si tiene blackjack.
    .whom = prudentes
    .suits = Jugadores prudentes: una mano sin esperanza se puede abandonar por media apuesta.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Seis barajas; el crupier se planta con cualquier 17 y comprueba si tiene blackjack; hasta cuatro manos al dividir; seguro; rendición tardía.
    .whom = quienes quieren todas las opciones
    .suits = Quienes quieren todas las opciones de un casino: volver a dividir, rendirse, even money. Con un juego perfecto, la ventaja de la casa es de un 0,3 %.
rules-downtown = Downtown
    .summary = Dos barajas; el crupier pide con 17 blando y comprueba si tiene blackjack; hasta cuatro manos al dividir; seguro; sin rendición.
    .whom = quienes prefieren pocas barajas
    .suits = Quienes prefieren pocas barajas. El crupier pide con 17 blando; con un juego perfecto, la ventaja de la casa es de un 0,4 %.
rules-european = Europeo
    .summary = Seis barajas y sin carta tapada: el blackjack del crupier se lleva también lo doblado y lo dividido; se dobla con 9, 10 u 11.
    .whom = pacientes
    .suits = Jugadores pacientes: se puede doblar poco y no hay salida de una mala mano. Con un juego perfecto, la ventaja de la casa es de un 0,6 %.
rules-six-to-five = Seis a cinco
    .summary = Una baraja; el crupier pide con 17 blando y comprueba si tiene blackjack, que paga solo 6:5; se dobla con dos cartas cualesquiera; se divide una vez.
    .whom = curiosos
    .suits = Curiosos que quieran notar lo que cuesta el 6:5: con un juego perfecto, la ventaja de la casa es de un 1,6 %, casi cinco veces la de Vegas Strip.

## Play money

play-money = Es dinero ficticio: no se compra, ni se vende, ni se cambia, y no se puede pasar a otro jugador.

## The table

table-round = Ronda { $number } · crupier { $dealer }
table-options = En esta mesa: { $options }
table-choose-rules = Reglas de esta mesa
table-played-last = { $rules } · lo último jugado aquí
table-shoe = { $left ->
    [one] 1 carta restante
   *[other] { $left } cartas restantes
}
table-cut-card = { $cards ->
    [one] falta 1 para la carta de corte
   *[other] faltan { $cards } para la carta de corte
}
table-shuffled = Recién barajado
table-last-round = **Última ronda antes de barajar:** ya salió la carta de corte
table-sealed = Sellado como `{ $seal }`
table-cut = { $player } corta las cartas
table-may-add-words = { $player } puede añadir palabras
table-closing = **La casa cierra un momento. Esta mesa se queda tal como está, hasta el último centavo.**
table-resumed = La casa cerró un momento; todo sigue como lo dejaste
table-voided = Un administrador anuló esta ronda. Se devolvieron todas las apuestas abiertas.
table-closed = La mesa está cerrada.
table-restored = Se restauró una copia de seguridad: las cartas se barajaron de nuevo
table-voided-restored = Se restauró una copia de seguridad, así que esta ronda queda anulada: sus cartas podrían conocerse. Se devolvieron todas las apuestas abiertas.
table-ended = Un administrador terminó esta ronda: todas las manos se plantaron.
table-farewell = La mesa está cerrada. ¡Gracias por jugar!
rounds-over = { $count ->
    [one] Ronda { $first }
   *[other] Rondas { $first } a { $last }
}
rounds-over-dealer = crupier { $total }
sitting-minutes = { $minutes ->
    [one] 1 minuto
   *[other] { $minutes } minutos
}
sitting-dealer = crupier { $dealer }
sitting-best = Mayor ganancia: { $player }, { $net } en la ronda { $round }
sitting-best-mine = Tu mayor ganancia: { $net } en la ronda { $round }
sitting-natural = Blackjack en la ronda { $round }: { $player }, { $net }
sitting-natural-mine = Tu blackjack en la ronda { $round }: { $net }
sitting-comeback = La remontada de la noche: { $players }, primero sin dinero y luego con el doble del regalo del donante
sitting-comeback-mine = ¡Qué remontada! Te habías quedado sin dinero y duplicaste el regalo del donante.
sitting-more-players = { $count ->
    [one] y 1 jugador más
   *[other] y { $count } jugadores más
}
sitting-achievement = { $achievement }: { $players }
sitting-more-achievements = { $count ->
    [one] y 1 logro más
   *[other] y { $count } logros más
}
sitting-title = Tus rondas en esta mesa
sitting-dearest = los errores más caros primero
sitting-worst = Tu error más caro: { $move } con { $total } costó { $cost }.
sitting-cost = los errores costaron { $cost }
sitting-no-mistake = sin errores
sitting-not-played = Aún no has terminado ninguna ronda en esta mesa.
leaving-in-play = Sin contar la mano que sigue en juego.
leaving-first-hand = Tu primera mano en esta mesa sigue en juego.

seat-has = { $player } tiene **{ $amount }**
seat-money-left = quedan { $amount }
seat-bets = { $player } apuesta **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, desde la próxima ronda
seats-play-along = { $count ->
    [one] { $names } también juega
   *[other] { $names } también juegan
}
seat-missed = no apostó la última vez
seats-free = { $seats ->
    [one] 1 asiento libre
   *[other] { $seats } asientos libres
}
seats-given = los jugadores de IA ceden su asiento
bets-how = Para apostar, pulsa una cantidad: { $limits }
bets-asked = { $players }, ¿otra?
bets-waiting = Esperando a { $players }
bets-close = cierre de apuestas { $when }
bets-deal = se reparte { $when }
bets-joining = Se reparte { $when }

turn-decides = ▶ Turno de **{ $players }** · el tiempo acaba { $when }
turn-insurance = ⏳ ¿Con seguro? Turno de **{ $players }** · el tiempo acaba { $when }
turn-insurance-pays = paga 2:1 si el crupier tiene blackjack
turn-dealer = Juega { $dealer }.
turn-waiting = Esperan la próxima ronda: { $players }

dealer-cards = Crupier · { $cards } · { $total }
dealer-shows = muestra { $total }
dealer-peeked = ya comprobó: sin blackjack
dealer-rests = No queda ninguna mano contra la que jugar: el crupier no pide más cartas.

seat-against = { $player } contra { $cards }
seat-left = dejó la mesa
seat-insured = seguro de { $amount }
seat-not-insured = sin seguro
seat-insurance-open = ¿con seguro?
seat-natural = ¡Blackjack! { $net }
seat-push = empate
seat-now = saldo { $amount }
seat-hands-to-play = { $hands ->
    [one] 1 mano por jugar
   *[other] { $hands } manos por jugar
}
seat-hands = { $hands ->
    [one] 1 mano, { $staked }: { $said }
   *[other] { $hands } manos, { $staked }: { $said }
}
hand-doubled = { $amount } (doblada)
hand-paid = blackjack, ya pagado
hand-late = se acabó el tiempo, se planta
total-soft = { $points } blando
total-ace = un as
total-busts = se pasa con { $points }
card-face = Figura

status-stood = se planta
status-twenty-one = llega a 21
status-doubled = dobla
status-split-ace = as dividido: una sola carta
status-natural = blackjack
status-even-money = cobra 1:1
status-bust = se pasa
status-surrendered = rendición

result = { $reason }: { $net }
reason-natural = Blackjack
reason-even-money = Cobra 1:1
reason-higher = Gana al crupier
reason-dealer-bust = El crupier se pasó
reason-push = Empate
reason-tie-loses = Empate, que aquí pierde
reason-lower = Pierde contra el crupier
reason-bust = Se pasó de 21
reason-dealer-natural = Blackjack del crupier
reason-surrendered = Rendición
reason-insurance-won = Seguro ganado
reason-insurance-lost = Seguro perdido

your-turn = { $player }, te toca: [la mesa espera]({ $link }).

## Buttons: at most 20 characters, better 14; at most 34 with an amount

button-other = Otra…
button-deal = Repartir
button-join = Unirse
button-company = Compañía
button-more = ⋯
button-help = Ayuda
button-rules = Reglas
button-strategy = Estrategia
button-play-again = Repetir
    .for = { button-play-again } { $amount }
button-leave = Salir
button-hit = Pedir
button-stand = Plantarse
button-double = Doblar
button-surrender = Rendirse
    .for = Rendirse ({ $amount })
button-split = Dividir
button-insure = Seguro: mitad
    .for = Seguro { $amount }
button-no-insurance = Sin seguro
button-even-money = Cobrar 1:1
    .for = Cobrar { $amount }
button-donor = Aceptar { $amount }
button-replay = Repetición
button-replays = Repetición…
button-new-table = Nueva mesa
button-void = Terminar la ronda
button-close-table = Cerrar la mesa
button-keep-playing = Seguir jugando

## Modals: titles and labels at most 45 characters, hints and examples at most 100

modal-amount = Cantidad
modal-bet = Haz tu apuesta
    .hint = Apuestas { $limits }. Tienes { $balance }.
    .example = 250 · 12,50 · { $amount } · 1k · mitad · todo
modal-bet-next = Apostar en la próxima ronda
modal-join = Sentarse y apostar
modal-insure = Asegura tu mano
    .hint = Como máximo { $most }, la mitad de tu apuesta.
    .example = 12,50 · max
modal-words = Añade palabras a la mezcla
    .text = Este es el sello del mazo. Guárdalo donde nadie más pueda cambiarlo:
        `{ $seal }`
        Lo que escribas se mezcla con las cartas. La casa no lo sabía cuando selló el mazo.
    .label = Tus palabras
    .hint = Lo que sea: cuanto más largo, mejor. Guárdalas también.

## Rules in words

limits = de { $least } a { $most }
limits-open = desde { $least } hasta tu saldo
decks = { $decks ->
    [one] una baraja
   *[other] { $decks } barajas
}
decks-endless = una baraja infinita
seats = { $seats ->
    [one] 1 asiento
   *[other] { $seats } asientos
}
option-bets = apuestas { $limits }
odd-ties-lose = los empates pierden
odd-natural = el blackjack paga { $pays }
odd-hits-soft-17 = el crupier pide con 17 blando
odd-stands = el crupier se planta con cualquier 17
odd-dealer-each = una mano del crupier para cada jugador
odd-no-hole-card = sin carta tapada: el blackjack del crupier se lleva también lo doblado y lo dividido
odd-paid-at-once = el blackjack se paga al instante
odd-no-doubling = no se dobla
odd-face-down = al doblar, la carta se da tapada
odd-no-splitting = no se divide
hint-at-once = { $pays } al instante
hint-doubling = se dobla
hint-double-totals = se dobla con { $totals }
hint-splits = división
hint-splits-without-end = división sin límite
hint-no-splits = sin división
hint-no-hole-card = sin carta tapada
hint-hits-soft-17 = crupier pide con 17 blando
hint-surrender = rendición

card-cards = **Cartas:** { $text }
card-dealer = **Crupier:** { $text }
card-turns = **Turnos:** { $text }
card-payouts = **Pagos:** { $text }
card-doubling = **Doblar:** { $text }
card-splitting = **Dividir:** { $text }
card-insurance = **Seguro:** { $text }
card-surrender = **Rendición:** { $text }
card-without = **No se ofrece:** { $text }
without-doubling = doblar
without-splitting = dividir
without-insurance = seguro
without-surrender = rendición
card-limits = **Límites:** { $limits }; { $seats ->
    [one] 1 jugador
   *[other] de 1 a { $seats } jugadores
}
card-readings = Donde las reglas escritas de este juego se contradicen, se juega lo que dice aquí; la documentación de este bot explica por qué.
card-suits = **Para quién:** { $text }
clause-separator = {"; "}
cards-generic = del dos al nueve, ases y un solo tipo de figura, que vale diez, sin palos
cards-at-cut-card = se baraja después de la ronda en que sale la carta de corte, a { $least }–{ $most } cartas del final
cards-every-round = se baraja antes de cada ronda
cards-never = nunca se baraja
cut-by-dealer = corta el crupier
cut-by-designated = corta un jugador que elige el crupier
dealer-hits-soft-17 = pide hasta 16 y con 17 blando
dealer-stands = pide hasta 16, se planta con cualquier 17
dealer-hole-card = la segunda carta va tapada
dealer-no-hole-card = sin carta tapada: la segunda llega después de los jugadores
dealer-peeks = comprueba si tiene blackjack cuando muestra un as, un diez o una figura
dealer-does-not-peek = no comprueba si tiene blackjack antes de que juegues
turns-at-once = todos a la vez, cada uno contra su propia mano del crupier; con 21 la mano se planta sola
turns-in-order = un asiento tras otro; con 21 la mano se planta sola
pays-wins = una mano ganadora paga 1:1
pays-no-natural = un as con una carta de valor diez es solo un 21 y paga 1:1
pays-natural = el blackjack paga { $pays }
pays-natural-at-once = el blackjack se paga { $pays } al instante, tenga lo que tenga el crupier
pays-tie-loses = el empate pierde
pays-push = el empate devuelve la apuesta
pays-dealer-natural = un blackjack del crupier gana a cualquier otro 21
double-any = con las dos primeras cartas, sumen lo que sumen
double-totals = con las dos primeras cartas, si suman { $totals }
double-one-card = doblas la apuesta y recibes exactamente una carta
double-one-card-down = doblas la apuesta y recibes exactamente una carta, tapada
double-after-split = también después de dividir
double-not-after-split = no después de dividir
split-by-value = dos cartas del mismo valor
split-by-rank = dos cartas del mismo rango: J y J, no J y K
split-without-end = sin límite
split-hands = { $hands ->
    [one] una mano
   *[other] hasta { $hands } manos
}
split-aces = los ases divididos reciben una sola carta cada uno y no se vuelven a dividir
split-natural = una figura dividida con un as es blackjack, pero un as dividido con una figura es solo un 21
split-no-natural = después de dividir, un as con una carta de valor diez es solo un 21
insurance-text = contra un as, hasta la mitad de la apuesta, paga 2:1
insurance-even-money = con blackjack puedes cobrar 1:1 (even money)
surrender-text = con las dos primeras cartas, después de que el crupier compruebe si tiene blackjack; recuperas media apuesta
surrender-no-peek = con las dos primeras cartas; recuperas media apuesta, pero nada si el crupier resulta tener blackjack

choice-document = Documento { $number }
choice-casino = Reglas de casino
choice-edge = ventaja de la casa { $percent }
overview-title = Variantes
overview-documents = *Los cinco documentos*
overview-casino = *Más reglas de casino*
overview-line = **{ $title }** (`{ $key }`): { $summary }
overview-details = para { $whom } · ventaja de la casa **{ $percent }**
overview-edge = Ventaja de la casa: lo que se queda de tu primera apuesta de media si juegas según la tabla, que dibuja `/{ command-strategy }`.
overview-open = Abre una mesa con `/{ command-blackjack }`.

## Private answers

blackjack-open = La mesa está abierta: { $link }
blackjack-other-rules = Aquí ya hay una mesa abierta, con sus propias reglas: es esta.
blackjack-yours = Ya has abierto una mesa aquí, y sigue abierta: { $link }
no-thread-permissions = Esta mesa está en el propio canal. Para un hilo propio me falta el permiso: { $permissions }.
no-thread-room = Esta mesa está en el propio canal: ya hay tantos hilos abiertos como permite Discord.
no-thread-kind = Esta mesa está en el propio canal: aquí no hay hilos en Discord.
no-thread-now = Esta mesa está en el propio canal: Discord no ha creado un hilo para ella ahora mismo.
sorry-opened-enough = Han sido muchas mesas nuevas. La próxima se podrá abrir { $when }.
bet-settled = Tu apuesta contó, y la ronda ya terminó.
bet-placed = Apuestas { $amount }.
bet-dealt = Apuestas { $amount }. Las cartas están repartidas.
bet-ahead = Apuestas { $amount }. Tus cartas llegan en el próximo reparto.
leave-in-play = Dejaste la mesa: tu mano se planta, y lo que gane es tuyo.
leave-done = Dejaste la mesa.
company-here = Ahora en la mesa: { $names }. Los nuevos juegan a partir de la próxima ronda.
company-gets-up = { $name } deja la mesa.
company-gets-up-later = { $name } deja la mesa después de esta ronda.
company-all-get-up = Todos los jugadores de IA dejan la mesa.
company-all-get-up-later = Todos los jugadores de IA dejan la mesa después de esta ronda.
company-everybody = Todos los jugadores de IA
balance-mine = Tienes **{ $balance }**.
balance-of = { $player } tiene **{ $balance }**.
balance-of-nobody = { $player } aún no ha jugado aquí.
balance-in-play = En juego: { $amount }.
balance-donations = { $times ->
    [one] El donante ha ayudado una vez.
   *[other] El donante ha ayudado { $times } veces.
}
house-void-asks = **¿Terminar ya la ronda { $round }?** Todas las manos se plantan, nadie toma seguro, el crupier juega y todas las apuestas se liquidan según las cartas. No hay vuelta atrás.
house-close-asks = **¿Cerrar la mesa en mitad de la ronda { $round }?** Todas las manos se plantan, nadie toma seguro, el crupier juega y todas las apuestas se liquidan según las cartas. Las apuestas de la próxima ronda se devuelven. No hay vuelta atrás.
house-voided = La ronda terminó: todas las manos se plantaron y todas las apuestas se liquidaron.
house-not-voided = No se ha cambiado nada: la ronda sigue.
house-closed = La mesa está cerrada, y se devolvieron todas las apuestas abiertas.
house-closed-in-round = La mesa está cerrada: todas las manos se plantaron y todas las apuestas se liquidaron. Las apuestas de la próxima ronda se devolvieron.
donor-gave = El donante sonríe y desaparece. Ahora tienes { $balance }.

## Refusals and errors: one friendly sentence each

sorry-unknown-button = Ese botón es de una versión anterior de esta mesa. Escribe `/{ command-blackjack }` para verla.
sorry-no-table = Aquí no hay ninguna mesa abierta. Abre una con `/{ command-blackjack }`.
sorry-nothing-to-void = Aquí no se está jugando ninguna ronda: no hay nada que terminar.
sorry-table-gone = Esa mesa ya cerró. Abre una nueva con `/{ command-blackjack }`.
sorry-table-elsewhere = Esa mesa no está en este canal, sino aquí: { $link }
sorry-our-fault = Algo falló por nuestra parte, y no se cambió nada. Inténtalo otra vez.
sorry-no-channel = Eso solo funciona en un canal de un servidor.
sorry-command-unread = Discord envió este comando en una forma que no conozco. Escríbelo otra vez en unos minutos.
sorry-in-doubt = Algo falló por nuestra parte, y todavía no sabemos si eso contó. Vuelve a mirar en un momento.
sorry-not-an-amount = Eso no es una cantidad. Prueba con `250`, `12,50`, `{ $amount }`, `1k`, `mitad` o `todo`.
sorry-did-you-mean = ¿Quieres decir { $amount }? Entonces escribe `{ $typed }`.
sorry-slow-down = Vas más rápido que las cartas. Tus próximos clics vuelven a contar en unos segundos.
sorry-crowded = Hay demasiada gente jugando; tu clic no contó. Inténtalo otra vez en un momento.
sorry-old-question = Esa pregunta es de antes o se le hizo a otro administrador. Escribe el comando otra vez.
sorry-table-broken = No se pudo reanudar la mesa de aquí. Un administrador puede cerrarla con `/{ command-house } { command-house-close }`; se devuelven todas las apuestas abiertas.
sorry-broke = Se te acabó el dinero. Un donante anónimo te ofrece { $amount } de dinero ficticio.
table-broke = { $players }: sin dinero. Un donante anónimo ofrece { $amount } de dinero ficticio.
sorry-donor-refuses = El donante solo ayuda a quien tiene menos de { $amount } y nada en juego.
sorry-bots-do-not-play = Los bots no juegan aquí, y no tienen saldo.
sorry-permissions = Eso no es posible aquí. En este canal me falta el permiso: { $permissions }.
sorry-not-in-server = No soy miembro de este servidor, así que eso no es posible aquí. Alguien con el permiso *Gestionar servidor* puede añadirme: { $link }
sorry-not-in-thread = No estoy en este hilo privado, así que eso no es posible aquí. Mencióname una vez ({ $bot }) para añadirme e inténtalo de nuevo.

permission-view-channel = *Ver canal*
permission-send-messages = *Enviar mensajes*
permission-send-messages-in-threads = *Enviar mensajes en hilos*
permission-create-public-threads = *Crear hilos públicos*

why-round-over = Esta ronda ya terminó.
why-not-in-round = No estás en esta ronda; puedes apostar en la próxima.
why-not-your-turn = Aún no es tu turno.
why-hand-finished = Ya terminaste de jugar esta ronda.
why-not-now = Eso no es posible ahora.
why-wrong-card = Esa carta no es de esta baraja.
why-doubling-not-offered = En esta mesa no se dobla.
why-double-first-decision = Solo puedes doblar con las dos primeras cartas de una mano.
why-double-total = En esta mesa solo se dobla con ciertos totales; mira `/{ command-rules }`.
why-no-double-after-split = Aquí no se puede doblar una mano dividida.
why-splitting-not-offered = En esta mesa no se divide.
why-not-a-pair = Solo se puede dividir un par.
why-split-limit = Ya dividiste todas las veces que permite esta mesa.
why-no-resplit-of-aces = Aquí los ases divididos no se pueden volver a dividir.
why-surrender-not-offered = En esta mesa no te puedes rendir.
why-surrender-first-decision = Solo te puedes rendir con tus dos primeras cartas.
why-insurance-too-high = El seguro va desde un centavo hasta la mitad de tu apuesta: { $cents }.
why-even-money-needs-natural = Solo puedes cobrar 1:1 si tienes blackjack.
why-not-seated = No tienes asiento en esta mesa; consigue uno con `/{ command-bet }`.
why-table-full = Todos los asientos están ocupados; alguien tiene que salir primero.
why-table-closed = { sorry-table-gone }
why-house-closing = La casa cierra un momento. Tu mesa se conserva, y sigue cuando volvamos a abrir.
why-round-running = Las cartas ya están repartidas. Podrás apostar en la próxima ronda en cuanto acabe esta.
why-no-round = No hay ninguna ronda en juego; haz primero tu apuesta.
why-too-late = Demasiado tarde: ese botón es de una ronda que ya terminó.
why-stale = Eso ya se decidió. Vuelve a mirar la mesa.
why-paused = Estás en pausa; termina { $until }. ¡Hasta entonces!
why-hand-just-up = Esa mano acaba de llegar a su turno. Pulsa otra vez si es lo que quieres.
why-repeated = Con una vez basta: tu primer clic ya contó.
why-bet-too-low = La apuesta mínima en esta mesa es { $cents }.
why-bet-too-high = La apuesta máxima en esta mesa es { $cents }.
why-bet-not-payable = No te alcanza para esa apuesta: cuesta { $cents }, y tienes { $balance }.
why-move-not-payable = No te alcanza: eso cuesta { $cents } más, y tienes { $balance }.
why-no-bets = Todavía no ha apostado nadie.
why-first-seat-only = Eso solo lo decide quien ocupa el primer asiento.
why-opener-only = Las reglas las elige quien abrió la mesa, mientras nadie haya apostado. Tú puedes sentarte sin más.
why-rules-fixed = Alguien ya ha apostado, así que las reglas se quedan. Una mesa nueva puede tener otras.
why-deal-needs-bet = Apuesta primero; después también puedes repartir.
why-deal-too-early = Al momento solo reparte el primer asiento. Tú puedes en { $seconds ->
    [one] 1 segundo.
   *[other] { $seconds } segundos.
}
why-words-too-late = Demasiado tarde: ya se han repartido cartas desde que se barajó.
why-words-added = Esta mezcla ya tiene palabras, y con una vez basta.
why-not-your-words = Esta vez le toca añadir palabras a otra persona.
why-nothing-to-repeat = No tienes una apuesta anterior en esta mesa que repetir; elige una cantidad.
why-company-off = Los jugadores de IA están desactivados en este canal.
why-company-complete = Esta mesa ya tiene todos los jugadores de IA que se permiten aquí: { $most }.
why-company-seated = Ese jugador de IA ya está en la mesa.
why-company-too-poor = Los jugadores de IA empiezan con { $cents }, menos que la apuesta mínima de esta mesa.
why-no-company = Aquí no hay ningún jugador de IA con ese nombre al que despedir.
why-decks-fixed = { $rules } se juega siempre con el mismo número de barajas.
why-decks-out-of-range = { $rules } se juega con { $least } a { $most } barajas.
why-seats-out-of-range = Una mesa de { $rules } tiene de { $least } a { $most } asientos.
why-least-out-of-range = La apuesta mínima de { $rules } no puede ser { $cents }.
why-most-out-of-range = La apuesta máxima de { $rules } no puede ser { $cents }.
why-least-above-most = La apuesta máxima no puede ser menor que la mínima.
why-options-clash = Estas opciones no son compatibles en una mesa de { $rules }.
why-tables-off = Los administradores de este servidor desactivaron las mesas en este canal.
why-rules-not-here = En este canal no se juega { $rules }. Con `/{ command-rules }` ves qué se juega.
why-no-rules-left = Tiene que quedar al menos una variante.
why-no-such-rules = Esa variante no existe; `/{ command-rules }` las muestra todas.
sorry-no-such-rules = No hay ninguna variante con ese nombre. Hay: { $rules }.
sorry-which-rules = ¿Qué variante quieres decir: { $rules }? Bastan unas letras más.
why-default-not-here = { $rules } es lo que `/{ command-blackjack }` abre aquí si no se indica nada: tiene que estar entre las variantes que se juegan aquí.
why-limit-out-of-range = Un límite debe ser de al menos { $cents }.
why-limits-shut-out = Con estos límites nadie podría apostar en una mesa de { $rules }. Elige otros, o quita antes { $rules } de las variantes.
why-channel-seats-out-of-range = Una mesa tiene de { $least } a { $most } asientos.
why-seconds-out-of-range = El tiempo puede ser de { $least } a { $most } segundos.
why-not-a-language = No hablo ese idioma; elige uno de la lista.
why-not-on-or-off = Eso solo puede ser `on` (activado) u `off` (desactivado).
why-not-a-coaching = Eso solo puede ser `off` (desactivado), `review` (análisis) o `hints` (pistas).
why-not-a-place = Eso solo puede ser `channel` (en el canal) o `thread` (en un hilo).
why-not-a-log = Elige `{ house-here }` de la lista, en el canal que quieras, o el valor por defecto.
why-not-a-currency = Eso no puede representar dinero. Elige una sola palabra de hasta { $most } letras, sin cifras ni otros signos, o un solo emoji. No debe parecer una cantidad.
why-company-out-of-range = En una mesa puede haber de { $least } a { $most } jugadores de IA.
why-one-channel-only = Esto es solo para un canal, no para todo el servidor. Escribe el comando en ese canal, sin `{ command-house-set.where }`.

## /help

command-help = ayuda
    .description = Explica el juego y todos los comandos
help-game = El juego
help-title = Jugar aquí
help-moves = Jugadas y palabras
help-fairness = Juego limpio
help-admins = Para administradores
help-lesson = El blackjack en un minuto
help-goal = **Objetivo:** ganar al crupier sin pasar de 21. Si ganas, cobras tu apuesta; un *blackjack* (un as con 10, J, Q o K) suele pagar 3:2.
help-values = **Cartas:** del 2 al 10, su número; J, Q y K, 10; el as, 11 o 1. La mano es *blanda* mientras un as vale 11.
help-bust = **Con más de 21** *te pasas* y pierdes al momento.
help-dealer = **El crupier** pide hasta 16 y se planta desde 17, sin elegir; en algunas mesas pide con un 17 blando.
help-begin = **Empieza:** { $blackjack } abre una mesa, una ficha es tu apuesta. Tienes { $amount } ficticios.
help-turn = **Tu turno:** `{ button-hit }` da una carta, `{ button-stand }` ninguna más. Con eso basta.
help-insurance = **El seguro** contra un as del crupier cuesta dinero de media: no lo tomes.
help-surrender = **`{ button-surrender }`**, en algunas mesas, deja una mala mano por media apuesta.
help-hint = **¿Dudas?** `{ button-hint }` te dice solo a ti cuánto vale cada jugada.
help-open = **Abre una mesa** con { $blackjack }; el primer asiento es tuyo. { $rules } explica las reglas.
help-bet = **Apuesta** con una ficha de las de abajo, con `{ button-join }` o con { $bet }. Así también consigues asiento.
help-deal = **Las cartas llegan** cuando todos han apostado, cuando alguien pulsa `{ button-deal }` o cuando se acaba el tiempo.
help-late = **¿Se te acabó el tiempo?** Tu mano se planta, y nadie apuesta por ti. Tras dos rondas sin apostar pierdes el asiento.
help-leave = **Deja la mesa** con { $leave }. La apuesta sin repartir se devuelve.
help-money = **Dinero:** { $amount } al empezar. A quien se queda sin nada, un donante anónimo le ofrece otro tanto.
help-commands = Comandos
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }`: una carta más.
    - `{ button-stand }`: ninguna carta más.
    - `{ button-double }`: el doble de apuesta por una sola carta más.
    - `{ button-split }`: un par se convierte en dos manos, cada una con su apuesta.
    - `{ button-surrender }`: dejas la mano y recuperas media apuesta.
    - `{ verb-insure }`: otra apuesta, de hasta la mitad de la tuya, a que el crupier tiene blackjack; paga 2:1.
    - `{ button-even-money }`: por tu blackjack contra un as: 1:1 ahora, tenga lo que tenga el crupier.
    - `{ button-hint }`: cuánto vale cada jugada. `{ button-review }`: lo mismo de cada jugada de una ronda terminada.
    Una jugada que una mesa no ofrece no tiene botón allí.
help-words = Palabras
help-all-words =
    - **Blackjack:** un as y una carta que vale diez como las dos primeras. En casi todas las mesas gana a cualquier otro 21 y paga más de 1:1.
    - **17 blando:** 17 con un as que vale 11. Con una carta más no te pasas. Una mano sin un as así es *dura*.
    - **Empate:** la apuesta se devuelve.
    - **Carta tapada:** la carta del crupier que está boca abajo.
    - **Mazo:** las cartas de las que se reparte. Cuando sale la **carta de corte**, es la última ronda antes de barajar.
    - **Según el manual:** lo que dice la tabla de { $strategy }, o lo mejor según las cartas vistas.
help-fair =
    - **Sellado:** antes de su primera carta, un mazo recibe un sello que todos ven. Fija el secreto de la casa sin revelarlo.
    - **Mezclado con tus palabras:** con `{ button-words }` un jugador añade palabras suyas a la mezcla.
    - **Comprobado:** cuando el mazo termina, { $verify } te da lo necesario para comprobar cada carta, sin el bot.
    - **Nadie espía:** los jugadores de IA, las pistas y los análisis solo conocen las cartas que todos han visto.
    - **Guardado:** cada jugada queda registrada antes de mostrarse. Tras una avería la mesa sigue como estaba.
    - **Ventaja de la casa:** { $strategy } muestra qué parte de una apuesta se queda la casa con cada variante.
    - **Tus datos:** { $privacy } muestra qué se guarda sobre ti, y lo borra.
help-pick = Otra página…
sorry-old-help = Esa página es de una versión anterior. Escribe `/{ command-help }` para verla de nuevo.

## /pause

command-pause = pausa
    .description = Hace una pausa del juego
    .length = duración
    .length-description = Cuánto tiempo
pause-day = 1 día
pause-week = 1 semana
pause-month = 1 mes
pause-title = Haz una pausa
pause-what = **Hasta el { $until }** no apuestas ni juegas las diez del día ni duelos.
    - Nadie puede terminar una pausa antes, ni siquiera un administrador. Solo una más larga puede sustituirla.
    - Dejas todas las mesas. Una apuesta sin repartir se devuelve; una mano en juego se planta.
    - Tu saldo, tus logros y tu historial quedan como están.
button-pause = Empezar la pausa
pause-begun = Estás en pausa hasta el { $until }. Todo lo tuyo queda como está. ¡Hasta entonces!
sorry-old-pause = Esa página es de antes. Escribe `/{ command-pause }` para empezar una pausa.
sorry-pause-longer = Ya estás en pausa hasta el { $until }. Solo una más larga puede sustituirla.

## /privacy

command-privacy = privacidad
    .description = Te da o borra lo que se guarda sobre ti
privacy-title = Qué se guarda sobre ti
privacy-kept =
    - Tu id de usuario de Discord y tu último nombre, para mostrarlo en las mesas y en las listas. Ni imagen, ni mensajes.
    - Tu saldo de dinero ficticio, y cada vez que cambió.
    - Las rondas que jugaste: cartas, jugadas, apuestas, resultados.
    - Lo que cuestan de media tus decisiones, y cómo jugaste las diez del día y tus duelos.
    - Tus asientos, con sus apuestas.
    - Lo que ajustaste o terminaste como administrador.
    Se usa solo para el juego. Los demás jugadores pueden ver tu nombre, tu saldo y tus resultados.
privacy-how = Descarga todo en un archivo. O haz que se borren tus datos: tu id y tus nombres se borran de todo, para siempre. Si empezaste las diez del día, se guarda durante dos días un hash con clave de tu id, para que nadie juegue dos veces las mismas manos. Un hash así queda también hasta que termine una pausa que hayas empezado con `/{ command-pause }`. Antes de borrar, te lo preguntamos una vez más.
privacy-file = Esto es todo lo que se guarda sobre ti. Las cantidades van en centavos, los tiempos en segundos desde 1970 (UTC); faltan las cartas de las rondas que aún se juegan.
privacy-word = borrar
privacy-forgotten =
    Tus datos están **borrados**: nada de lo que se guarda se puede relacionar contigo. Lo que queda:
    - Los mensajes de este bot en los canales, como mesas, duelos, publicaciones diarias y resultados compartidos.
    - Copias de seguridad y registros de quien gestiona este bot, hasta que se reemplacen.
    - Durante dos días, si empezaste las diez del día: un hash con clave de tu id, para que nadie juegue dos veces las mismas manos.
    - Si estás en pausa, hasta que termine, un hash con clave de tu id, para que la pausa valga.
    Si vuelves, empiezas desde cero.
button-my-data = Descargar mis datos
button-forget-me = Borrar mis datos
modal-forget = Borrar mis datos
    .text = Tu saldo de dinero ficticio, tus rondas y tus resultados desaparecerán. **Nadie puede recuperarlos.** Dejas todas las mesas; una mano en juego se planta.
    .label = Escribe «{ $word }» para seguir
sorry-not-the-word = No se cambió nada. Para borrar tus datos, escribe la palabra «{ $word }».
sorry-still-playing = Aún no: primero tiene que terminar tu ronda en { $channels }. Ya dejaste todas las demás mesas. Pulsa el botón otra vez cuando termine.
sorry-seat-broken = Aún no: la mesa de { $channels } no se pudo reanudar, y tienes asiento en ella. Un administrador de allí puede cerrarla con `/{ command-house } { command-house-close }`; después pulsa el botón otra vez.
sorry-seat-elsewhere = Aún no: tienes asiento en la mesa de { $channels }. Déjala allí con `/{ command-leave }` y pulsa el botón otra vez cuando termine tu ronda.
sorry-file-too-large = Lo que se guarda sobre ti ocupa más de los { $limit } MB que caben aquí en un mensaje. Pídeselo a quien gestiona este bot.
files-refused = Discord no acepta archivos aquí. Inténtalo en otro canal o servidor.
link-privacy = Política de privacidad
link-terms = Condiciones
link-support = Ayuda

## AI players. Their names appear at the start of a line and within lines

character-book = El Libro
    .line = Juega cada mano según la tabla de estrategia.
character-mirror = El Espejo
    .line = Pide y se planta como el crupier; nunca dobla ni divide.
character-careful = La Prudente
    .line = Nunca pide una carta con la que podría pasarse.
character-gambler = El Audaz
    .line = Le gusta ver mucho en la mesa: dobla, divide, se asegura.
character-counter = La Contadora
    .line = Lleva la cuenta de las cartas y apuesta más cuando quedan muchas altas.
character-novice = El Novato
    .line = Acaba de empezar y juega por intuición.

## The dealers' comments on a round

talk = 💬 { $dealer }: «{ $line }»
talk-warm-natural-1 = ¡Blackjack! Qué bonito.
talk-warm-natural-2 = Mira por dónde: un as y un diez.
talk-warm-natural-3 = Esa siempre me hace sonreír.
talk-warm-comeback-1 = De cero al doble del regalo. ¡Qué bonito verlo!
talk-warm-comeback-2 = De nuevo en pie. ¡Qué alegría verte de vuelta!
talk-warm-split-1 = Un par, y ganan todas las manos. ¡Maravilloso!
talk-warm-split-2 = Da gusto repartir así.
talk-warm-pushes-1 = Todo igual: cada cual se queda con lo suyo.
talk-warm-pushes-2 = Empate para todos. Qué paz, ¿no?
talk-warm-shuffle-1 = Eran las últimas de estas cartas. Voy a barajarlas bien.
talk-warm-shuffle-2 = Toca barajar. Un respiro.
talk-dry-natural-1 = Blackjack. Cosas que pasan.
talk-dry-natural-2 = Un as y un diez. Anotado.
talk-dry-natural-3 = Veintiuno con dos cartas. Eficiente.
talk-dry-comeback-1 = El regalo se ha duplicado. El donante calla; yo no.
talk-dry-comeback-2 = Hasta cero, y de vuelta. Lo anoto con respeto.
talk-dry-split-1 = Todas. Buen trabajo.
talk-dry-split-2 = Las conté dos veces: ganaron todas.
talk-dry-pushes-1 = Nada ganado, nada perdido. A la contabilidad le gusta.
talk-dry-pushes-2 = Empate. He repartido rondas más ruidosas.
talk-dry-shuffle-1 = La carta de corte. Barajo.
talk-dry-shuffle-2 = Estas cartas ya dijeron todo lo que tenían que decir.
talk-courtly-natural-1 = Mis felicitaciones por el blackjack.
talk-courtly-natural-2 = Un blackjack. Con mucho gusto.
talk-courtly-natural-3 = Dos cartas, y nada que añadir. Enhorabuena.
talk-courtly-comeback-1 = Un regreso con estilo. Me quito el sombrero.
talk-courtly-comeback-2 = De los bolsillos vacíos a esto: mi sincera enhorabuena.
talk-courtly-split-1 = Un par dividido con distinción: ganaron todas las manos.
talk-courtly-split-2 = Me inclino ante ese par.
talk-courtly-pushes-1 = Nos despedimos como iguales.
talk-courtly-pushes-2 = Un empate honroso para todos.
talk-courtly-shuffle-1 = Con su permiso, voy a barajar.
talk-courtly-shuffle-2 = La carta de corte pide una pausa. Barajo.
talk-jolly-natural-1 = ¡Ja! ¡Blackjack!
talk-jolly-natural-2 = ¡Zas, veintiuno!
talk-jolly-natural-3 = ¡As, diez y listo!
talk-jolly-comeback-1 = ¡Mira quién ha vuelto! ¡Y cómo!
talk-jolly-comeback-2 = ¡De las cenizas hasta el techo!
talk-jolly-split-1 = ¿Todas? ¡Todas!
talk-jolly-split-2 = Ese par se fue de fiesta.
talk-jolly-pushes-1 = ¡Empates y más empates!
talk-jolly-pushes-2 = Nadie gana, nadie pierde, y todos tan amigos.
talk-jolly-shuffle-1 = ¡La carta de corte! Lo que más me gusta: barajar.
talk-jolly-shuffle-2 = ¡A barajar! Cuidado con los dedos.

## Finished rounds and their replays

command-history = historial
    .description = Muestra tus rondas, repeticiones y errores
    .round = ronda
    .round-description = El número de una ronda, para verla

history-title = Tus rondas
history-none = Aún no has terminado ninguna ronda. Abre una mesa con `/{ command-blackjack }`.
history-count = { $rounds ->
    [one] 1 ronda terminada
   *[other] { $rounds } rondas terminadas, primero las más recientes
}
history-page = página { $page } de { $pages }
history-mistakes = Tus errores
history-looked-back = { $rounds ->
    [one] en tu última ronda
   *[other] en tus últimas { $rounds } rondas
}
button-mistakes = Solo errores
history-hands = { $hands ->
    [one] 1 mano
   *[other] { $hands } manos
}
history-staked = apostado: { $amount }
history-voided = anulada
history-back = anulada por un administrador, apuestas abiertas devueltas
history-pick = Ver la repetición de…

replay-of = Repetición de la ronda n.º { $round } · crupier { $dealer }
replay-step = Paso { $step } de { $steps }
replay-since = a { $time } del reparto
replay-dealt = Se reparten las cartas
replay-voided = Esta ronda quedó anulada. Se devolvieron todas las apuestas abiertas.
replay-hits = { $player } pide: { $card }
replay-stands = { $player } se planta
replay-stands-late = Se acabó el tiempo: { $player } se planta
replay-stands-gone = { $player } dejó la mesa: la mano se planta
replay-stands-admin = Un administrador terminó la ronda: { $player } se planta
replay-doubles = { $player } dobla: { $card }
replay-splits = { $player } divide
replay-surrenders = { $player } se rinde
replay-insures = { $player } toma un seguro de { $amount }
replay-declines = { $player } juega sin seguro
replay-declines-late = Se acabó el tiempo: { $player } juega sin seguro
replay-declines-gone = { $player } dejó la mesa: sin seguro
replay-declines-admin = Un administrador terminó la ronda: { $player } no toma seguro
replay-even-money = { $player } cobra 1:1
replay-turns-over = { $dealer } descubre { $card }
replay-draws = { $dealer } saca { $card }
replay-hand = mano { $hand } de { $hands }
replay-against = contra { $player }
replay-settled = La ronda ha terminado.
replay-footer = Los jugadores, y todos en el servidor donde jugaron, pueden abrir esto con `/{ command-history } { command-history.round }:{ $round }`.
button-my-rounds = Mis rondas
button-share = Compartir

player-forgotten = (un jugador borrado)
player-unnamed = Jugador { $figures }

sorry-no-such-round = No hay repetición de la ronda n.º { $round }: tiene que haber terminado, y tienes que haberla jugado o estar en el servidor donde se jugó.
sorry-no-replay = No se puede mostrar la repetición de la ronda n.º { $round }: lo que se guardó de ella es ilegible.
sorry-old-history = Ese botón es de una versión anterior de esta lista. Escribe `/{ command-history }` para verla.
share-of = { $player } comparte la ronda n.º { $round }
sorry-share-not-yours = Solo quien jugó la ronda n.º { $round } puede compartirla.
sorry-share-elsewhere = La ronda n.º { $round } solo se puede compartir en el servidor donde se jugó.
sorry-share-not-here = En este canal no se puede compartir nada: tanto tú como yo necesitamos aquí el permiso de enviar mensajes.
sorry-shared-already = La ronda n.º { $round } ya está compartida aquí: { $link }
sorry-shared-enough = Han sido muchas rondas para un solo canal. Podrás compartir la próxima { $when }.

## Verifiable shoes: `/verify`. "Seal" and "secret" are words of the transcripts; use one word for each.

command-verify = verificar
    .description = Comprueba las cartas de un mazo
    .shoe = mazo
    .shoe-description = El número de un mazo; si no, todos

more-title = Esta mesa
more-listed = La ronda { $round } es la { $number } en `/{ command-history }`
verify-title = Mazos sellados
verify-none = En este canal aún no se ha sellado ningún mazo.
verify-what = Cada sello era público antes de la primera carta y fija lo que la casa podía elegir. Cuando un mazo termina, puedes comprobar cada una de sus cartas.
verify-count = { $shoes ->
    [one] 1 mazo
   *[other] { $shoes } mazos, primero los más recientes
}
verify-early = interrumpidos: { $left } porque se fueron todos, { $closed } porque un administrador cerró la mesa, { $restored } porque se restauró una copia de seguridad · rondas anuladas por administradores: { $voided }
verify-shoe = Mazo { $shoe } de { $dealer }
verify-in-use = en uso
verify-ended-cut-card = jugado hasta la carta de corte
verify-ended-round-over = jugado hasta el final
verify-ended-closed = interrumpido: se cerró la mesa
verify-ended-closed-by-admin = interrumpido: un administrador cerró la mesa
verify-ended-restored = interrumpido: se restauró una copia de seguridad
verify-ended-voided = interrumpido: un administrador anuló la ronda
verify-ended-other-rules = apartado: se eligieron otras reglas
words-by = palabras de { $player }
words-of-a-player = con palabras añadidas
words-none = ningún jugador añadió palabras
verify-pick = Comprobar un mazo…
verify-not-over = **{ $title }** está en uso, así que su secreto aún no se revela. Guarda su sello y comprueba el mazo cuando termine:
    `{ $seal }`
verify-right = Las cartas de este mazo son correctas: el acta coincide con su sello, carta por carta. No te fíes solo de mi palabra.
verify-wrong = **Algo no cuadra en este mazo.** Guarda los dos archivos y pregunta a quien gestiona este bot.
verify-changed = **Lo guardado de este mazo se cambió después de que terminara:** el sello del mazo siguiente se hizo a partir de otra acta. Guarda los dos archivos y pregunta a quien gestiona este bot.
verify-run = Pon los dos archivos en una carpeta, y Python 3 comprueba cada carta sin el bot. Usa el sello que guardaste tú, o al menos sus primeros 32 caracteres:
verify-your-words = las palabras añadidas
verify-words = Las palabras añadidas entraron en la mezcla, y solo se guarda su hash. Así la casa no pudo elegir las cartas, si las palabras eran lo bastante largas para que nadie las adivinara. Quien no las sepa pone en su lugar los 32 caracteres que la mesa mostró detrás de «palabras de», antes de repartir por primera vez y al hacerlo.
verify-no-words = Nadie añadió palabras a este mazo; las comillas vacías `""` sirven para comprobarlo. El sello muestra que después no se cambió nada; pero, sin palabras, la casa podría haber escogido, antes de sellarlo, un secreto a su gusto.
verify-limits = Lo que esto no puede demostrar: que la casa no le sople nada a nadie y que quien añadió las palabras no sea quien gestiona el bot. Los mensajes se pueden editar después: quien añade palabras debería guardar el sello.
button-verify = Comprobar
button-words = Añadir palabras
words-done = Tus palabras están en la mezcla. Con ellas y el sello puedes comprobar cada carta cuando termine el mazo: `/{ command-verify }`
    { $words }
    `{ $seal }`
    La mesa y `/{ command-verify }` muestran tus palabras como `{ $digits }`. Si ahí aparece otra cosa, alguien las ha cambiado.

sorry-no-words = Escribe algunas palabras, con caracteres que se puedan imprimir.
sorry-no-such-shoe = La última mesa de aquí no tiene el mazo { $shoe }. Escribe `/{ command-verify }` para ver la lista.
sorry-no-transcript = No se puede mostrar el mazo { $shoe }: lo que se guardó de él es ilegible.
sorry-old-verify = Ese botón es de una versión anterior de esta lista. Escribe `/{ command-verify }` para verla.

## Results: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [one] Tu última ronda
   *[other] Tus últimas { $rounds } rondas
}

stats-title-mine = Tus estadísticas
stats-title = Estadísticas de { $player }
stats-none-mine = Aún no has terminado ninguna ronda. Abre una mesa con `/{ command-blackjack }`, y empieza tu historia.
stats-none = { $player } aún no ha terminado ninguna ronda.
stats-net = Resultado **{ $net }**
stats-staked = Apostado **{ $amount }**
stats-played = Rondas **{ $rounds }**
stats-rounds = { $rounds ->
    [one] 1 ronda
   *[other] { $rounds } rondas
}
stats-won = { $rounds ->
    [one] 1 ganada
   *[other] { $rounds } ganadas
}
stats-lost = { $rounds ->
    [one] 1 perdida
   *[other] { $rounds } perdidas
}
stats-even = { $rounds ->
    [one] 1 empatada
   *[other] { $rounds } empatadas
}
stats-win-rate = Porcentaje de victorias **{ $percent } %**
stats-biggest-win = Mayor ganancia **{ $amount }**
stats-naturals = Blackjacks **{ $naturals }**
stats-by-rules = Por variante
stats-percent-won = { $percent } % ganadas
stats-short-naturals = { $naturals ->
    [one] 1 blackjack
   *[other] { $naturals } blackjacks
}
stats-picture-later = Ya van bastantes gráficos por ahora; el próximo se podrá dibujar { $when }.
achievements-title = Logros
achievements-count = { $count } de { $all }
achievements-nearest = Los más cercanos
button-achievements = Todos los logros
achievements-ahead = Aún por lograr
achievements-so-far = { $done } de { $all }
achievements-days = { $done } de { $all } días
achievements-searched = { $searched } de { $rounds } rondas revisadas hasta ahora; `/{ command-stats }` sigue con las demás.
achievement-natural = El primer blackjack
achievement-suited-natural = Un blackjack de un solo palo
achievement-stand-off = Blackjack contra el blackjack del crupier
achievement-five-cards = 21 con cinco cartas
achievement-seven-cards = 21 con siete cartas
achievement-three-sevens = Tres sietes
achievement-doubled-21 = Doblar y llegar a 21
achievement-doubled-split = Dividir, doblar y ganar
achievement-split-aces = Dos ases divididos, 21 con ambos
achievement-four-hands = Cuatro manos de un par, y todas ganadas
achievement-by-a-point = 21 contra el 20 del crupier
achievement-low = Ganar con 12 o menos
achievement-insured = Con seguro, y el crupier tenía blackjack
achievement-long-dealer = El crupier se pasa con seis cartas
achievement-full-table = Mesa llena, y todos ganaron
achievement-rounds-100 = Cien rondas
achievement-rounds-1000 = Mil rondas
achievement-naturals-21 = Veintiún blackjacks
achievement-rule-sets = Una ronda de cada variante
achievement-back = De vuelta tras el donante: el regalo, duplicado
achievement-year = Un año después de la primera ronda
achievement-by-book = Cien rondas según el manual
achievement-dailies = Las diez del día, en siete días

## The picture of a balance: without Markdown, at most 50 characters

chart-title = Saldo tras cada ronda
chart-results = Rondas en orden, horas en UTC
chart-start = Todos empiezan con
chart-nothing = Aún no hay rondas

## Alternative text of the picture

chart-in-words = El saldo tras cada ronda: va de { $first } a { $last }, nunca por debajo de { $least } ni por encima de { $most }.

leaders-title = Clasificación
leaders-server = Este servidor
leaders-all = En todas partes
leaders-players = { $players ->
    [one] 1 jugador
   *[other] { $players } jugadores
}
leaders-as-of = actualizado { $when }
leaders-about-server = Ganancias en todos los servidores, sin los regalos del donante, de jugadores con al menos { $least } rondas terminadas en las mesas de este servidor.
leaders-about-money = Ganancias, sin los regalos del donante, de jugadores con al menos { $least } rondas terminadas.
leaders-has = tiene { $balance }
leaders-you = tú
leaders-your-place = Tu puesto: **{ $rank }** de { $players }.
leaders-not-listed = Aún no estás en la lista: hacen falta { $least } rondas terminadas.
leaders-nobody = Nadie ha terminado todavía { $least } rondas. Abre una mesa con `/{ command-blackjack }`.
leaders-week-nobody = Nadie ha terminado { $least } rondas esta semana. Abre una mesa con `/{ command-blackjack }`.
leaders-week-not-listed = Aún no estás en la lista: hacen falta { $least } rondas terminadas esta semana.
leaders-week-since = Lo ganado y lo perdido desde el { $since }. Empieza otra semana { $end }.
button-my-place = Mi puesto
sorry-old-leaderboard = Ese botón es de una versión anterior de esta lista. Escribe `/{ command-leaderboard }` para verla.

## /house settings, set, reset: settings of a channel

command-house-settings = ajustes
    .description = Muestra qué está ajustado aquí, y quién lo cambió
command-house-set = cambiar
    .description = Ajusta variantes, límites, asientos, tiempos, imágenes, entrenador, IA, idioma, moneda o mesas
    .setting = ajuste
    .setting-description = Qué ajuste cambiar
    .value = valor
    .value-description = Elige o escribe uno; varias variantes, con comas; «default» lo deja como al principio
    .where = dónde
    .where-description = Este canal (por defecto) o todo el servidor
command-house-reset = restablecer
    .description = Quita todos los ajustes, de aquí o del servidor
    .where = dónde
    .where-description = Qué restablecer: este canal (por defecto) o todo el servidor
where-channel = este canal
where-server = todo el servidor

setting-tables = Mesas
setting-place = Lugar de las mesas
setting-rule-sets = Variantes
setting-default = Variante por defecto
setting-lowest = Apuesta mínima
setting-highest = Apuesta máxima
setting-seats = Asientos
setting-bet-seconds = Tiempo para apostar
setting-turn-seconds = Tiempo para decidir
setting-card-pictures = Imágenes de las cartas
setting-talk = Frases del crupier
setting-coach = Entrenador
setting-company = Jugadores de IA
setting-language = Idioma de las mesas
setting-currency = Moneda
setting-log = Registro de admins
setting-daily = Publicaciones diarias

# The language's name for itself.
language-name = Español

house-settings-title = Ajustes de { $channel }
house-set-here = Ajustado aquí
house-set-everywhere = Ajustado para todo el servidor
house-not-set = Predeterminado
house-default = Predeterminado: { $value }
house-all-rules = todas las variantes
house-by-the-rules = según las reglas
house-tables-language = el del servidor de comunidad; si no, el de quien abre la mesa
house-on = activadas
house-off = desactivadas
house-company = hasta { $most }
house-company-off = desactivados
house-log-off = desactivado
coaching-off = desactivado
coaching-review = solo análisis
coaching-hints = pistas y análisis
place-channel = en el canal
place-thread = cada una en su propio hilo
house-seconds = { $seconds ->
    [one] 1 segundo
   *[other] { $seconds } segundos
}
house-changed = ✅ { $setting }: **{ $value }**
house-changed-everywhere = ✅ Todo el servidor, { $setting }: **{ $value }**
house-reset = ✅ Todo vuelve a lo predeterminado.
house-reset-here = ✅ Aquí ya no hay nada ajustado: valen los ajustes de todo el servidor.
house-reset-everywhere = ✅ Ya no hay nada ajustado para todo el servidor. Los ajustes de cada canal se quedan.
house-open-table = La mesa abierta aquí conserva sus reglas, límites y asientos hasta que se cierre.
house-last-changes = Últimos cambios
house-never-changed = Nadie ha cambiado nunca nada aquí.
house-value = { $setting }: { $value }
house-change = { $setting }: { $old } → { $new }
house-not-set-then = sin ajustar
house-how-to-set = `/{ command-house } { command-house-set }` cambia uno de ellos.
    `/{ command-house } { command-house-reset }` los quita todos.
    Para todo el servidor, elígelo en `{ command-house-set.where }`; los ajustes de un canal tienen prioridad.

sorry-not-a-limit = Eso no es una cantidad. Prueba con `250`, `12,50`, `{ $amount }` o `1k`.
sorry-emoji-elsewhere = Ese emoji no es de este servidor. Elige uno de este servidor o un emoji estándar.
sorry-no-pictures = Quien gestiona este bot desactivó las imágenes de las cartas en todas partes.
sorry-not-in-channel = Con los ajustes de { $channel }, allí no quedaría nada que jugar. Cámbialos primero allí.

overview-not-here = No se juega en este canal: { $rules }
overview-no-tables = Las mesas están desactivadas en este canal.
card-not-here = No se juega en este canal.

## /house log

command-house-log = registro
    .description = Muestra lo último que hicieron los admins
house-here = este canal
house-log-title = Qué hicieron los admins
house-log-empty = Nada todavía.
house-log-where = Se anuncia en { $channel }.
house-log-nowhere = No se anuncia en ningún canal. Escribe `/{ command-house } { command-house-set }` con `{ setting-log }` en el canal donde quieras los anuncios.
house-log-no-daily = { $channel } rechazó la publicación diaria tres días seguidos, así que ya no la recibe.
house-act-round = { $admin } terminó la ronda { $round } en { $channel }
house-act-table = { $admin } cerró la mesa en { $channel }
house-act-set = { $admin } puso **{ $setting }** en **{ $value }** en { $channel }
house-act-set-everywhere = { $admin } puso **{ $setting }** en **{ $value }** para todo el servidor
house-act-default = { $admin } devolvió **{ $setting }** al valor por defecto en { $channel }
house-act-default-everywhere = { $admin } devolvió **{ $setting }** al valor por defecto para todo el servidor
house-act-reset = { $admin } restableció todos los ajustes de { $channel }
house-act-reset-everywhere = { $admin } restableció todos los ajustes del servidor

## /house status

command-house-status = estado
    .description = Muestra versión, mesas, rondas, latencia, base de datos

bot-title = Cómo va el bot
bot-version = Versión: **{ $version }**
bot-started = Iniciado: **{ $when }**
bot-tables = Mesas abiertas: **{ $tables }**
bot-company = Jugadores de IA en ellas: **{ $players }**
bot-rounds = Rondas de hoy (UTC): **{ $rounds }**
bot-latency = Latencia con Discord: **{ $milliseconds } ms**
bot-no-latency = Latencia con Discord: aún sin medir
bot-kilobytes = Base de datos: **{ $size } kB**
bot-megabytes = Base de datos: **{ $size } MB**
bot-requests = Peticiones a Discord en el último minuto: **{ $number }** de **{ $most }**
bot-refused = Frenadas por el límite de peticiones (429): **{ $count }**
bot-judging = Jugadas evaluadas hasta: **{ $when }**
bot-failing = ⚠️ Falla desde { $when } y se sigue intentando: **{ $what }**
loop-gateway = conexión con Discord
loop-tables = hacerse cargo de las mesas
loop-judging = evaluar las decisiones
loop-backups = copias de seguridad periódicas
loop-health = comprobaciones de estado
loop-departures = buscar servidores que el bot ha dejado
loop-duels = publicar resultados de duelos
loop-daily = publicaciones diarias
loop-commands = registrar los comandos
loop-pictures = subir las imágenes de las cartas
loop-messages = borrar mensajes antiguos
loop-invitation = guardar la invitación

## The coach: `/strategy`. Moves have the names of their buttons.

command-strategy = estrategia
    .description = Muestra la mejor jugada para cada mano
    .rules = reglas
    .rules-description = Parte de un nombre; si no, lo que se juega aquí

percent = { $number } %
verb-insure = Seguro

strategy-title = Estrategia: { $rules }
strategy-in-words = La mejor primera jugada para cada mano contra cada carta del crupier, según las reglas de { $rules }. El botón de abajo lo muestra como texto.
strategy-else = { $first }; si no, { $other }
strategy-how-to-read = A la izquierda tu mano, arriba la carta del crupier. Primero los totales duros, luego las manos con un as y luego los pares. Lo que sigue a «si no» vale cuando lo primero ya no es posible.
strategy-always = { $offer }: siempre.
strategy-never = { $offer }: nunca.
strategy-edge = Si juegas así, la casa se queda de media con el **{ $percent }** de tu primera apuesta.
strategy-about = Calculado exactamente para estas reglas y barajas, recién barajadas; solo se conocen tu mano y la carta del crupier.
button-as-text = Como texto
button-as-picture = Como imagen

sorry-many-ask = Mucha gente lo está pidiendo ahora mismo. Vuelve a pedirlo en unos segundos.
sorry-no-worker = El entrenador no encontró una respuesta a tiempo. Vuelve a preguntar en un momento.

## Reviews and hints

coach-hand = { $cards } ({ $total }) contra { $upcard }
button-hint = Pista
button-review = Análisis
history-review = Analizar una ronda…
practise-title = Practica tus errores
practise-about = No hay dinero en juego, y nada de esto cuenta para tu habilidad.
practise-count = { $hands ->
    [one] 1 mano practicada, { $right } bien a la primera
   *[other] { $hands } manos practicadas, { $right } bien a la primera
}
practise-nothing = No hay nada que practicar: en tus rondas más recientes de los últimos 30 días no hay ningún error.
practise-over = Esos eran todos los errores de tus últimas rondas.
button-practise = Practicar
button-practise-again = Desde el principio
sorry-old-practice = Esa mano ya no se puede practicar.
because = **{ $move }:** { $why }
because-stand = plantarse gana solo si el crupier se pasa con { $card }, { $wins } de cada 100 veces, y pierde { $loses }; { $other } gana { $otherwins } y pierde { $otherloses }.
because-no-stand = { $best } gana { $wins } de cada 100 veces y pierde { $loses }; plantarse gana solo si el crupier se pasa con { $card }, { $otherwins } de cada 100, y pierde { $otherloses }.
because-odds = { $best } gana { $wins } de cada 100 veces y pierde { $loses }; { $other } gana { $otherwins } y pierde { $otherloses }.
because-double = una sola carta por el doble de la apuesta { $gains ->
    [yes] gana
   *[no] pierde
} de media { $percent } de la apuesta; { $other } por una sola apuesta { $othergains ->
    [yes] gana
   *[no] pierde
} { $otherpercent }.
because-no-double = { $best } { $gains ->
    [yes] gana
   *[no] pierde
} de media { $percent } de la apuesta; doblar, una sola carta por el doble de la apuesta, { $othergains ->
    [yes] gana
   *[no] pierde
} { $otherpercent }.
because-split = dos manos que empiezan con { $card ->
    [A] un as
   *[other] { $card }
} { $gains ->
    [yes] ganan
   *[no] pierden
} de media { $percent } de la apuesta; una mano de { $total } { $othergains ->
    [yes] gana
   *[no] pierde
} { $otherpercent } ({ $other }).
because-no-split = una mano de { $total } { $gains ->
    [yes] gana
   *[no] pierde
} de media { $percent } de la apuesta ({ $best }); dos manos que empiezan con { $card ->
    [A] un as
   *[other] { $card }
} { $othergains ->
    [yes] ganan
   *[no] pierden
} { $otherpercent }.
because-half = rendirse cuesta de media { $percent } de la apuesta{ $natural ->
    [no] {""}
   *[other] , porque la cuesta entera si el crupier tiene blackjack ({ $natural } de los casos)
}; { $other } cuesta { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] gana
   *[no] cuesta
} de media { $percent } de la apuesta; rendirse cuesta { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , porque la cuesta entera si el crupier tiene blackjack ({ $natural } de los casos)
}.
because-least = toda jugada pierde de media; { $best } pierde menos, { $percent } de la apuesta, { $other } { $otherpercent }.
because-values = { $best } gana de media { $percent } de la apuesta; { $other } { $othergains ->
    [yes] gana
   *[no] pierde
} { $otherpercent }.
because-same = { $best } y { $other } se diferencian aquí en menos de { $percent } de la apuesta.
because-offer = el crupier tiene blackjack en { $natural } de los casos; { $offer } compensa a partir de { $needed }.
because-move = { $move ->
    [hit] pedir
    [stand] plantarse
    [double] doblar
    [split] dividir
    [surrender] rendirse
    [insure] el seguro
    [decline] rechazar el seguro
   *[even-money] cobrar 1:1
}
hint-choice = { $move }: { $percent } de la apuesta ({ $amount })
hint-about = Eso es lo que rinde cada jugada de media, si después juegas lo mejor posible; se cuenta cada carta vista desde que se barajó.
hint-counts = Lo que decidas ahora no cuenta para tu habilidad.
button-all-moves = Todas las jugadas
review-title = Análisis de la ronda n.º { $round }
review-nothing = No tenías nada que decidir.
review-perfect = { $decisions ->
    [one] Tu única decisión fue según el manual.
   *[other] Las { $decisions } decisiones fueron según el manual.
}
review-verdict = { $good } de { $decisions } según el manual; { $move } costó { $cost }.
review-verdict-all = { $good } de { $decisions } según el manual; las demás costaron { $cost } en total.
review-cost = costó { $cost }
review-hinted = con pista
review-late = se acabó el tiempo
review-gone = ya te habías ido
review-admin = un administrador terminó la ronda
review-about = Los porcentajes dicen lo que rinde una jugada de media sobre tu apuesta, saliera lo que saliera. Según el manual es la jugada de la tabla, o la mejor según las cartas.
review-cards-unknown = Ya no se sabe qué cartas del mazo habían salido antes, así que aquí se supone un mazo recién barajado.
review-cards-fresh = El mazo estaba recién barajado.
review-cards-seen = { $cards ->
    [one] Se cuenta la carta vista desde que se barajó.
   *[other] Se cuentan las { $cards } cartas vistas desde que se barajó.
}
sorry-not-your-round = Solo se pueden analizar tus propias rondas, cuando han terminado.
sorry-no-review = Los administradores de este servidor han desactivado al entrenador donde se jugó esa ronda.
sorry-no-hints = Los administradores de este servidor han desactivado las pistas en este canal.

## Skill

stats-skill = Habilidad: { $skill }
stats-skill-about = Decisiones sin pista de los últimos 30 días. La mejor jugada es la de la tabla, o la mejor según las cartas que ya habían salido; la suerte no cuenta.
leaders-by-money = Dinero
leaders-by-skill = Habilidad
leaders-by-week = Ganado en la semana
leaders-by-week-skill = Habilidad semanal
leaders-week-title = Ganado esta semana
leaders-week-skill-title = Clasificación de la semana: habilidad
leaders-week-skill-not-listed = Aún no estás en la lista: hacen falta { $least } decisiones sin pista esta semana, y tienes { $decisions }.
leaders-about-week-skill = Decisiones desde el { $since } y lo que pierden de media: la suerte no cuenta. La nueva semana empieza { $end }.
leaders-skill-title = Clasificación: habilidad
accuracy = precisión { $share } ({ $good } de { $decisions })
skill-costs = pierde { $percent } de una apuesta por decisión
leaders-skill-not-listed = Aún no estás en la lista: hacen falta { $least } decisiones sin pista en 30 días, y tienes { $decisions }.
leaders-about-skill = Lo que cuestan de media las decisiones que ni siguen la tabla ni son las mejores según las cartas. Las pistas, y tener pocas decisiones, te acercan a un jugador medio, que pierde el 1 % de la apuesta por decisión. Las rondas nuevas cuentan a los pocos segundos.

## The daily ten

command-daily = diario
    .description = Juega las diez manos de hoy, sin dinero
daily-title = Las diez del día
daily-title-of = Las diez del día de { $player }
daily-about = No hay dinero en juego. Cuentan tus decisiones, no la suerte.
daily-score = { $best } de { $hands }
daily-number = N.º { $number }
daily-mistakes = { $hands ->
    [one] 1 error
   *[other] { $hands } errores
}
daily-others = { $hands ->
    [one] 1 error, { $percent } de una apuesta
   *[other] { $hands } errores, { $percent } de una apuesta
}
daily-streak = { $days ->
    [one] 1 día seguido
   *[other] { $days } días seguidos
}
daily-board = { $players ->
    [one] Este servidor: 1 jugador
   *[other] Este servidor: { $players } jugadores
}
daily-again = 🟩 la mejor · 🟨 hasta el 2 % de la apuesta · 🟥 más. Hay manos nuevas a medianoche (UTC).
daily-yesterday = { $players ->
    [one] Ayer: 1 jugador
   *[other] Ayer: { $players } jugadores
}
daily-nobody = Ayer no jugó nadie aquí. ¡Empieza tú hoy!
button-daily-next = Siguiente mano
button-daily-result = Resultado
button-daily-share = Publicar aquí
button-daily-play = Jugar las de hoy
review-verdict-better = { $good } de { $decisions } según el manual. { $best } era mejor que { $move }, por un { $cost } de la apuesta.
sorry-old-daily = Esas manos son de otro día. Las de hoy están en `/{ command-daily }`.
sorry-daily-shared = Tu resultado se puede publicar una vez, cuando hayas jugado las diez manos.
sorry-daily-closed = Ya no puedes jugar estas diez: el bot se actualizó o se restauró de una copia desde que las empezaste, o pediste borrar tus datos. Hay manos nuevas a medianoche (UTC).

## A duel

command-duel = duelo
    .description = Reta a un jugador con las mismas diez manos
    .player = jugador
    .player-description = A quién retas
duel-title = Duelo: { $challenger } y { $challenged }
duel-challenge = ⚔️ { $challenger } reta a { $challenged } a un duelo: las mismas diez manos para ambos, cada uno por su cuenta y sin dinero. El plazo acaba { $when }. Gana quien pierda menos frente al mejor juego.
duel-sent = Has retado a { $player }. Pulsa **Jugar** arriba cuando quieras. El resultado se publica aquí cuando terminen los dos, a más tardar { $when }.
duel-declined = Este duelo se ha cancelado.
duel-over = Este duelo ha terminado.
duel-about = No hay dinero en juego. El plazo acaba { $when }.
duel-waiting = Has terminado. El resultado se publica cuando { $player } también termine, a más tardar { $when }.
duel-unfinished = no ha terminado
duel-won = ¡Gana { $player }!
duel-draw = ¡Empate!
duel-nobody = Nadie ha terminado.
duel-squares = 🟩 la mejor · 🟨 hasta el 2 % de la apuesta · 🟥 más. Con `/{ command-duel }` retas a un jugador.
duel-how = Escribe `/{ command-duel }` y elige a un jugador: los dos reciben las mismas diez manos, distintas de las de hoy.
button-duel-play = Jugar
button-duel-decline = Rechazar
button-duel-look = Mis manos
button-duel-ask = Retar…
sorry-old-duel = Este duelo ya no existe. Con `/{ command-duel }` empiezas otro.
sorry-not-your-duel = Este duelo es de otros dos jugadores. Con `/{ command-duel }` empiezas el tuyo.
sorry-duel-yourself = No puedes retarte a ti mismo. Elige a otro jugador.
sorry-duel-bot = Los bots no juegan duelos. Elige a otro jugador.
sorry-duel-not-here = No puedes empezar un duelo en este canal: tú y yo necesitamos permiso para enviar mensajes aquí.
sorry-duel-full = Tienes tres duelos abiertos. Termina o rechaza uno primero.
sorry-duel-they-full = { $player } tiene tres duelos abiertos. Inténtalo más tarde.
sorry-duel-unseen = { $player } no ve este canal. Empieza el duelo donde puedan leer los dos.
sorry-duel-unposted = Tu reto a { $player } aún no está en { $channel }. Si no aparece allí, escribe allí `/{ command-duel }` otra vez.
sorry-duel-enough = Ya has retado a bastantes jugadores. Podrás volver a retar { $when }.
sorry-duel-begun = Este duelo ya no se puede cancelar.
sorry-duel-closed = Ya no puedes jugar este duelo: el bot se actualizó desde que lo empezaste.
