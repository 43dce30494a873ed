### All texts for users, in Brazilian Portuguese. Keys and values are those of en.ftl.

## Amounts. The program parses the example: change only its signs and spaces. `.all` and `.half` are words that
## players may type for all or half of their money, besides the English ones; accents are optional.

money = ${ "\u00A0" }1.234,50
    .all = tudo, vou com tudo, o resto
    .half = metade, a metade

## Commands: names to type, and descriptions. Names are lower case without spaces, at most 32 characters;
## descriptions are at most 100 characters.

command-blackjack = blackjack
    .description = Abre aqui uma mesa, ou mostra a aberta
    .rules = regras
    .rules-description = Qual variante: parte de um nome
    .decks = baralhos
    .decks-description = Quantos baralhos
    .seats = lugares
    .seats-description = Quantos lugares
    .min = min
    .min-description = Aposta mínima: 5 · 2,50 · 1k
    .max = max
    .max-description = Aposta máxima: 100 · 1k
command-bet = apostar
    .description = Ocupa um lugar e aposta
    .amount = valor
    .amount-description = 250 · 12,50 · $ 1.000 · 1k · metade · tudo
command-leave = sair
    .description = Sai da mesa
    .who = quem
    .who-description = Em vez disso, um jogador de IA que o primeiro lugar manda embora
command-company = companhia
    .description = Traz um jogador de IA para a mesa
    .who = quem
    .who-description = Qual; senão a casa decide
command-balance = saldo
    .description = Mostra o seu saldo ou o de outro
    .player = jogador
    .player-description = De quem; senão o seu
command-stats = estatísticas
    .description = Mostra estatísticas e conquistas
    .player = jogador
    .player-description = De quem; senão as suas
command-leaderboard = ranking
    .description = Mostra quem ganhou mais e quem joga melhor
    .where = onde
    .where-description = Jogadores deste servidor (o padrão) ou de todos
    .by = por
    .by-description = Por habilidade da semana (padrão), ganhos da semana, dinheiro ou habilidade
command-share = compartilhar
    .description = Mostra a todos a sua última rodada
command-rules = regras
    .description = Explica as regras
    .rules = regras
    .rules-description = Parte de um nome; senão a mesa daqui, ou todas em resumo
command-house = casa
    .description = Para os administradores deste servidor
command-house-void = anular
    .description = Encerra a rodada deste canal: todas as mãos param, e as apostas são acertadas
command-house-close = fechar
    .description = Fecha a mesa deste canal; se há rodada em andamento, antes todas as mãos param

## Rule sets

rules-hotseat = Hotseat
    .summary = Oito baralhos e carta de corte; um jogador de cada vez; dá para dobrar, mas não dividir; blackjack paga só 1:1.
    .whom = quem gosta de um jogo simples
    .suits = Quem gosta de um jogo simples: basta pedir, parar ou dobrar. Como o blackjack paga só 1:1, a casa fica com cinco vezes o que fica no Bicycle.
    .readings = { card-readings }
rules-endless = Baralho infinito
    .summary = Um baralho sem fim com um só tipo de figura; blackjack paga 3:2 na hora; dá para dividir sem limite.
    .whom = quem gosta de arriscar
    .suits = Quem gosta de arriscar: cada par pode ser dividido de novo e de novo, e de uma aposta nascem muitas.
    .readings = { card-readings }
rules-private = Dealer particular
    .summary = Um baralho por rodada e uma mão do dealer para cada jogador; todos ao mesmo tempo; empate perde.
    .whom = impacientes
    .suits = Quem detesta esperar: ninguém espera por ninguém. Sai caro, porque empate perde: nenhuma outra variante aqui tem vantagem maior para a casa.
    .readings = { card-readings }
rules-bicycle = Bicycle
    .summary = Seis baralhos; o dealer confere se tem blackjack; seguro; dá para dobrar com 9, 10 ou 11, com a carta fechada, e dividir pares do mesmo número ou figura.
    .whom = iniciantes e todo mundo
    .suits = Iniciantes, e todo mundo: o blackjack paga 3:2, e dá para dividir, dobrar e fazer seguro. Com um jogo perfeito, a vantagem da casa é de cerca de 0,7%. É o melhor começo.
    .readings = { card-readings }
rules-surrender = Desistência tardia
    .summary = De um a oito baralhos; nas duas primeiras cartas dá para desistir por metade da aposta; só se divide uma vez; o dealer não confere se tem blackjack.
    .whom = prudentes
    .suits = Jogadores prudentes: dá para desistir de uma mão sem esperança por metade da aposta.
    .readings = { card-readings }
rules-vegas = Vegas Strip
    .summary = Seis baralhos; o dealer para em qualquer 17 e confere se tem blackjack; até quatro mãos ao dividir; seguro; desistência tardia.
    .whom = quem quer todas as opções
    .suits = Quem quer todas as opções de um cassino: dividir de novo, desistir, even money. Com um jogo perfeito, a vantagem da casa é de cerca de 0,3%.
rules-downtown = Downtown
    .summary = Dois baralhos; o dealer pede no soft 17 e confere se tem blackjack; até quatro mãos ao dividir; seguro; sem desistência.
    .whom = quem prefere poucos baralhos
    .suits = Quem prefere poucos baralhos. O dealer pede no soft 17; com um jogo perfeito, a vantagem da casa é de cerca de 0,4%.
rules-european = Europeu
    .summary = Seis baralhos e sem carta fechada: o blackjack do dealer leva também o que foi dobrado e dividido; dá para dobrar com 9, 10 ou 11.
    .whom = pacientes
    .suits = Jogadores pacientes: dá para dobrar pouco, e não há saída de uma mão ruim. Com um jogo perfeito, a vantagem da casa é de cerca de 0,6%.
rules-six-to-five = Seis para cinco
    .summary = Um baralho; o dealer pede no soft 17 e confere se tem blackjack, que paga só 6:5; dá para dobrar com quaisquer duas cartas; só se divide uma vez.
    .whom = curiosos
    .suits = Curiosos, que querem sentir o que custa o 6:5: com um jogo perfeito, a vantagem da casa é de cerca de 1,6%, quase cinco vezes a do Vegas Strip.

## Play money

play-money = É dinheiro de brincadeira: não se compra, não se vende, não se troca e não pode ser passado a outro jogador.

## The table

table-round = Rodada { $number } · dealer { $dealer }
table-options = Nesta mesa: { $options }
table-choose-rules = Regras desta mesa
table-played-last = { $rules } · a última que se jogou aqui
table-shoe = { $left ->
    [1] 1 carta restante
   *[other] { $left } cartas restantes
}
table-cut-card = { $cards ->
    [1] falta 1 para a carta de corte
   *[other] faltam { $cards } para a carta de corte
}
table-shuffled = Cartas recém-embaralhadas
table-last-round = **Última rodada antes de embaralhar:** a carta de corte já saiu
table-sealed = Lacrado como `{ $seal }`
table-cut = { $player } corta as cartas
table-may-add-words = { $player } pode acrescentar palavras
table-closing = **A casa vai fechar por um momento. Esta mesa fica guardada como está, até o último centavo.**
table-resumed = A casa fechou por um momento; está tudo como você deixou
table-voided = Um administrador anulou esta rodada. Todas as apostas em aberto foram devolvidas.
table-closed = A mesa está fechada.
table-restored = Um backup foi restaurado: as cartas foram embaralhadas de novo
table-voided-restored = Um backup foi restaurado, então esta rodada fica anulada: as cartas dela podem ser conhecidas. Todas as apostas em aberto foram devolvidas.
table-ended = Um administrador encerrou esta rodada: todas as mãos pararam.
table-farewell = A mesa está fechada. Obrigado por jogar!
rounds-over = { $count ->
    [one] Rodada { $first }
   *[other] Rodadas { $first } a { $last }
}
rounds-over-dealer = dealer { $total }
sitting-minutes = { $minutes ->
    [one] { $minutes } minuto
   *[other] { $minutes } minutos
}
sitting-dealer = dealer { $dealer }
sitting-best = Maior ganho: { $player }, { $net } na rodada { $round }
sitting-best-mine = Seu maior ganho: { $net } na rodada { $round }
sitting-natural = Blackjack na rodada { $round }: { $player }, { $net }
sitting-natural-mine = Seu blackjack na rodada { $round }: { $net }
sitting-comeback = A virada da noite: { $players }, primeiro sem dinheiro e depois com o dobro do presente do doador
sitting-comeback-mine = Que virada! Você estava sem dinheiro e dobrou o presente do doador.
sitting-more-players = { $count ->
    [one] e mais { $count } jogador
   *[other] e mais { $count } jogadores
}
sitting-achievement = { $achievement }: { $players }
sitting-more-achievements = { $count ->
    [one] e mais { $count } conquista
   *[other] e mais { $count } conquistas
}
sitting-title = Suas rodadas nesta mesa
sitting-dearest = os erros mais caros primeiro
sitting-worst = Seu erro mais caro: { $move } com { $total } custou { $cost }.
sitting-cost = os erros custaram { $cost }
sitting-no-mistake = nenhum erro
sitting-not-played = Você ainda não terminou nenhuma rodada nesta mesa.
leaving-in-play = Sem contar a mão que ainda está em jogo.
leaving-first-hand = Sua primeira mão nesta mesa ainda está em jogo.

seat-has = { $player } tem **{ $amount }**
seat-money-left = sobram { $amount }
seat-bets = { $player } aposta **{ $amount }**
seat-bets-ahead = { $player } · **{ $amount }**, a partir da próxima rodada
seats-play-along = { $count ->
    [one] { $names } também joga
   *[other] { $names } também jogam
}
seat-missed = não apostou da última vez
seats-free = { $seats ->
    [1] 1 lugar livre
   *[other] { $seats } lugares livres
}
seats-given = os jogadores de IA cedem o lugar
bets-how = Para apostar, toque em um valor: { $limits }
bets-asked = { $players }, mais uma?
bets-waiting = Esperando { $players }
bets-close = fim das apostas { $when }
bets-deal = cartas { $when }
bets-joining = Cartas { $when }

turn-decides = ▶ Vez de **{ $players }** · o tempo acaba { $when }
turn-insurance = ⏳ Vai de seguro? Vez de **{ $players }** · o tempo acaba { $when }
turn-insurance-pays = paga 2:1 se o dealer tiver blackjack
turn-dealer = { $dealer } joga.
turn-waiting = Esperando a próxima rodada: { $players }

dealer-cards = Dealer · { $cards } · { $total }
dealer-shows = mostra { $total }
dealer-peeked = já conferiu: sem blackjack
dealer-rests = Não resta nenhuma mão contra a qual jogar, então o dealer não compra mais cartas.

seat-against = { $player } contra { $cards }
seat-left = saiu
seat-insured = seguro de { $amount }
seat-not-insured = sem seguro
seat-insurance-open = vai de seguro?
seat-natural = Blackjack! { $net }
seat-push = empate
seat-now = saldo { $amount }
seat-hands-to-play = { $hands ->
    [1] 1 mão por jogar
   *[other] { $hands } mãos por jogar
}
seat-hands = { $hands ->
    [1] 1 mão, { $staked }: { $said }
   *[other] { $hands } mãos, { $staked }: { $said }
}
hand-doubled = { $amount } (dobrada)
hand-paid = blackjack, já pago
hand-late = o tempo acabou, parou
total-soft = soft { $points }
total-ace = um ás
total-busts = estourou com { $points }
card-face = Figura

status-stood = parou
status-twenty-one = chegou a 21
status-doubled = dobrou
status-split-ace = ás dividido: uma só carta
status-natural = blackjack
status-even-money = recebeu 1:1
status-bust = estourou
status-surrendered = desistiu

result = { $reason }: { $net }
reason-natural = Blackjack
reason-even-money = Recebeu 1:1
reason-higher = Venceu o dealer
reason-dealer-bust = O dealer estourou
reason-push = Empate
reason-tie-loses = Empate, que aqui perde
reason-lower = Perdeu para o dealer
reason-bust = Estourou
reason-dealer-natural = Blackjack do dealer
reason-surrendered = Desistiu
reason-insurance-won = Seguro ganho
reason-insurance-lost = Seguro perdido

your-turn = { $player }, é a sua vez: [a mesa espera]({ $link }).

## Buttons: at most 20 characters, better 14; at most 34 with an amount

button-other = Outra…
button-deal = Cartas
button-join = Entrar
button-company = Companhia
button-more = ⋯
button-help = Ajuda
button-rules = Regras
button-strategy = Estratégia
button-play-again = Repetir
    .for = { button-play-again } { $amount }
button-leave = Sair
button-hit = Pedir
button-stand = Parar
button-double = Dobrar
button-surrender = Desistir
    .for = Desistir ({ $amount })
button-split = Dividir
button-insure = Seguro: metade
    .for = Seguro { $amount }
button-no-insurance = Sem seguro
button-even-money = Receber 1:1
    .for = Receber { $amount }
button-donor = Aceitar { $amount }
button-replay = Replay
button-replays = Replay…
button-new-table = Nova mesa
button-void = Encerrar a rodada
button-close-table = Fechar a mesa
button-keep-playing = Continuar jogando

## Modals: titles and labels at most 45 characters, hints and examples at most 100

modal-amount = Valor
modal-bet = Faça sua aposta
    .hint = Apostas { $limits }. Você tem { $balance }.
    .example = 250 · 12,50 · { $amount } · 1k · metade · tudo
modal-bet-next = Apostar na próxima rodada
modal-join = Sentar e apostar
modal-insure = Faça o seguro da sua mão
    .hint = No máximo { $most }, metade da sua aposta.
    .example = 12,50 · max
modal-words = Acrescente palavras
    .text = Este é o lacre do shoe. Guarde onde ninguém mais possa mudar:
        `{ $seal }`
        O que você digitar entra no embaralhamento. A casa não sabia disso quando lacrou o shoe.
    .label = Suas palavras
    .hint = Qualquer coisa: quanto mais longo, melhor. Guarde também.

## Rules in words

limits = de { $least } a { $most }
limits-open = a partir de { $least }, até o seu saldo
decks = { $decks ->
    [1] um baralho
   *[other] { $decks } baralhos
}
decks-endless = um baralho infinito
seats = { $seats ->
    [1] 1 lugar
   *[other] { $seats } lugares
}
option-bets = apostas { $limits }
odd-ties-lose = empate perde
odd-natural = blackjack paga { $pays }
odd-hits-soft-17 = o dealer pede no soft 17
odd-stands = o dealer para em qualquer 17
odd-dealer-each = uma mão do dealer para cada jogador
odd-no-hole-card = sem carta fechada: o blackjack do dealer leva também o que foi dobrado e dividido
odd-paid-at-once = blackjack é pago na hora
odd-no-doubling = sem dobrar
odd-face-down = ao dobrar, a carta vem fechada
odd-no-splitting = sem dividir
hint-at-once = { $pays } na hora
hint-doubling = dobrar
hint-double-totals = dobrar com { $totals }
hint-splits = divisão
hint-splits-without-end = divisão sem limite
hint-no-splits = sem divisão
hint-no-hole-card = sem carta fechada
hint-hits-soft-17 = dealer pede no soft 17
hint-surrender = desistência

card-cards = **Cartas:** { $text }
card-dealer = **Dealer:** { $text }
card-turns = **Turnos:** { $text }
card-payouts = **Pagamentos:** { $text }
card-doubling = **Dobrar:** { $text }
card-splitting = **Dividir:** { $text }
card-insurance = **Seguro:** { $text }
card-surrender = **Desistência:** { $text }
card-without = **Não disponível:** { $text }
without-doubling = dobrar
without-splitting = dividir
without-insurance = seguro
without-surrender = desistência
card-limits = **Limites:** { $limits }; { $seats ->
    [1] 1 jogador
   *[other] de 1 a { $seats } jogadores
}
card-readings = Onde as regras escritas deste jogo se contradizem, vale o que está aqui; a documentação deste bot diz por quê.
card-suits = **Para quem:** { $text }
clause-separator = {"; "}
cards-generic = de dois a nove, ases e um só tipo de figura, que vale dez, sem naipes
cards-at-cut-card = embaralha-se depois da rodada em que sai a carta de corte, a { $least }–{ $most } cartas do fim
cards-every-round = embaralha-se antes de cada rodada
cards-never = nunca se embaralha
cut-by-dealer = o dealer corta
cut-by-designated = um jogador escolhido pelo dealer corta
dealer-hits-soft-17 = pede até 16 e no soft 17
dealer-stands = pede até 16, para em qualquer 17
dealer-hole-card = a segunda carta fica fechada
dealer-no-hole-card = sem carta fechada: a segunda só vem depois dos jogadores
dealer-peeks = confere se tem blackjack quando mostra um ás, um dez ou uma figura
dealer-does-not-peek = não confere se tem blackjack antes de você jogar
turns-at-once = todos ao mesmo tempo, cada um contra a própria mão do dealer; com 21 a mão para sozinha
turns-in-order = um lugar depois do outro; com 21 a mão para sozinha
pays-wins = uma mão vencedora paga 1:1
pays-no-natural = um ás com uma carta de valor dez é só um 21 e paga 1:1
pays-natural = blackjack paga { $pays }
pays-natural-at-once = blackjack é pago { $pays } na hora, não importa o que o dealer tenha
pays-tie-loses = empate perde
pays-push = empate devolve a aposta
pays-dealer-natural = um blackjack do dealer vence qualquer outro 21
double-any = com as duas primeiras cartas, seja qual for o total
double-totals = com as duas primeiras cartas, se somarem { $totals }
double-one-card = você dobra a aposta e recebe exatamente uma carta
double-one-card-down = você dobra a aposta e recebe exatamente uma carta, fechada
double-after-split = também depois de dividir
double-not-after-split = não depois de dividir
split-by-value = duas cartas do mesmo valor
split-by-rank = duas cartas do mesmo número ou figura: J e J, não J e K
split-without-end = sem limite
split-hands = { $hands ->
    [1] uma mão
   *[other] até { $hands } mãos
}
split-aces = ases divididos recebem só uma carta cada e não se dividem de novo
split-natural = uma figura dividida com um ás é blackjack, mas um ás dividido com uma figura é só um 21
split-no-natural = depois de dividir, um ás com uma carta de valor dez é só um 21
insurance-text = contra um ás, até metade da aposta, paga 2:1
insurance-even-money = com blackjack, dá para receber 1:1 (even money)
surrender-text = nas duas primeiras cartas, depois que o dealer confere se tem blackjack; metade da aposta volta
surrender-no-peek = nas duas primeiras cartas; metade da aposta volta, mas nada se o dealer acabar tendo blackjack

choice-document = Documento { $number }
choice-casino = Regras de cassino
choice-edge = vantagem da casa { $percent }
overview-title = Variantes
overview-documents = *Os cinco documentos*
overview-casino = *Mais regras de cassino*
overview-line = **{ $title }** (`{ $key }`): { $summary }
overview-details = para { $whom } · vantagem da casa **{ $percent }**
overview-edge = Vantagem da casa: com quanto da sua primeira aposta ela fica em média se você joga pela tabela, que `/{ command-strategy }` desenha.
overview-open = Abra uma mesa com `/{ command-blackjack }`.

## Private answers

blackjack-open = A mesa está aberta: { $link }
blackjack-other-rules = Já tem uma mesa aberta aqui, com regras próprias: é esta.
blackjack-yours = Você já abriu uma mesa aqui, e ela continua aberta: { $link }
no-thread-permissions = Esta mesa fica no próprio canal. Para um tópico próprio me falta a permissão: { $permissions }.
no-thread-room = Esta mesa fica no próprio canal: já existem tantos tópicos abertos quanto o Discord permite.
no-thread-kind = Esta mesa fica no próprio canal: aqui o Discord não tem tópicos.
no-thread-now = Esta mesa fica no próprio canal: o Discord não criou um tópico para ela agora.
sorry-opened-enough = Foram muitas mesas novas. A próxima pode ser aberta { $when }.
bet-settled = Sua aposta valeu, e a rodada já terminou.
bet-placed = Você apostou { $amount }.
bet-dealt = Você apostou { $amount }. As cartas foram distribuídas.
bet-ahead = Você apostou { $amount }. Suas cartas vêm na próxima distribuição.
leave-in-play = Você saiu da mesa: sua mão fica como está, e o que ela ganhar é seu.
leave-done = Você saiu da mesa.
company-here = Agora na mesa: { $names }. Os novos jogam a partir da próxima rodada.
company-gets-up = { $name } sai da mesa.
company-gets-up-later = { $name } sai da mesa depois desta rodada.
company-all-get-up = Todos os jogadores de IA saem da mesa.
company-all-get-up-later = Todos os jogadores de IA saem da mesa depois desta rodada.
company-everybody = Todos os jogadores de IA
balance-mine = Você tem **{ $balance }**.
balance-of = { $player } tem **{ $balance }**.
balance-of-nobody = { $player } ainda não jogou aqui.
balance-in-play = Em jogo: { $amount }.
balance-donations = { $times ->
    [1] O doador já ajudou uma vez.
   *[other] O doador já ajudou { $times } vezes.
}
house-void-asks = **Encerrar a rodada { $round } agora?** Todas as mãos param, ninguém faz seguro, o dealer joga, e todas as apostas são acertadas conforme as cartas. Não dá para voltar atrás.
house-close-asks = **Fechar a mesa no meio da rodada { $round }?** Todas as mãos param, ninguém faz seguro, o dealer joga, e todas as apostas são acertadas conforme as cartas. As apostas da próxima rodada são devolvidas. Não dá para voltar atrás.
house-voided = A rodada acabou: todas as mãos pararam, e todas as apostas foram acertadas.
house-not-voided = Nada mudou: a rodada continua.
house-closed = A mesa foi fechada, e todas as apostas em aberto foram devolvidas.
house-closed-in-round = A mesa foi fechada: todas as mãos pararam, e todas as apostas foram acertadas. As apostas da próxima rodada foram devolvidas.
donor-gave = O doador sorri e desaparece. Agora você tem { $balance }.

## Refusals and errors: one friendly sentence each

sorry-unknown-button = Esse botão é de uma versão mais antiga desta mesa. Digite `/{ command-blackjack }` para ver a mesa.
sorry-no-table = Não há mesa aberta aqui. Abra uma com `/{ command-blackjack }`.
sorry-nothing-to-void = Não há rodada em andamento aqui, então não há o que encerrar.
sorry-table-gone = Essa mesa já fechou. Abra uma nova com `/{ command-blackjack }`.
sorry-table-elsewhere = Essa mesa não está neste canal, mas aqui: { $link }
sorry-our-fault = Algo deu errado do nosso lado, e nada mudou. Tente de novo.
sorry-no-channel = Isso só funciona em um canal de um servidor.
sorry-command-unread = O Discord enviou este comando de uma forma que não conheço. Digite-o de novo daqui a alguns minutos.
sorry-in-doubt = Algo deu errado do nosso lado, e ainda não sabemos se isso valeu. Olhe de novo daqui a pouco.
sorry-not-an-amount = Isso não é um valor. Tente `250`, `12,50`, `{ $amount }`, `1k`, `metade` ou `tudo`.
sorry-did-you-mean = Você quer dizer { $amount }? Então digite `{ $typed }`.
sorry-slow-down = Você vai mais rápido que as cartas. Seus próximos cliques voltam a valer em alguns segundos.
sorry-crowded = Há gente demais jogando; seu clique não contou. Tente de novo daqui a pouco.
sorry-old-question = Essa pergunta é de antes ou foi feita a outro administrador. Digite o comando de novo.
sorry-table-broken = Não deu para retomar a mesa daqui. Um administrador pode fechá-la com `/{ command-house } { command-house-close }`; todas as apostas em aberto são devolvidas.
sorry-broke = Seu dinheiro acabou. Um doador anônimo oferece { $amount } em dinheiro de brincadeira.
table-broke = { $players }: sem dinheiro. Um doador anônimo oferece { $amount } em dinheiro de brincadeira.
sorry-donor-refuses = O doador só ajuda quem tem menos de { $amount } e nada em jogo.
sorry-bots-do-not-play = Bots não jogam aqui e não têm saldo.
sorry-permissions = Isso não é possível aqui. Neste canal me falta a permissão: { $permissions }.
sorry-not-in-server = Não sou membro deste servidor, então isso não é possível aqui. Alguém com a permissão *Gerenciar servidor* pode me adicionar: { $link }
sorry-not-in-thread = Não estou neste tópico privado, então isso não é possível aqui. Mencione-me uma vez ({ $bot }) para me adicionar e tente de novo.

permission-view-channel = *Ver canal*
permission-send-messages = *Enviar mensagens*
permission-send-messages-in-threads = *Enviar mensagens em tópicos*
permission-create-public-threads = *Criar tópicos públicos*

why-round-over = Esta rodada já terminou.
why-not-in-round = Você não está nesta rodada; dá para apostar na próxima.
why-not-your-turn = Ainda não é a sua vez.
why-hand-finished = Você já terminou de jogar esta rodada.
why-not-now = Isso não é possível agora.
why-wrong-card = Essa carta não é deste baralho.
why-doubling-not-offered = Nesta mesa não se dobra.
why-double-first-decision = Só dá para dobrar nas duas primeiras cartas de uma mão.
why-double-total = Esta mesa só deixa dobrar com certos totais; veja `/{ command-rules }`.
why-no-double-after-split = Aqui não dá para dobrar uma mão que veio de uma divisão.
why-splitting-not-offered = Nesta mesa não se divide.
why-not-a-pair = Só dá para dividir um par.
why-split-limit = Você já dividiu todas as vezes que esta mesa permite.
why-no-resplit-of-aces = Aqui ases divididos não podem ser divididos de novo.
why-surrender-not-offered = Nesta mesa não dá para desistir.
why-surrender-first-decision = Você só pode desistir nas duas primeiras cartas.
why-insurance-too-high = O seguro vai de um centavo até metade da sua aposta: { $cents }.
why-even-money-needs-natural = Só dá para receber 1:1 com um blackjack.
why-not-seated = Você não tem lugar nesta mesa; pegue um com `/{ command-bet }`.
why-table-full = Todos os lugares estão ocupados; alguém precisa sair primeiro.
why-table-closed = { sorry-table-gone }
why-house-closing = A casa vai fechar por um momento. Sua mesa fica guardada e continua depois.
why-round-running = As cartas já foram distribuídas. Você pode apostar na próxima rodada quando esta acabar.
why-no-round = Nenhuma rodada em andamento; faça sua aposta primeiro.
why-too-late = Tarde demais: esse botão é de uma rodada que já terminou.
why-stale = Isso já foi decidido. Olhe a mesa de novo.
why-paused = Você está em pausa; ela termina { $until }. Até lá!
why-hand-just-up = A vez dessa mão acabou de chegar. Aperte de novo se é isso mesmo.
why-repeated = Uma vez basta: seu primeiro clique já valeu.
why-bet-too-low = A aposta mínima nesta mesa é { $cents }.
why-bet-too-high = A aposta máxima nesta mesa é { $cents }.
why-bet-not-payable = Seu saldo não cobre essa aposta: ela custa { $cents }, e você tem { $balance }.
why-move-not-payable = Seu saldo não cobre isso: custa mais { $cents }, e você tem { $balance }.
why-no-bets = Ninguém apostou ainda.
why-first-seat-only = Só quem está no primeiro lugar decide isso.
why-opener-only = Quem abriu a mesa escolhe as regras, enquanto ninguém tiver apostado. Você pode simplesmente se sentar.
why-rules-fixed = Alguém já apostou, então as regras ficam. Uma mesa nova pode ter outras.
why-deal-needs-bet = Aposte primeiro; depois você também pode dar as cartas.
why-deal-too-early = Só o primeiro lugar dá as cartas na hora. Você pode daqui a { $seconds ->
    [one] { $seconds } segundo.
   *[other] { $seconds } segundos.
}
why-words-too-late = Tarde demais: já saíram cartas depois de embaralhar.
why-words-added = Este embaralhamento já tem palavras, e uma vez basta.
why-not-your-words = Desta vez, quem acrescenta palavras é outra pessoa.
why-nothing-to-repeat = Você não tem aposta anterior nesta mesa para repetir; escolha um valor.
why-company-off = Os jogadores de IA estão desativados neste canal.
why-company-complete = Esta mesa já tem todos os jogadores de IA permitidos aqui: { $most }.
why-company-seated = Esse jogador de IA já está na mesa.
why-company-too-poor = Os jogadores de IA começam com { $cents }, menos que a aposta mínima desta mesa.
why-no-company = Não há aqui nenhum jogador de IA com esse nome para dispensar.
why-decks-fixed = { $rules } se joga sempre com o mesmo número de baralhos.
why-decks-out-of-range = { $rules } se joga com { $least } a { $most } baralhos.
why-seats-out-of-range = Uma mesa de { $rules } tem de { $least } a { $most } lugares.
why-least-out-of-range = A aposta mínima de { $rules } não pode ser { $cents }.
why-most-out-of-range = A aposta máxima de { $rules } não pode ser { $cents }.
why-least-above-most = A aposta máxima não pode ser menor que a mínima.
why-options-clash = Essas opções não combinam em uma mesa de { $rules }.
why-tables-off = Os administradores deste servidor desativaram as mesas neste canal.
why-rules-not-here = Neste canal não se joga { $rules }. Com `/{ command-rules }` você vê o que se joga.
why-no-rules-left = Precisa sobrar pelo menos uma variante.
why-no-such-rules = Essa variante não existe; `/{ command-rules }` mostra todas.
sorry-no-such-rules = Não há variante com esse nome. Há: { $rules }.
sorry-which-rules = Qual variante você quer dizer: { $rules }? Bastam algumas letras a mais.
why-default-not-here = { $rules } é o que `/{ command-blackjack }` abre aqui por padrão: precisa estar entre as variantes que se jogam aqui.
why-limit-out-of-range = Um limite deve ser de no mínimo { $cents }.
why-limits-shut-out = Com esses limites ninguém poderia apostar em uma mesa de { $rules }. Escolha outros, ou tire antes { $rules } das variantes.
why-channel-seats-out-of-range = Uma mesa tem de { $least } a { $most } lugares.
why-seconds-out-of-range = O tempo pode ser de { $least } a { $most } segundos.
why-not-a-language = Não falo esse idioma; escolha um da lista.
why-not-on-or-off = Isso só pode ser `on` (ativado) ou `off` (desativado).
why-not-a-coaching = Isso só pode ser `off` (desativado), `review` (análise) ou `hints` (dicas).
why-not-a-place = Isso só pode ser `channel` (no canal) ou `thread` (em um tópico).
why-not-a-log = Escolha `{ house-here }` na lista, no canal que quiser, ou o padrão.
why-not-a-currency = Isso não pode representar dinheiro. Escolha uma única palavra de até { $most } letras, sem números nem outros sinais, ou um único emoji. Não pode parecer um valor.
why-company-out-of-range = Uma mesa pode ter de { $least } a { $most } jogadores de IA.
why-one-channel-only = Isso vale só para um canal, não para todo o servidor. Digite o comando nesse canal, sem `{ command-house-set.where }`.

## /help

command-help = ajuda
    .description = Explica o jogo e todos os comandos
help-game = O jogo
help-title = Jogar aqui
help-moves = Jogadas e palavras
help-fairness = Jogo limpo
help-admins = Para administradores
help-lesson = Blackjack em um minuto
help-goal = **Objetivo:** vencer o dealer sem passar de 21. Ganhar paga a sua aposta; um *blackjack* (um ás com 10, J, Q ou K) costuma pagar 3:2.
help-values = **Cartas:** de 2 a 10, o número; J, Q e K, 10; o ás, 11 ou 1. A mão é *soft* enquanto um ás vale 11.
help-bust = **Acima de 21** você *estoura* e perde na hora.
help-dealer = **O dealer** pede até 16 e para a partir de 17, sem escolha; em algumas mesas pede no soft 17.
help-begin = **Comece:** { $blackjack } abre uma mesa, uma ficha é sua aposta. Você tem { $amount } de brincadeira.
help-turn = **Sua vez:** `{ button-hit }` dá uma carta, `{ button-stand }` nenhuma mais. Isso basta.
help-insurance = **O seguro** contra um ás do dealer custa dinheiro em média: não faça.
help-surrender = **`{ button-surrender }`**, em algumas mesas, larga uma mão ruim por meia aposta.
help-hint = **Na dúvida?** `{ button-hint }` diz só a você quanto vale cada jogada.
help-open = **Abra uma mesa** com { $blackjack }; o primeiro lugar é seu. { $rules } explica as regras.
help-bet = **Aposte** com uma ficha abaixo do jogo, com `{ button-join }` ou com { $bet }. Assim você também ganha um lugar.
help-deal = **As cartas são distribuídas** quando todos apostaram, quando alguém aperta `{ button-deal }` ou quando o tempo acaba.
help-late = **Acabou o tempo?** Sua mão fica como está, e ninguém aposta por você. Duas rodadas sem apostar, e você perde o lugar.
help-leave = **Saia da mesa** com { $leave }. Se ainda não há cartas, a aposta é devolvida.
help-money = **Dinheiro:** { $amount } no começo. A quem fica sem nada, um doador anônimo oferece outro tanto.
help-commands = Comandos
help-command = { $command } · { $description }
help-all-moves =
    - `{ button-hit }`: mais uma carta.
    - `{ button-stand }`: nenhuma carta a mais.
    - `{ button-double }`: o dobro da aposta por exatamente mais uma carta.
    - `{ button-split }`: um par vira duas mãos, cada uma com a própria aposta.
    - `{ button-surrender }`: você larga a mão e recebe metade da aposta de volta.
    - `{ verb-insure }`: outra aposta, de até metade da sua, em que o dealer tem blackjack; paga 2:1.
    - `{ button-even-money }`: pelo seu blackjack contra um ás: 1:1 agora, tenha o dealer o que tiver.
    - `{ button-hint }`: quanto vale cada jogada. `{ button-review }`: o mesmo de cada jogada de uma rodada que acabou.
    Uma jogada que uma mesa não oferece não tem botão ali.
help-words = Palavras
help-all-words =
    - **Blackjack:** um ás e uma carta que vale dez como as duas primeiras. Na maioria das mesas vence qualquer outro 21 e paga mais que 1:1.
    - **Soft 17:** 17 com um ás que vale 11. Com mais uma carta não estoura. Uma mão sem um ás assim é *dura*.
    - **Empate:** a aposta é devolvida.
    - **Carta fechada:** a carta do dealer que está virada para baixo.
    - **Shoe:** as cartas de que se distribui. Quando sai a **carta de corte**, é a última rodada antes de embaralhar.
    - **Conforme o manual:** o que diz a tabela de { $strategy }, ou o melhor pelas cartas vistas.
help-fair =
    - **Lacrado:** antes da primeira carta, um shoe recebe um lacre que todos veem. Ele fixa o segredo da casa sem revelá-lo.
    - **Embaralhado com suas palavras:** com `{ button-words }` um jogador acrescenta palavras próprias ao embaralhamento.
    - **Conferido:** quando o shoe acaba, { $verify } dá o que é preciso para conferir cada carta, sem o bot.
    - **Ninguém espia:** jogadores de IA, dicas e análises só conhecem as cartas que todos viram.
    - **Guardado:** cada jogada fica registrada antes de ser mostrada. Depois de uma pane a mesa continua como estava.
    - **Vantagem da casa:** { $strategy } mostra com quanto de uma aposta a casa fica em cada variante.
    - **Seus dados:** { $privacy } mostra o que é guardado sobre você, e apaga tudo.
help-pick = Outra página…
sorry-old-help = Essa página é de uma versão mais antiga. Digite `/{ command-help }` para ver a nova.

## /pause

command-pause = pausa
    .description = Faz uma pausa no jogo
    .length = duração
    .length-description = Por quanto tempo
pause-day = 1 dia
pause-week = 1 semana
pause-month = 1 mês
pause-title = Fazer uma pausa
pause-what = **Até { $until }** você não aposta e não joga nem as dez do dia nem duelos.
    - Ninguém pode encerrar uma pausa antes, nem mesmo um administrador. Só uma mais longa pode substituí-la.
    - Você sai de todas as mesas. Uma aposta ainda sem cartas é devolvida; uma mão em jogo fica como está.
    - Seu saldo, suas conquistas e seu histórico ficam como estão.
button-pause = Pausar até lá
pause-begun = Você está em pausa até { $until }. Tudo o que é seu fica como está. Até lá!
sorry-old-pause = Essa página é de antes. Digite `/{ command-pause }` para começar uma pausa.
sorry-pause-longer = Você já está em pausa até { $until }. Só uma mais longa pode substituí-la.

## /privacy

command-privacy = privacidade
    .description = Entrega ou apaga o que é guardado sobre você
privacy-title = O que fica guardado sobre você
privacy-kept =
    - Seu id de usuário do Discord e seu último nome, para mostrá-lo nas mesas e nas listas. Nem imagem, nem mensagens.
    - Seu saldo de dinheiro de brincadeira, e cada vez que ele mudou.
    - As rodadas que você jogou: cartas, jogadas, apostas, resultados.
    - O que suas decisões custam em média, e como você jogou as dez do dia e seus duelos.
    - Seus lugares, com as apostas neles.
    - O que você configurou ou encerrou como administrador.
    Isso é usado só para o jogo. Outros jogadores podem ver seu nome, seu saldo e seus resultados.
privacy-how = Baixe tudo em um arquivo. Ou peça para apagar seus dados: seu id e seus nomes são apagados de tudo, para sempre. Se você começou as dez do dia, um hash com chave do seu id fica guardado por dois dias, para que ninguém jogue duas vezes as mesmas mãos. Um hash assim fica também até o fim de uma pausa que você começou com `/{ command-pause }`. Antes de apagar, perguntamos mais uma vez.
privacy-file = Isto é tudo o que fica guardado sobre você. Os valores estão em centavos, os tempos em segundos desde 1970 (UTC); as cartas de uma rodada ainda em jogo ficam de fora.
privacy-word = apagar
privacy-forgotten =
    Seus dados foram **apagados**: nada do que fica guardado pode ser ligado a você. O que resta:
    - As mensagens deste bot nos canais, como mesas, duelos, publicações diárias e resultados compartilhados.
    - Backups e registros de quem mantém este bot, até serem substituídos.
    - Por dois dias, se você começou as dez do dia: um hash com chave do seu id, para que ninguém jogue duas vezes as mesmas mãos.
    - Se você está em pausa, até ela terminar, um hash com chave do seu id, para que a pausa valha.
    Se você voltar, começa do zero.
button-my-data = Baixar meus dados
button-forget-me = Apagar meus dados
modal-forget = Apagar meus dados
    .text = Seu saldo de dinheiro de brincadeira, suas rodadas e seus resultados vão sumir. **Ninguém pode trazê-los de volta.** Você sai de todas as mesas; uma mão em jogo fica como está.
    .label = Digite “{ $word }” para continuar
sorry-not-the-word = Nada mudou. Para apagar seus dados, digite a palavra “{ $word }”.
sorry-still-playing = Ainda não: sua rodada em { $channels } precisa terminar primeiro. Você já saiu de todas as outras mesas. Aperte o botão de novo quando ela terminar.
sorry-seat-broken = Ainda não: não deu para retomar a mesa de { $channels }, e você tem um lugar nela. Um administrador de lá pode fechá-la com `/{ command-house } { command-house-close }`; depois aperte o botão de novo.
sorry-seat-elsewhere = Ainda não: você tem um lugar na mesa de { $channels }. Saia dela lá com `/{ command-leave }` e aperte o botão de novo quando sua rodada terminar.
sorry-file-too-large = O que fica guardado sobre você passa dos { $limit } MB que cabem em uma mensagem aqui. Peça a quem mantém este bot.
files-refused = O Discord não aceita arquivos aqui. Tente em outro canal ou servidor.
link-privacy = Privacidade
link-terms = Termos
link-support = Suporte

## AI players. Their names appear at the start of a line and within lines

character-book = O Livro
    .line = Joga cada mão pela tabela de estratégia.
character-mirror = O Espelho
    .line = Pede e para como o dealer; nunca dobra nem divide.
character-careful = A Prudente
    .line = Nunca pede uma carta que possa estourar a mão.
character-gambler = O Ousado
    .line = Gosta de ver muito na mesa: dobra, divide, faz seguro.
character-counter = A Contadora
    .line = Conta as cartas e aposta mais quando restam muitas altas.
character-novice = O Novato
    .line = Está começando e joga por intuição.

## The dealers' comments on a round

talk = 💬 { $dealer }: “{ $line }”
talk-warm-natural-1 = Blackjack! Que beleza.
talk-warm-natural-2 = Olha só: um ás e um dez.
talk-warm-natural-3 = Essa sempre me faz sorrir.
talk-warm-comeback-1 = Do zero ao dobro do presente. Que bonito de ver!
talk-warm-comeback-2 = De pé outra vez. Que bom ter você de volta!
talk-warm-split-1 = Um par, e todas as mãos ganharam. Maravilha!
talk-warm-split-2 = Dá gosto distribuir assim.
talk-warm-pushes-1 = Tudo igual: cada um fica com o seu.
talk-warm-pushes-2 = Empate geral. Que paz, não?
talk-warm-shuffle-1 = Eram as últimas destas cartas. Vou embaralhar bem.
talk-warm-shuffle-2 = Hora de embaralhar. Uma pausa para respirar.
talk-dry-natural-1 = Blackjack. Acontece.
talk-dry-natural-2 = Um ás e um dez. Anotado.
talk-dry-natural-3 = Vinte e um com duas cartas. Eficiente.
talk-dry-comeback-1 = O presente dobrou. Quem deu não diz nada; eu digo.
talk-dry-comeback-2 = Até o zero, e de volta. Anoto com respeito.
talk-dry-split-1 = Todas. Trabalho bem-feito.
talk-dry-split-2 = Contei duas vezes: todas ganharam.
talk-dry-pushes-1 = Nada ganho, nada perdido. A contabilidade gosta disso.
talk-dry-pushes-2 = Empate. Já distribuí rodadas mais barulhentas.
talk-dry-shuffle-1 = A carta de corte. Embaralho.
talk-dry-shuffle-2 = Estas cartas já disseram tudo o que tinham a dizer.
talk-courtly-natural-1 = Meus cumprimentos pelo blackjack.
talk-courtly-natural-2 = Um blackjack. Com prazer.
talk-courtly-natural-3 = Duas cartas, e nada a acrescentar. Parabéns.
talk-courtly-comeback-1 = Um retorno com estilo. Tiro o chapéu.
talk-courtly-comeback-2 = Dos bolsos vazios a isto: meus sinceros parabéns.
talk-courtly-split-1 = Um par dividido com distinção: todas as mãos ganharam.
talk-courtly-split-2 = Eu me curvo diante desse par.
talk-courtly-pushes-1 = Despedimo-nos como iguais.
talk-courtly-pushes-2 = Um empate honroso para todos.
talk-courtly-shuffle-1 = Com sua licença, vou embaralhar.
talk-courtly-shuffle-2 = A carta de corte pede uma pausa. Embaralho.
talk-jolly-natural-1 = Rá! Blackjack!
talk-jolly-natural-2 = Pá, vinte e um!
talk-jolly-natural-3 = Ás, dez, pronto!
talk-jolly-comeback-1 = Olha quem voltou! E como!
talk-jolly-comeback-2 = Das cinzas até o teto!
talk-jolly-split-1 = Todas? Todas!
talk-jolly-split-2 = Esse par fez a festa.
talk-jolly-pushes-1 = Empate, empate, empate por toda parte!
talk-jolly-pushes-2 = Ninguém ganha, ninguém perde, todo mundo amigo.
talk-jolly-shuffle-1 = A carta de corte! Minha parte favorita: embaralhar.
talk-jolly-shuffle-2 = Hora de embaralhar! Cuidado com os dedos.

## Finished rounds and their replays

command-history = histórico
    .description = Mostra suas rodadas, replays e erros
    .round = rodada
    .round-description = O número de uma rodada, para rever

history-title = Suas rodadas
history-none = Você ainda não terminou nenhuma rodada. Abra uma mesa com `/{ command-blackjack }`.
history-count = { $rounds ->
    [1] 1 rodada terminada
   *[other] { $rounds } rodadas terminadas, as mais recentes primeiro
}
history-page = página { $page } de { $pages }
history-mistakes = Seus erros
history-looked-back = { $rounds ->
    [1] na sua última rodada
   *[other] nas suas últimas { $rounds } rodadas
}
button-mistakes = Só erros
history-hands = { $hands ->
    [1] 1 mão
   *[other] { $hands } mãos
}
history-staked = apostado: { $amount }
history-voided = anulada
history-back = anulada por um administrador, apostas em aberto devolvidas
history-pick = Ver o replay de…

replay-of = Replay da rodada nº { $round } · dealer { $dealer }
replay-step = Passo { $step } de { $steps }
replay-since = { $time } depois da distribuição
replay-dealt = As cartas foram distribuídas
replay-voided = Esta rodada foi anulada. Todas as apostas em aberto foram devolvidas.
replay-hits = { $player } pediu: { $card }
replay-stands = { $player } parou
replay-stands-late = O tempo acabou: { $player } parou
replay-stands-gone = { $player } saiu: a mão para
replay-stands-admin = Um administrador encerrou a rodada: { $player } parou
replay-doubles = { $player } dobrou: { $card }
replay-splits = { $player } dividiu
replay-surrenders = { $player } desistiu
replay-insures = { $player } fez um seguro de { $amount }
replay-declines = { $player } ficou sem seguro
replay-declines-late = O tempo acabou: { $player } ficou sem seguro
replay-declines-gone = { $player } saiu: sem seguro
replay-declines-admin = Um administrador encerrou a rodada: { $player } ficou sem seguro
replay-even-money = { $player } recebeu 1:1
replay-turns-over = { $dealer } virou { $card }
replay-draws = { $dealer } tirou { $card }
replay-hand = mão { $hand } de { $hands }
replay-against = contra { $player }
replay-settled = A rodada terminou.
replay-footer = Os jogadores, e todos no servidor em que jogaram, podem abrir isto com `/{ command-history } { command-history.round }:{ $round }`.
button-my-rounds = Minhas rodadas
button-share = Compartilhar

player-forgotten = (um jogador apagado)
player-unnamed = Jogador { $figures }

sorry-no-such-round = Não há rodada nº { $round } para rever: ela precisa ter terminado, e você precisa ter jogado nela ou estar no servidor onde foi jogada.
sorry-no-replay = Não dá para rever a rodada nº { $round }: o que foi guardado dela não pode ser lido.
sorry-old-history = Esse botão é de uma versão mais antiga desta lista. Digite `/{ command-history }` para ver a lista.
share-of = { $player } compartilha a rodada nº { $round }
sorry-share-not-yours = Só quem jogou a rodada nº { $round } pode compartilhá-la.
sorry-share-elsewhere = A rodada nº { $round } só pode ser compartilhada no servidor em que foi jogada.
sorry-share-not-here = Neste canal não dá para compartilhar nada: você e eu precisamos da permissão de enviar mensagens aqui.
sorry-shared-already = A rodada nº { $round } já está compartilhada aqui: { $link }
sorry-shared-enough = Foram muitas rodadas para um canal. Você pode compartilhar a próxima { $when }.

## Verifiable shoes: `/verify`. "Seal" and "secret" are words of the transcripts; use one word for each.

command-verify = verificar
    .description = Confere as cartas de um shoe
    .shoe = shoe
    .shoe-description = O número de um shoe; senão todos

more-title = Esta mesa
more-listed = A rodada { $round } é a { $number } em `/{ command-history }`
verify-title = Shoes lacrados
verify-none = Nenhum shoe foi lacrado neste canal ainda.
verify-what = Cada lacre era público antes da primeira carta e fixa o que a casa podia escolher. Quando um shoe acaba, você pode conferir cada carta dele.
verify-count = { $shoes ->
    [1] 1 shoe
   *[other] { $shoes } shoes, os mais recentes primeiro
}
verify-early = interrompidos: { $left } porque todos saíram, { $closed } porque um administrador fechou a mesa, { $restored } porque um backup foi restaurado · rodadas anuladas por administradores: { $voided }
verify-shoe = Shoe { $shoe } de { $dealer }
verify-in-use = em uso
verify-ended-cut-card = jogado até a carta de corte
verify-ended-round-over = jogado até o fim
verify-ended-closed = interrompido: a mesa fechou
verify-ended-closed-by-admin = interrompido: um administrador fechou a mesa
verify-ended-restored = interrompido: um backup foi restaurado
verify-ended-voided = interrompido: um administrador anulou a rodada
verify-ended-other-rules = posto de lado: outras regras foram escolhidas
words-by = palavras de { $player }
words-of-a-player = com palavras acrescentadas
words-none = nenhum jogador acrescentou palavras
verify-pick = Conferir um shoe…
verify-not-over = **{ $title }** está em uso, então o segredo dele ainda não é revelado. Guarde o lacre e confira o shoe quando ele acabar:
    `{ $seal }`
verify-right = As cartas deste shoe estão certas: a transcrição bate com o lacre, carta por carta. Não confie só na minha palavra.
verify-wrong = **Há algo errado com este shoe.** Guarde os dois arquivos e fale com quem mantém este bot.
verify-changed = **O que foi guardado deste shoe mudou depois que ele acabou:** o lacre do shoe seguinte foi feito a partir de outra transcrição. Guarde os dois arquivos e fale com quem mantém este bot.
verify-run = Coloque os dois arquivos em uma pasta, e o Python 3 confere cada carta sem o bot. Use o lacre que você mesmo guardou, ou pelo menos os primeiros 32 caracteres dele:
verify-your-words = as palavras acrescentadas
verify-words = As palavras acrescentadas entraram no embaralhamento, e só o hash delas é guardado. Assim a casa não pôde escolher as cartas, se as palavras eram longas o bastante para não serem adivinhadas. Quem não sabe as palavras usa no lugar delas os 32 caracteres que a mesa mostrou depois de “palavras de”, antes da primeira distribuição e durante ela.
verify-no-words = Ninguém acrescentou palavras a este shoe; as aspas vazias `""` servem para conferir isso. O lacre mostra que nada mudou depois; mas, sem palavras, a casa poderia ter escolhido, antes de lacrar, um segredo do seu agrado.
verify-limits = O que isto não prova: que a casa não sopra nada para ninguém, e que quem acrescentou as palavras não é quem mantém o bot. Mensagens podem ser editadas depois: quem acrescenta palavras deve guardar o lacre.
button-verify = Conferir
button-words = Acrescentar palavras
words-done = Suas palavras estão no embaralhamento. Com elas e o lacre dá para conferir cada carta quando o shoe acabar: `/{ command-verify }`
    { $words }
    `{ $seal }`
    A mesa e `/{ command-verify }` mostram suas palavras como `{ $digits }`. Se aparecer outra coisa, alguém as trocou.

sorry-no-words = Digite algumas palavras, só com caracteres visíveis.
sorry-no-such-shoe = A última mesa daqui não tem o shoe { $shoe }. Digite `/{ command-verify }` para ver a lista.
sorry-no-transcript = Não dá para mostrar o shoe { $shoe }: o que foi guardado dele não pode ser lido.
sorry-old-verify = Esse botão é de uma versão mais antiga desta lista. Digite `/{ command-verify }` para ver a lista.

## Results: `/balance`, `/stats`, `/leaderboard`

balance-last-rounds = { $rounds ->
    [1] Sua última rodada
   *[other] Suas últimas { $rounds } rodadas
}

stats-title-mine = Suas estatísticas
stats-title = Estatísticas de { $player }
stats-none-mine = Você ainda não terminou nenhuma rodada. Abra uma mesa com `/{ command-blackjack }`, e sua história começa.
stats-none = { $player } ainda não terminou nenhuma rodada.
stats-net = Resultado **{ $net }**
stats-staked = Apostado **{ $amount }**
stats-played = Rodadas **{ $rounds }**
stats-rounds = { $rounds ->
    [1] 1 rodada
   *[other] { $rounds } rodadas
}
stats-won = { $rounds ->
    [1] 1 vencida
   *[other] { $rounds } vencidas
}
stats-lost = { $rounds ->
    [1] 1 perdida
   *[other] { $rounds } perdidas
}
stats-even = { $rounds ->
    [1] 1 empatada
   *[other] { $rounds } empatadas
}
stats-win-rate = Taxa de vitórias **{ $percent }%**
stats-biggest-win = Maior ganho **{ $amount }**
stats-naturals = Blackjacks **{ $naturals }**
stats-by-rules = Por variante
stats-percent-won = { $percent }% vencidas
stats-short-naturals = { $naturals ->
    [1] 1 blackjack
   *[other] { $naturals } blackjacks
}
stats-picture-later = Por enquanto já chega de gráficos; o próximo pode ser desenhado { $when }.
achievements-title = Conquistas
achievements-count = { $count } de { $all }
achievements-nearest = As mais próximas
button-achievements = Todas as conquistas
achievements-ahead = Ainda por conquistar
achievements-so-far = { $done } de { $all }
achievements-days = { $done } de { $all } dias
achievements-searched = { $searched } de { $rounds } rodadas verificadas até agora; `/{ command-stats }` continua pelas outras.
achievement-natural = O primeiro blackjack
achievement-suited-natural = Um blackjack de um naipe só
achievement-stand-off = Blackjack contra o blackjack do dealer
achievement-five-cards = 21 com cinco cartas
achievement-seven-cards = 21 com sete cartas
achievement-three-sevens = Três setes
achievement-doubled-21 = Dobrar e chegar a 21
achievement-doubled-split = Dividir, dobrar e ganhar
achievement-split-aces = Dois ases divididos, 21 com os dois
achievement-four-hands = Quatro mãos de um par, todas ganhas
achievement-by-a-point = 21 contra o 20 do dealer
achievement-low = Ganhar com 12 ou menos
achievement-insured = Com seguro, e o dealer tinha blackjack
achievement-long-dealer = O dealer estoura com seis cartas
achievement-full-table = Mesa cheia, e todos ganharam
achievement-rounds-100 = Cem rodadas
achievement-rounds-1000 = Mil rodadas
achievement-naturals-21 = Vinte e um blackjacks
achievement-rule-sets = Uma rodada em cada variante
achievement-back = De volta depois do doador: o presente dobrado
achievement-year = Um ano depois da primeira rodada
achievement-by-book = Cem rodadas conforme o manual
achievement-dailies = As dez do dia, em sete dias

## The picture of a balance: without Markdown, at most 50 characters

chart-title = Saldo depois de cada rodada
chart-results = Rodadas em ordem, horários em UTC
chart-start = Todos começam com
chart-nothing = Nenhuma rodada ainda

## Alternative text of the picture

chart-in-words = O saldo depois de cada rodada: vai de { $first } a { $last }, nunca abaixo de { $least } nem acima de { $most }.

leaders-title = Ranking
leaders-server = Este servidor
leaders-all = Em todo lugar
leaders-players = { $players ->
    [1] 1 jogador
   *[other] { $players } jogadores
}
leaders-as-of = atualizado { $when }
leaders-about-server = Ganhos em todos os servidores, sem os presentes do doador, de jogadores com pelo menos { $least } rodadas terminadas nas mesas deste servidor.
leaders-about-money = Ganhos, sem os presentes do doador, de jogadores com pelo menos { $least } rodadas terminadas.
leaders-has = tem { $balance }
leaders-you = você
leaders-your-place = Sua posição: **{ $rank }** de { $players }.
leaders-not-listed = Você ainda não está na lista: é preciso ter { $least } rodadas terminadas.
leaders-nobody = Ninguém terminou { $least } rodadas ainda. Abra uma mesa com `/{ command-blackjack }`.
leaders-week-nobody = Ninguém terminou { $least } rodadas nesta semana ainda. Abra uma mesa com `/{ command-blackjack }`.
leaders-week-not-listed = Você ainda não está na lista: são precisas { $least } rodadas terminadas nesta semana.
leaders-week-since = O que foi ganho e perdido desde { $since }. Uma nova semana começa { $end }.
button-my-place = Minha posição
sorry-old-leaderboard = Esse botão é de uma versão mais antiga desta lista. Digite `/{ command-leaderboard }` para ver a lista.

## /house settings, set, reset: settings of a channel

command-house-settings = ajustes
    .description = Mostra o que está ajustado neste canal, e quem mudou
command-house-set = mudar
    .description = Ajusta variantes, limites, lugares, tempos, imagens, treinador, IA, idioma, moeda ou mesas
    .setting = ajuste
    .setting-description = Qual ajuste mudar
    .value = valor
    .value-description = Escolha ou digite; variantes separadas por vírgulas; “default” volta ao padrão
    .where = onde
    .where-description = Este canal (o padrão) ou todo o servidor
command-house-reset = restaurar
    .description = Restaura o padrão, aqui ou em todo o servidor
    .where = onde
    .where-description = O que restaurar: este canal (o padrão) ou todo o servidor
where-channel = este canal
where-server = todo o servidor

setting-tables = Mesas
setting-place = Lugar das mesas
setting-rule-sets = Variantes
setting-default = Variante padrão
setting-lowest = Aposta mínima
setting-highest = Aposta máxima
setting-seats = Lugares
setting-bet-seconds = Tempo para apostar
setting-turn-seconds = Tempo para decidir
setting-card-pictures = Imagens das cartas
setting-talk = Falas do dealer
setting-coach = Treinador
setting-company = Jogadores de IA
setting-language = Idioma das mesas
setting-currency = Moeda
setting-log = Registro dos admins
setting-daily = Publicações diárias

# The language's name for itself.
language-name = Português (Brasil)

house-settings-title = Ajustes de { $channel }
house-set-here = Ajustado aqui
house-set-everywhere = Ajustado para todo o servidor
house-not-set = No padrão
house-default = Padrão: { $value }
house-all-rules = todas as variantes
house-by-the-rules = conforme as regras
house-tables-language = o do servidor comunitário; senão, o de quem abre a mesa
house-on = ativadas
house-off = desativadas
house-company = até { $most }
house-company-off = desativados
house-log-off = desativado
coaching-off = desativado
coaching-review = só análise
coaching-hints = dicas e análise
place-channel = no canal
place-thread = cada uma em um tópico próprio
house-seconds = { $seconds ->
    [1] 1 segundo
   *[other] { $seconds } segundos
}
house-changed = ✅ { $setting }: **{ $value }**
house-changed-everywhere = ✅ Todo o servidor, { $setting }: **{ $value }**
house-reset = ✅ Tudo voltou ao padrão.
house-reset-here = ✅ Nada mais está ajustado aqui: valem os ajustes de todo o servidor.
house-reset-everywhere = ✅ Nada mais está ajustado para todo o servidor. Os ajustes de cada canal ficam.
house-open-table = A mesa aberta aqui mantém suas regras, seus limites e lugares até fechar.
house-last-changes = Últimas mudanças
house-never-changed = Ninguém nunca mudou nada aqui.
house-value = { $setting }: { $value }
house-change = { $setting }: { $old } → { $new }
house-not-set-then = não ajustado
house-how-to-set = `/{ command-house } { command-house-set }` muda um deles.
    `/{ command-house } { command-house-reset }` restaura o padrão de todos.
    Para todo o servidor, escolha-o em `{ command-house-set.where }`; os ajustes de um canal têm prioridade.

sorry-not-a-limit = Isso não é um valor. Tente `250`, `12,50`, `{ $amount }` ou `1k`.
sorry-emoji-elsewhere = Esse emoji não é deste servidor. Escolha um deste servidor ou um emoji padrão.
sorry-no-pictures = Quem mantém este bot desativou as imagens das cartas em todo lugar.
sorry-not-in-channel = Com os ajustes de { $channel }, não sobraria nada para jogar lá. Mude-os primeiro lá.

overview-not-here = Não se joga neste canal: { $rules }
overview-no-tables = As mesas estão desativadas neste canal.
card-not-here = Não se joga neste canal.

## /house log

command-house-log = registro
    .description = Mostra o que os admins fizeram por último
house-here = este canal
house-log-title = O que os admins fizeram
house-log-empty = Nada ainda.
house-log-where = Anunciado em { $channel }.
house-log-nowhere = Não é anunciado em lugar nenhum. Digite `/{ command-house } { command-house-set }` com `{ setting-log }` no canal em que quer os anúncios.
house-log-no-daily = { $channel } recusou a publicação diária três dias seguidos e não a recebe mais.
house-act-round = { $admin } encerrou a rodada { $round } em { $channel }
house-act-table = { $admin } fechou a mesa em { $channel }
house-act-set = { $admin } definiu **{ $setting }** como **{ $value }** em { $channel }
house-act-set-everywhere = { $admin } definiu **{ $setting }** como **{ $value }** para todo o servidor
house-act-default = { $admin } redefiniu **{ $setting }** para o padrão em { $channel }
house-act-default-everywhere = { $admin } redefiniu **{ $setting }** para o padrão em todo o servidor
house-act-reset = { $admin } restaurou o padrão de todos os ajustes de { $channel }
house-act-reset-everywhere = { $admin } restaurou o padrão de todos os ajustes do servidor

## /house status

command-house-status = status
    .description = Mostra versão, mesas, rodadas, latência, banco de dados

bot-title = Como vai o bot
bot-version = Versão: **{ $version }**
bot-started = Iniciado: **{ $when }**
bot-tables = Mesas abertas: **{ $tables }**
bot-company = Jogadores de IA nelas: **{ $players }**
bot-rounds = Rodadas de hoje (UTC): **{ $rounds }**
bot-latency = Latência com o Discord: **{ $milliseconds } ms**
bot-no-latency = Latência com o Discord: ainda não medida
bot-kilobytes = Banco de dados: **{ $size } kB**
bot-megabytes = Banco de dados: **{ $size } MB**
bot-requests = Requisições ao Discord no último minuto: **{ $number }** de **{ $most }**
bot-refused = Barradas pelo limite de requisições (429): **{ $count }**
bot-judging = Jogadas avaliadas até: **{ $when }**
bot-failing = ⚠️ Falhando (primeira vez { $when }), com novas tentativas até dar certo: **{ $what }**
loop-gateway = conexão com o Discord
loop-tables = assumir as mesas
loop-judging = avaliação das decisões
loop-backups = backups regulares
loop-health = verificações de saúde
loop-departures = busca de servidores que o bot deixou
loop-duels = publicação dos resultados de duelos
loop-daily = publicações diárias
loop-commands = registro dos comandos
loop-pictures = envio das imagens das cartas
loop-messages = exclusão de mensagens antigas
loop-invitation = gravação do convite

## The coach: `/strategy`. Moves have the names of their buttons.

command-strategy = estratégia
    .description = Mostra a melhor jogada para cada mão
    .rules = regras
    .rules-description = Parte de um nome; senão o que se joga aqui

percent = { $number }%
verb-insure = Seguro

strategy-title = Estratégia: { $rules }
strategy-in-words = A melhor primeira jogada para cada mão contra cada carta do dealer, pelas regras de { $rules }. O botão abaixo mostra tudo em texto.
strategy-else = { $first }; senão, { $other }
strategy-how-to-read = À esquerda a sua mão, em cima a carta do dealer. Primeiro os totais duros, depois as mãos com um ás, depois os pares. O que vem depois de “senão” vale quando a primeira jogada já não é possível.
strategy-always = { $offer }: sempre.
strategy-never = { $offer }: nunca.
strategy-edge = Jogando assim, você deixa para a casa em média **{ $percent }** da sua primeira aposta.
strategy-about = Calculado exatamente para estas regras e estes baralhos, recém-embaralhados; só se conhecem a sua mão e a carta do dealer.
button-as-text = Como texto
button-as-picture = Como imagem

sorry-many-ask = Muita gente está pedindo isso agora. Peça de novo em alguns segundos.
sorry-no-worker = O treinador não encontrou uma resposta a tempo. Pergunte de novo daqui a pouco.

## Reviews and hints

coach-hand = { $cards } ({ $total }) contra { $upcard }
button-hint = Dica
button-review = Análise
history-review = Analisar uma rodada…
practise-title = Pratique os seus erros
practise-about = Não há dinheiro em jogo, e nada disso conta para a sua habilidade.
practise-count = { $hands ->
    [one] { $hands } mão praticada, você acertou { $right } de primeira
   *[other] { $hands } mãos praticadas, você acertou { $right } de primeira
}
practise-nothing = Não há nada a praticar: nas suas rodadas mais recentes dos últimos 30 dias não há nenhum erro.
practise-over = Esses eram todos os erros das suas últimas rodadas.
button-practise = Praticar
button-practise-again = Desde o começo
sorry-old-practice = Essa mão não pode mais ser praticada.
because = **{ $move }:** { $why }
because-stand = parar só ganha se o dealer estourar com { $card }, { $wins } de cada 100 vezes, e perde { $loses }; { $other } ganha { $otherwins } e perde { $otherloses }.
because-no-stand = { $best } ganha { $wins } de cada 100 vezes e perde { $loses }; parar só ganha se o dealer estourar com { $card }, { $otherwins } de cada 100, e perde { $otherloses }.
because-odds = { $best } ganha { $wins } de cada 100 vezes e perde { $loses }; { $other } ganha { $otherwins } e perde { $otherloses }.
because-double = uma só carta pelo dobro da aposta { $gains ->
    [yes] ganha
   *[no] perde
} em média { $percent } da aposta; { $other } por uma só aposta { $othergains ->
    [yes] ganha
   *[no] perde
} { $otherpercent }.
because-no-double = { $best } { $gains ->
    [yes] ganha
   *[no] perde
} em média { $percent } da aposta; dobrar, uma só carta pelo dobro da aposta, { $othergains ->
    [yes] ganha
   *[no] perde
} { $otherpercent }.
because-split = duas mãos que começam com { $card ->
    [A] um ás
   *[other] { $card }
} { $gains ->
    [yes] ganham
   *[no] perdem
} em média { $percent } da aposta; uma mão de { $total } { $othergains ->
    [yes] ganha
   *[no] perde
} { $otherpercent } ({ $other }).
because-no-split = uma mão de { $total } { $gains ->
    [yes] ganha
   *[no] perde
} em média { $percent } da aposta ({ $best }); duas mãos que começam com { $card ->
    [A] um ás
   *[other] { $card }
} { $othergains ->
    [yes] ganham
   *[no] perdem
} { $otherpercent }.
because-half = desistir custa em média { $percent } da aposta{ $natural ->
    [no] {""}
   *[other] , porque custa a aposta inteira se o dealer tiver blackjack ({ $natural } dos casos)
}; { $other } custa { $otherpercent }.
because-no-half = { $best } { $gains ->
    [yes] ganha
   *[no] custa
} em média { $percent } da aposta; desistir custa { $otherpercent }{ $natural ->
    [no] {""}
   *[other] , porque custa a aposta inteira se o dealer tiver blackjack ({ $natural } dos casos)
}.
because-least = toda jogada perde em média; { $best } perde menos, { $percent } da aposta, { $other } { $otherpercent }.
because-values = { $best } ganha em média { $percent } da aposta; { $other } { $othergains ->
    [yes] ganha
   *[no] perde
} { $otherpercent }.
because-same = { $best } e { $other } diferem aqui em menos de { $percent } da aposta.
because-offer = o dealer tem blackjack em { $natural } dos casos; { $offer } compensa a partir de { $needed }.
because-move = { $move ->
    [hit] pedir
    [stand] parar
    [double] dobrar
    [split] dividir
    [surrender] desistir
    [insure] o seguro
    [decline] recusar o seguro
   *[even-money] receber 1:1
}
hint-choice = { $move }: { $percent } da aposta ({ $amount })
hint-about = É o que cada jogada rende em média, se depois você jogar da melhor forma; cada carta vista desde o embaralhamento é contada.
hint-counts = O que você decidir agora não conta para a sua habilidade.
button-all-moves = Todas as jogadas
review-title = Análise da rodada nº { $round }
review-nothing = Você não tinha nada a decidir.
review-perfect = { $decisions ->
    [1] Sua única decisão foi conforme o manual.
   *[other] As { $decisions } decisões foram conforme o manual.
}
review-verdict = { $good } de { $decisions } conforme o manual; { $move } custou { $cost }.
review-verdict-all = { $good } de { $decisions } conforme o manual; as outras custaram { $cost } no total.
review-cost = custou { $cost }
review-hinted = com dica
review-late = o tempo acabou
review-gone = você já tinha saído
review-admin = um administrador encerrou a rodada
review-about = As porcentagens dizem o que uma jogada rende em média sobre a sua aposta, não importa o que saiu depois. Conforme o manual é a jogada da tabela, ou a melhor pelas cartas.
review-cards-unknown = Já não se sabe quais cartas do shoe tinham saído antes, então aqui se supõem cartas recém-embaralhadas.
review-cards-fresh = As cartas tinham acabado de ser embaralhadas.
review-cards-seen = { $cards ->
    [1] A carta vista desde o embaralhamento é contada.
   *[other] As { $cards } cartas vistas desde o embaralhamento são contadas.
}
sorry-not-your-round = Só as suas próprias rodadas podem ser analisadas, depois que terminam.
sorry-no-review = Os administradores deste servidor desativaram o treinador onde essa rodada foi jogada.
sorry-no-hints = Os administradores deste servidor desativaram as dicas neste canal.

## Skill

stats-skill = Habilidade: { $skill }
stats-skill-about = Decisões sem dica dos últimos 30 dias. A melhor jogada é a da tabela, ou a melhor pelas cartas que já tinham saído; a sorte não conta.
leaders-by-money = Dinheiro
leaders-by-skill = Habilidade
leaders-by-week = Ganhos da semana
leaders-by-week-skill = Habilidade, semana
leaders-week-title = Ganhos da semana
leaders-week-skill-title = Ranking da semana: habilidade
leaders-week-skill-not-listed = Você ainda não está na lista: são precisas { $least } decisões sem dica nesta semana, e você tem { $decisions }.
leaders-about-week-skill = Decisões desde { $since } e o que elas perdem em média: a sorte não conta. Uma nova semana começa { $end }.
leaders-skill-title = Ranking: habilidade
accuracy = precisão { $share } ({ $good } de { $decisions })
skill-costs = perde { $percent } de uma aposta por decisão
leaders-skill-not-listed = Você ainda não está na lista: é preciso ter { $least } decisões sem dica em 30 dias, e você tem { $decisions }.
leaders-about-skill = O que custam em média as decisões que não seguem a tabela nem são as melhores pelas cartas. Dicas, e poucas decisões, aproximam você de um jogador médio, que perde 1% da aposta por decisão. Rodadas novas contam depois de alguns segundos.

## The daily ten

command-daily = diário
    .description = Joga as dez mãos de hoje, sem dinheiro
daily-title = As dez do dia
daily-title-of = As dez do dia de { $player }
daily-about = Não há dinheiro em jogo. Contam as suas decisões, não a sorte.
daily-score = { $best } de { $hands }
daily-number = Nº { $number }
daily-mistakes = { $hands ->
    [one] { $hands } erro
   *[other] { $hands } erros
}
daily-others = { $hands ->
    [1] 1 erro, { $percent } de uma aposta
   *[other] { $hands } erros, { $percent } de uma aposta
}
daily-streak = { $days ->
    [one] { $days } dia seguido
   *[other] { $days } dias seguidos
}
daily-board = { $players ->
    [one] Este servidor: { $players } jogador
   *[other] Este servidor: { $players } jogadores
}
daily-again = 🟩 a melhor · 🟨 até 2% da aposta · 🟥 mais. Há mãos novas à meia-noite (UTC).
daily-yesterday = { $players ->
    [one] Ontem: { $players } jogador
   *[other] Ontem: { $players } jogadores
}
daily-nobody = Ontem ninguém jogou aqui. Comece você hoje!
button-daily-next = Próxima mão
button-daily-result = Resultado
button-daily-share = Publicar aqui
button-daily-play = Jogar as de hoje
review-verdict-better = { $good } de { $decisions } conforme o manual. { $best } era melhor que { $move }, por { $cost } da aposta.
sorry-old-daily = Essas mãos são de outro dia. As de hoje estão em `/{ command-daily }`.
sorry-daily-shared = Seu resultado pode ser publicado uma vez, quando as dez mãos tiverem sido jogadas.
sorry-daily-closed = Você não pode mais jogar estas dez: o bot foi atualizado ou restaurado de um backup desde que você começou, ou você pediu para apagar seus dados. Há mãos novas à meia-noite (UTC).

## A duel

command-duel = duelo
    .description = Desafia um jogador com as mesmas dez mãos
    .player = jogador
    .player-description = Quem você desafia
duel-title = Duelo: { $challenger } e { $challenged }
duel-challenge = ⚔️ { $challenger } desafia { $challenged } para um duelo: as mesmas dez mãos para os dois, cada um por si e sem dinheiro. O prazo acaba { $when }. Ganha quem perder menos em relação ao melhor jogo.
duel-sent = Você desafiou { $player }. Aperte **Jogar** acima quando quiser. O resultado aparece aqui quando os dois terminarem, no máximo { $when }.
duel-declined = Este duelo foi cancelado.
duel-over = Este duelo terminou.
duel-about = Não há dinheiro em jogo. O prazo acaba { $when }.
duel-waiting = Você terminou. O resultado é publicado quando { $player } também terminar, no máximo { $when }.
duel-unfinished = não terminou
duel-won = { $player } ganhou!
duel-draw = Empate!
duel-nobody = Ninguém terminou.
duel-squares = 🟩 a melhor · 🟨 até 2% da aposta · 🟥 mais. Com `/{ command-duel }` você desafia um jogador.
duel-how = Digite `/{ command-duel }` e escolha um jogador: os dois recebem as mesmas dez mãos, diferentes das de hoje.
button-duel-play = Jogar
button-duel-decline = Recusar
button-duel-look = Minhas mãos
button-duel-ask = Desafiar…
sorry-old-duel = Este duelo não existe mais. Use `/{ command-duel }` para começar outro.
sorry-not-your-duel = Este duelo é de outros dois jogadores. Use `/{ command-duel }` para começar o seu.
sorry-duel-yourself = Você não pode desafiar a si mesmo. Escolha outro jogador.
sorry-duel-bot = Bots não jogam duelos. Escolha outro jogador.
sorry-duel-not-here = Você não pode começar um duelo neste canal: você e eu precisamos da permissão para enviar mensagens aqui.
sorry-duel-full = Você tem três duelos abertos. Termine ou recuse um primeiro.
sorry-duel-they-full = { $player } tem três duelos abertos. Tente mais tarde.
sorry-duel-unseen = { $player } não vê este canal. Comece o duelo onde os dois possam ler.
sorry-duel-unposted = Seu desafio a { $player } ainda não está em { $channel }. Se não aparecer lá, digite `/{ command-duel }` lá de novo.
sorry-duel-enough = Você já desafiou jogadores demais por enquanto. Poderá desafiar de novo { $when }.
sorry-duel-begun = Este duelo não pode mais ser cancelado.
sorry-duel-closed = Você não pode mais jogar este duelo: o bot foi atualizado desde que você começou.
