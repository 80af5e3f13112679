import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Le righe di scrigni sono di tutti. Alla fine vinci se una riga somiglia al tuo personaggio: tanti scrigni uguali alle sue quattro pietre. Tutto è scoperto; il dado dice che cosa si fa.',
    en: 'The rows of coffers belong to everyone. In the end you win if some row is like your character: many coffers matching its four stones. Nothing is hidden; the die says what is done.'
  },
  asks: {
    choose: { it: 'Scegli un personaggio. Le quattro pietre che porta sono ciò che vorrai vedere in una riga; il valore lo fa pari o dispari per le sfide.', en: 'Choose a character. Its four stones are what you will want to see in one row; its value makes it even or odd for challenges.' },
    again: { it: 'È uscito il valore del tuo personaggio: puoi tirare di nuovo, una volta, e il secondo tiro vale comunque.', en: 'The die shows your character\'s value: you may roll once more, and the second roll stands.' },
    'new-row': { it: 'Apri una nuova riga con questo scrigno, sopra o sotto le altre.', en: 'Open a new row with this coffer, above or below the others.' },
    beside: { it: 'Posa lo scrigno a un\'estremità di una riga: pensa a chi altri quella riga fa comodo. Con il segno del dono ricevi una pietra di quel colore.', en: 'Set the coffer at one end of a row: think who else that row suits. With the gift mark you receive a stone of that colour.' },
    pay: { it: 'Hai cinque pietre o più: due tornano al banco.', en: 'You have five stones or more: two go back to the bank.' },
    foe: { it: 'Sfida: scegli l\'avversario. Vincerà chi ha più pietre uguali agli scrigni della riga.', en: 'A challenge: choose your opponent. Whoever has more stones matching the row\'s coffers wins.' },
    row: { it: 'Scegli la riga dove vi affrontate: quella che somiglia alle tue pietre.', en: 'Choose the row where you meet: the one most like your stones.' },
    pair: { it: 'Puoi far sfidare anche altri, a coppie, ognuna su una riga diversa.', en: 'You may set others against each other too, in pairs, each on a different row.' },
    source: { it: 'Scegli chi ti cede una pietra.', en: 'Choose who gives you a stone.' },
    give: { it: 'Devi cedere una pietra: scegli quella che ti serve meno.', en: 'You must give a stone away: choose the one you need least.' },
    lift: { it: 'È uscito 5: prendi uno scrigno qualsiasi per spostarlo in un\'altra riga.', en: 'A 5: take any coffer to move it to another row.' },
    set: { it: 'Posalo a un\'estremità di un\'altra riga.', en: 'Set it at one end of another row.' },
    return: { it: 'È uscito 6: uno scrigno torna in fondo al mazzo. Scegli quello che aiuta di più gli altri.', en: 'A 6: a coffer goes to the bottom of the pile. Choose the one that helps the others most.' }
  }
}
export default guide
