"""Portuguese: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "caso, quando, enquanto, sempre que, nesse caso, neste caso",
    "material": "ouro, prata, bronze, cobre, madeira, ferro, plástico, "
    "argila, barro, trigo, lã, carvão, aço, vidro, tecido",
    "between": "entre",
    "be": "é, são, foram, ficam",
    "noun": (
        "carta, cartão, cartinha, tabuleiro, dado, ficha, marcador, peão, peça, cubo, disco, moeda, bolsa, "
        "saco, saquinho, sacola, folha, bloco, lápis, caneta, ampulheta, miniatura, boneco, figura, meeple, "
        "pino, tile, ladrilho, hexágono, azulejo, cédula, nota, painel, tapete, mapa, planilha, token, tela, "
        "biombo, estojo, suporte, base, gema, pedra, cristal, conta, anel, caixinha, bandeja, envelope, "
        "adesivo, tabela, guia, referência, lembrete, resumo, indicador, contador, ponteiro, roleta, dial, "
        "roda, torre, casa, barco, navio, bandeira, bastão, vareta, carteira, régua, trilho, placa, plaqueta, "
        "pastilha, cilindro, bola, bolinha, plano, divisória, cordão, molde, estandarte, cubinho, pecinha, "
        "tabuleirinho, castelo, estrada, cartela, folhas, dados, livro"
    ),
    "generic": "carta, peça, componente, ficha, marcador, cartão, unidade, item, pecinha, elemento",
    "rule": (
        "livro de regras, livreto de regras, manual de regras, folheto de regras, manual, regulamento, "
        "caderno de regras, livreto, manual do jogo, manual de instruções, livro do jogo, encarte de regras, "
        "folha de regras, guia de regras"
    ),
    "ruleweak": "regras, regras do jogo, instruções",
    "wrap": "baralho, conjunto, kit, série, pacote, maço, jogo, deck, grupo, pilha, lote, coleção, monte",
    "kinds": (
        "cor, tipo, espécie, modelo, valor, naipe, jogador, equipe, time, facção, clã, raça, personagem, "
        "planeta, terreno, recurso, formato, tamanho, desenho, metal, reino, símbolo, categoria, variedade, "
        "família, casa, guilda, região, nível"
    ),
    "player": "jogador, jogadora, participante, pessoa",
    "never": (
        "jogador, jogadora, participante, pessoa, ano, minuto, min, segundo, seg, hora, página, pág, face, "
        "lado, casa, espaço, ponto, cor, naipe, nível, vez, rodada, turno, parte, time, equipe, mm, cm, metro, "
        "real, tipo, idioma, edição, dia, fase, cenário, modo, dano, vida, quadrado, coluna, linha, partida, "
        "idade, valor, modelo, espécie, variedade, desenho, formato, tamanho, hp, pv"
    ),
    "attrnoun": (
        "nível, valor, número, nº, n, fase, tamanho, era, ato, rodada, página, pág, edição, versão, valores, "
        "custo, alcance, dano, força, série, figura, fig, seção, capítulo, cenário, níveis, idade, volume, "
        "grupo, denominações"
    ),
    "money": (
        "real, reais, dólar, euro, coroa, libra, milhão, milhões, mil, ponto, pontos, ouros, pratas, franco, peso"
    ),
    "unit": (
        "un, unid, und, unidade, unidades, peças, pç, pçs, pcs, itens, ud, cópia, cópias, exemplar, exemplares, total"
    ),
    "copies": "cópia, cópias, exemplar, exemplares, vezes, vez",
    "each": "cada, cada um, cada uma, todo, toda",
    "per": "por",
    "distributive": "de cada, de cada um, de cada uma",
    "of": "de, do, da, dos, das",
    "in": "em, no, na, nos, nas, nas cores, em cores",
    "color": (
        "vermelh*, azul, azuis, verde, verdes, amarel*, pret*, branc*, rox*, laranja, laranjas, rosa, rosas, "
        "cinza, cinzas, marrom, marrons, dourad*, pratead*, bege, lilás, violeta, negro, negra, negros, "
        "negras, castanh*, colorid*"
    ),
    "attr": (
        "grande*, pequen*, médi*, comum, comuns, rar*, especial, especiais, nov*, simples, dupl*, curt*, "
        "long*, lis*, ouro, prata, bronze, madeira, plástico, metal, papel, papelão, inicial, iniciais, "
        "básic*, avançad*, neutr*, grátis, diferente*, distint*, igual, iguais, masculin*, feminin*, "
        "transparente*, opac*, restante*, outr*, redond*, quadrad*, menor*, maior*, vazi*, ilustrad*, "
        "horizontal, horizontais, vertical, verticais, leve*, pesad*, promocional, promocionais, extra, "
        "extras, normal, normais, clar*, escur*"
    ),
    "atleast": (
        "pelo menos, no mínimo, ao menos, mínimo de, mais de, não menos de, não menos que, acima de, a partir de"
    ),
    "about": "cerca de, aproximadamente, aprox, por volta de, mais ou menos, quase, em torno de, até, no máximo",
    "several": "vários, várias, alguns, algumas, diversos, diversas, muitos, muitas, bastante",
    "total": (
        "ao todo, no total, em total, total, total de, totalizando, somando, num total de, perfazendo, em um total de"
    ),
    "split": (
        "divididas em, divididos em, dividido em, dividida em, sendo, sendo elas, sendo eles, compostas por, "
        "composto por, compostos por, composta por, das quais, dos quais, entre elas, entre eles, "
        "assim distribuídas, assim divididas, distribuídas em, distribuídos em, formado por, formada por, "
        "formadas por, são elas, são eles, a saber, repartidas em, separadas em, separados em, que são, "
        "constituído de, constituída de, que se dividem em, distribuídas assim, dividem-se em, "
        "dividem-se assim, dividem-se da seguinte forma, são divididas em, são divididos em"
    ),
    "incl": "incluindo, inclusive, entre os quais, entre as quais",
    "verb": (
        "há, contém, contem, traz, inclui, incluem, encontra, encontrará, encontram, encontrarão, vem com, "
        "vêm com, acompanham, acompanha, possui, possuem, tem, têm, haverá, existe, existem, é composto por, "
        "são, é, vêm, vem, consiste em, consistem em, compõe-se de, estão, está, traz também, recebe o jogo, "
        "somam, forma, formam, você encontra, inclusos, incluído, incluídos, incluídas, oferece, reúne, "
        "apresenta, completam, completa, acrescente, adicione, some, usa, usam, fornece, deve haver, "
        "devem estar, abriga, utiliza, temos, são fornecidos, "
        "foram acrescentad*, foram adicionad*, acrescentad*, adicionad*, foram incluíd*, "
        "há também, comanda, controla, ficam, fica"
    ),
    "instruct": (
        "coloque, colocam, distribua, embaralhe, compre, compra, compram, recebe, recebem, receberá, pegue, "
        "pega, começa com, começam com, entregue, role, rola, jogue, descarte, descarta, cave, mova, escolha, "
        "separe, vire, posicione, retire do jogo, ganha, ganhe, vence, perde, deve, pode, podem, dê, coloca, "
        "distribuem, sorteie, monte, revele, retira, devolva, monta, gaste, pague, causa, reduz, olhe, "
        "começando, embaralham, inicia com, iniciam com, distribui, começa, começam, inicia, iniciam"
    ),
    "with": ("com, contendo, que contém, trazendo, tem, contém, possui, traz, de, têm, acompanhado de, acompanhada de"),
    "rel": (
        "que, para, usado*, usada*, cujo, cuja, onde, quando, pois, porque, como, segundo, conforme, se, "
        "feito, feita, feitos, feitas, impresso, impressa, impressos, impressas"
    ),
    "not": "não, e não, em vez de, ao invés de, antes, era, eram, anteriormente, no lugar de",
    "instead": "em vez de, ao invés de, no lugar de, em lugar de, e não, e não mais, contra, onde antes havia",
    "replace": (
        "substitua, substitui, substituem, troque, substituíd*, trocad*, troca-se, substituir, dão lugar a, "
        "deram lugar a"
    ),
    "by": "por, pelas, pelos, pela, pelo, a",
    "remove": (
        "não vem mais, não vêm mais, não está mais, não estão mais, não faz mais parte, não fazem mais parte, "
        "foi retirad*, foram retirad*, foi removid*, foram removid*, sai, saem, saiu, saíram, remova, retire, "
        "não há mais, deixa de, deixam de, não é mais incluíd*, não são mais incluíd*, não inclui mais, "
        "já não vem, já não vêm, não existe mais, foi cortad*, foram cortad*, desaparec*, sem o, sem a, "
        "sem os, sem as, foi eliminad*, foram eliminad*, foi excluíd*, foram excluíd*, não incluíd*, "
        "não inclus*, não acompanha*, não há"
    ),
    "misprint": (
        "erro de impressão, erro de gráfica, por engano, erro, errado, errada, erradamente, incorreto, "
        "incorreta, equívoco, gralha, erroneamente"
    ),
    "source": (
        "segundo, de acordo com, conforme, diz, dizem, afirma, fala em, na caixa diz, informa, indica, "
        "anuncia, promete, consta, lista, registra"
    ),
    "former": "anterior, anteriores, antig*, passad*",
    "leaf": "folha",
    "edition": "edição, reimpressão, tiragem, versão, impressão",
    "and": "e, mais, além de, além disso, bem como, assim como, e também, e ainda, e um total de",
    "or": "ou",
    "also": ("também, ainda, mais, há, além, e, agora, apenas, só, exatamente, mas, além disso, somente, novas, novos"),
    "def": "o, a, os, as, este, esta, estes, estas, seu, sua, seus, suas, todos os, todas as",
    "prep": (
        "de, do, da, dos, das, com, sem, em, no, na, nos, nas, para, por, a, ao, à, aos, às, sobre, contra, "
        "entre, pelo, pela"
    ),
    "from": "de, do",
    "to": "a, ao, até",
    "heading": (
        "componentes, conteúdo, materiais, material, lista de componentes, peças do jogo, o que há na caixa, "
        "na caixa, conteúdo da caixa, itens do jogo, elementos do jogo, o que vem na caixa, "
        "componentes do jogo, dentro da caixa"
    ),
    "setup": (
        "preparação, como jogar, objetivo, regras, montagem, preparo, jogando, fim de jogo, o turno, setup, "
        "partida, turno, pontuação, visão geral, créditos, introdução, resumo das regras"
    ),
    "namecol": ("peça, carta, cartas, componente, item, nome, material, tipo, descrição, peças, componentes, ficha"),
    "countcol": "qtd, qtde, quantidade, cópias, quant, nº, total, unidades, un, número, exemplares, q",
    "thing": "jogo, caixa, expansão, edição, lado, aba, tampa, partida, jogadores",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "uns": 0,
    "umas": 0,
    "uma vintena de": -20,
    "umas dezenas de": 0,
    "algumas dezenas de": 0,
    "meia dúzia de": 6,
    "meia dúzia": 6,
    "uma dúzia de": 12,
    "dúzia de": 12,
    "dúzias de": 12,
    "dúzia": 12,
    "dúzias": 12,
    "par de": 2,
    "pares de": 2,
    "par": 2,
    "um par de": 2,
    "trio de": 3,
    "dezena de": 10,
    "dezenas de": 10,
    "centena de": 100,
    "ambos os": 2,
    "ambas as": 2,
}
JOIN: Final[tuple[str, ...]] = ("e",)
ARTICLES: Final = ("um", "uma")
STOP: Final = "o a os as de do da dos das e em no na com para por um uma que não se ao cada são jogo cartas jogador"
