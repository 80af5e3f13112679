import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Le righe di scrigni sono di tutti. Alla fine vinci se una riga somiglia al tuo personaggio: tanti scrigni uguali alle sue quattro pietre. Tutto è scoperto; il dado dice che cosa si fa.',
    en: 'The rows of coffers belong to everyone. In the end you win if some row is like your character: many coffers matching its four stones. Nothing is hidden; the die says what is done.'
  },
  asks: {
    choose: [{ it: 'Scegli un personaggio. Le quattro pietre che porta sono gli scrigni che vorrai vedere in una riga; il valore lo fa pari o dispari per le sfide.', en: 'Choose a character. Its four stones are the coffers you will want to see in one row; its value makes it even or odd for challenges.' }],
    again: [{ it: 'È uscito il valore del tuo personaggio: puoi tirare di nuovo, una volta, e il secondo tiro vale comunque.', en: 'The die shows your character\'s value: you may roll once more, and the second roll stands.' }],
    'new-row': [{ it: 'È uscito 1: apri una nuova riga con questo scrigno, sopra o sotto le altre. Uno scrigno vuoto non somiglia a nessuno.', en: 'A 1: open a new row with this coffer, above or below the others. An empty coffer is like nobody.' }],
    beside: [
      { it: 'Posa lo scrigno a un\'estremità di una riga: se è di una tua pietra, accanto agli altri tuoi; se no, dove non serve a nessuno.', en: 'Set the coffer at one end of a row: if it is of one of your stones, beside your others; if not, where it suits nobody.' },
      { it: 'Conta una sola riga, la tua migliore, e uno scrigno per ogni pietra del personaggio: quattro uguali alle sue quattro sono il massimo. Decidi quale riga sarà la tua.', en: 'Only one row counts, your best, and one coffer for each stone of your character: four that match its four are the most. Decide which row will be yours.' }
    ],
    pay: [{ it: 'Hai cinque pietre o più: due tornano al banco. Tieni quelle che somigliano alle righe.', en: 'You have five stones or more: two go back to the bank. Keep those that are like the rows.' }],
    foe: [{ it: 'Sfida: con un 3 scegli fra i dispari, con un 4 fra i pari. Vincerà chi ha più pietre uguali agli scrigni della riga, e chi perde cede una pietra.', en: 'A challenge: on a 3 choose among the odd, on a 4 among the even. Whoever has more stones matching the row\'s coffers wins, and the loser gives a stone away.' }],
    row: [{ it: 'Scegli la riga dove vi affrontate, di almeno due scrigni: quella che somiglia alle tue pietre più che alle sue.', en: 'Choose the row where you meet, of two coffers or more: one that is more like your stones than like theirs.' }],
    pair: [{ it: 'Puoi far sfidare anche altri, a coppie, ognuna su una riga diversa.', en: 'You may set others against each other too, in pairs, each on a different row.' }],
    source: [{ it: 'Scegli chi ti cede una pietra.', en: 'Choose who gives you a stone.' }],
    give: [{ it: 'Devi cedere una pietra: scegli quella che ti serve meno.', en: 'You must give a stone away: choose the one you need least.' }],
    lift: [{ it: 'È uscito 5: prendi uno scrigno qualsiasi per spostarlo in un\'altra riga. Uno tuo dove ti manca, o uno che fa comodo a un altro.', en: 'A 5: take any coffer to move it to another row. One of yours to where you lack it, or one that suits somebody else.' }],
    set: [{ it: 'Posalo a un\'estremità di un\'altra riga.', en: 'Set it at one end of another row.' }],
    return: [{ it: 'È uscito 6: uno scrigno torna in fondo al mazzo. Scegli quello che aiuta di più gli altri.', en: 'A 6: a coffer goes to the bottom of the pile. Choose the one that helps the others most.' }]
  },
  news: {
    rolled: { it: 'Ogni turno comincia dal dado. Con 1 e 2 si posano scrigni, 3 è una sfida ai dispari e 4 ai pari, 5 sposta uno scrigno, 6 ne rimette uno nel mazzo.', en: 'Each turn begins with the die. 1 and 2 set coffers, 3 is a challenge to the odd and 4 to the even, 5 moves a coffer, 6 puts one back into the pile.' },
    gift: { it: 'Chi posa uno scrigno con il segno del dono riceve una pietra di quel colore. Le pietre servono nelle sfide; alla fine decidono solo fra chi è pari.', en: 'Whoever sets a coffer with the gift mark receives a stone of that colour. Stones serve in challenges; in the end they only decide between those who are level.' },
    won: { it: 'La sfida la vince chi ha più pietre uguali agli scrigni di quella riga, una per scrigno. Chi perde cede una pietra a sua scelta; se sono pari, nessuno.', en: 'A challenge goes to whoever has more stones matching the coffers of that row, one for each. The loser gives a stone of their choice; if level, nobody does.' },
    asked: { it: 'Chi ha poche pietre ne chiede una: con un 3 a un dispari, con un 4 a un pari, con un 6 a chi dice un secondo tiro. Chi la cede sceglie quale.', en: 'Whoever has few stones asks for one: on a 3 of the odd, on a 4 of the even, on a 6 of whom a second roll says. Who gives it chooses which.' },
    nothing: { it: 'Capita: quello che il dado chiede non si può fare, e il turno passa.', en: 'It happens: what the die asks for cannot be done, and the turn goes on to the next.' },
    beside: { it: 'La partita finisce quando è posato l\'ultimo scrigno del mazzo: il numero che resta è sempre sul tavolo.', en: 'The game ends when the last coffer of the pile is set: how many are left is always on the table.' }
  },
  end: { it: 'Guardare i personaggi degli altri, portare gli scrigni nella propria riga e toglierli dalle altre: è questo il gioco. In più persone le righe si contendono di più.', en: 'Watch the others\' characters, bring coffers to your row and take them from theirs: that is the game. With more people the rows are fought over more.' }
}
export default guide
