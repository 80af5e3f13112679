import type { Guide } from '../guide'

const guide: Guide = {
  options: 'dust=10 cap=20', // a whole one lasts an hour
  opening: {
    it: 'Sei una fata in un bosco fatto ad anello. Narri leggende e le paghi in polvere di stelle: quando resti senza, ricevi un oggetto fatato e la polvere torna da te. Spendere, qui, è guadagnare.',
    en: 'You are a fairy in a wood shaped like a ring. You tell legends and pay for them in star dust: when you run out you receive a fairy object and your dust comes back. Here, spending is earning.'
  },
  asks: {
    turn: { it: 'Comincia il turno: tira il dado e muoviti. Prima puoi giocare un\'interruzione, se ne hai; chi ha un cappello a punta può rovistarci: due carte al posto del movimento.', en: 'Your turn begins: roll the die and move. Before that you may play an interruption, if you hold one; whoever has a pointed hat may rummage in it: two cards instead of moving.' },
    move: { it: 'Ti muovi esattamente di quanto dice il dado, nel verso che vuoi. Guarda dove finisce ogni verso: lì narrerai.', en: 'You move exactly as far as the die says, either way round. See where each way ends: that is where you will tell.' },
    look: { it: 'Puoi guardare la carta coperta dove arrivi: la conosci solo tu.', en: 'You may look at the face-down card you reached: only you will know it.' },
    swap: { it: 'Puoi scambiare la carta del bosco con una della mano: prendi quella che ti serve o lascia una sorpresa.', en: 'You may exchange the card of the wood with one from your hand: take what you need, or leave a surprise.' },
    tell: { it: 'Narra: una storia si apre con un 1 o un 5 e continua nello stesso colore, uno in più, uguale o uno in meno. Ogni carta costa il suo valore in polvere.', en: 'Tell: a story opens with a 1 or a 5 and goes on in the same colour, one more, equal or one less. Each card costs its value in dust.' },
    extra: { it: 'Hai chiuso la storia: decidi se pagare anche la quota suppletiva, o farne a meno.', en: 'You closed the story: decide whether to pay the supplement as well, or not.' },
    pay: { it: 'La tua polvere non basta: il resto lo prendi da quella degli altri, come vuoi.', en: 'Your dust is not enough: the rest is taken from the others\', as you choose.' },
    blame: { it: 'Hai chiuso una storia viola: a chi togli un punto?', en: 'You closed a violet story: who loses a point?' },
    lay: { it: 'Hai ricevuto un oggetto fatato: decidi come metterlo giù. Quelli del tuo colore valgono di più.', en: 'You received a fairy object: decide how to lay it down. Those of your own colour are worth more.' },
    pick: { it: 'Scegli una carta del bosco: la vedi solo tu.', en: 'Choose a card of the wood: only you see it.' },
    exchange: { it: 'Puoi scambiare fra loro le due carte del bosco che hai guardato.', en: 'You may exchange the two cards of the wood you looked at.' },
    discard: { it: 'A fine turno tieni al massimo tre carte. Prima puoi ancora giocare interruzioni e girare i tuoi oggetti.', en: 'At the end of your turn you keep three cards at most. Before that you may still play interruptions and turn your objects.' },
    wind: { it: 'Un momento per intervenire: chi ha Vento capriccioso può far tirare di nuovo il dado. Se non vuoi, lascia correre.', en: 'A moment to step in: whoever holds Fickle wind may have the die rolled again. If you would rather not, let it be.' },
    hush: { it: 'Un momento per intervenire: chi ha Silenzio può annullare la carta appena giocata. Se non vuoi, lascia correre.', en: 'A moment to step in: whoever holds Hush may cancel the card just played. If you would rather not, let it be.' },
    vote: { it: 'Qualcuno propone di finire qui: se tutti sono d\'accordo si contano i punti.', en: 'Somebody proposes to end here: if all agree, points are counted.' }
  }
}
export default guide
