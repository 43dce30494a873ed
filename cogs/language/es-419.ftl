### Differences of Latin American Spanish: amounts and numbers. All other texts are in es.ftl.

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

rules-bicycle = Bicycle
    .suits = Principiantes, y todo el mundo: el blackjack paga 3:2 y se puede dividir, doblar y asegurar. Con un juego perfecto, la ventaja de la casa es de un 0.7 %. Es lo mejor para empezar.
rules-vegas = Vegas Strip
    .suits = Quienes quieren todas las opciones de un casino: volver a dividir, rendirse, even money. Con un juego perfecto, la ventaja de la casa es de un 0.3 %.
rules-downtown = Downtown
    .suits = Quienes prefieren pocas barajas. El crupier pide con 17 blando; con un juego perfecto, la ventaja de la casa es de un 0.4 %.
rules-european = Europeo
    .suits = Jugadores pacientes: se puede doblar poco y no hay salida de una mala mano. Con un juego perfecto, la ventaja de la casa es de un 0.6 %.
rules-six-to-five = Seis a cinco
    .suits = Curiosos que quieran notar lo que cuesta el 6:5: con un juego perfecto, la ventaja de la casa es de un 1.6 %, casi cinco veces la de Vegas Strip.

sorry-not-an-amount = Eso no es una cantidad. Prueba con `250`, `12.50`, `{ $amount }`, `1k`, `mitad` o `todo`.
sorry-not-a-limit = Eso no es una cantidad. Prueba con `250`, `12.50`, `{ $amount }` o `1k`.
