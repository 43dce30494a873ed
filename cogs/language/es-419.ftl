### What is written differently in the Spanish of Latin America: amounts and figures. Everything else is in es.ftl.

money = $1,234.50
    .all = todo, todo dentro, voy con todo, el resto
    .half = mitad, la mitad

command-blackjack = blackjack
    .min-description = Apuesta mínima: 5, 2.50, 1k
command-bet = apostar
    .amount-description = 250, 12.50, $1,000, 1k, mitad o todo
modal-bet = Haz tu apuesta
    .example = 250, 12.50, { $amount }, 1k, mitad o todo
modal-insure = Asegura tu mano
    .example = 12.50 o max

rules-vegas = Vegas Strip
    .suits = Todo el mundo, y lo mejor para empezar: el juego que más gente conoce. Si juegas a la perfección, la casa gana cerca del 0.3 %.
rules-downtown = Downtown
    .suits = Quienes prefieren pocas barajas. El crupier pide con 17 blando; si juegas a la perfección, la casa gana cerca del 0.4 %.
rules-european = Europeo
    .suits = Jugadores pacientes: se puede doblar poco y no hay salida de una mala mano. Si juegas a la perfección, la casa gana cerca del 0.6 %.
rules-six-to-five = Seis a cinco
    .suits = Curiosos que quieran notar lo que cuesta el 6:5: si juegas a la perfección, la casa gana cerca del 1.6 %, casi cinco veces más que en Vegas Strip.

sorry-not-an-amount = Eso no es una cantidad. Prueba con `250`, `12.50`, `{ $amount }`, `1k`, `mitad` o `todo`.
sorry-not-a-limit = Eso no es una cantidad. Prueba con `250`, `12.50`, `{ $amount }` o `1k`.
