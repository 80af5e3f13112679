import type { Guide } from '../guide'

const guide: Guide = {
  options: 'dust=10 cap=15 accord=0', // a whole one lasts an hour; nobody proposes to end before
  opening: {
    it: 'Sei una fata in un bosco fatto ad anello. Narri leggende e le paghi in polvere di stelle: quando resti senza, ricevi un oggetto fatato e la polvere torna da te: spendere, qui, è guadagnare. Questa partita corta dura quindici giri; vince chi ha più punti.',
    en: 'You are a fairy in a wood shaped like a ring. You tell legends and pay for them in star dust: when you run out you receive a fairy object and your dust comes back: here, spending is earning. This short game lasts fifteen rounds; most points win.'
  },
  asks: {
    turn: [
      { it: 'Comincia il turno: tira il dado, in mezzo al bosco, e muoviti.', en: 'Your turn begins: roll the die, in the middle of the wood, and move.' },
      { it: 'Le carte con il punto esclamativo sono interruzioni: nel tuo turno puoi giocarne quante ne vuoi, anche prima del dado. Tienine una premuta per leggerla.', en: 'Cards with an exclamation mark are interruptions: in your turn you may play as many as you like, even before the die. Press one for a while to read it.' }
    ],
    move: [{ it: 'Ti muovi esattamente di quanto dice il dado, nel verso che vuoi. Guarda dove finisce ogni verso: lì narrerai, aprendo una storia o continuando quella che c\'è.', en: 'You move exactly as far as the die says, either way round. See where each way ends: there you will tell, opening a story or going on with the one that is there.' }],
    look: [{ it: 'Puoi guardare la carta coperta dove arrivi: la conosci solo tu.', en: 'You may look at the face-down card you reached: only you will know it.' }],
    swap: [{ it: 'Puoi scambiare la carta del bosco con una della mano: prendi quella che ti serve per narrare qui, o lascia quella che non ti serve.', en: 'You may exchange the card of the wood with one from your hand: take what you need to tell here, or leave what you do not need.' }],
    tell: [
      { it: 'Narra: una storia si apre con un 1 o un 5 e continua nello stesso colore, con lo stesso valore, uno in più o uno in meno. Ogni carta costa il suo valore in polvere; se ne narra una per turno, se un\'interruzione non ne concede un\'altra.', en: 'Tell: a story opens with a 1 or a 5 and goes on in the same colour, with the same value, one more or one less. Each card costs its value in dust; you tell one a turn, unless an interruption allows one more.' },
      { it: 'Un jolly, segnato con J, vale quanto dichiari, in uno dei suoi colori, e costa quel valore. Se una carta non si può narrare, toccala: dice perché.', en: 'A joker, marked J, is worth what you declare, in one of its colours, and costs that value. If a card cannot be told, tap it: it says why.' },
      { it: 'In due possono stare aperte solo due storie per colore: quando sono tutte aperte si continuano quelle che ci sono.', en: 'With two players only two stories of each colour can be open: when they all are, you go on with those that are there.' },
      { it: 'Fra due carte scegli la più cara: prima finisci la polvere, prima arriva un oggetto.', en: 'Of two cards choose the dearer one: the sooner your dust is gone, the sooner an object comes.' },
      { it: 'Una storia è completa quando ha tutti i valori da 1 a 5. Chi la chiude paga in più una polvere per ogni sua carta, e ha il premio: oro, due punti; viola, un punto in meno a un avversario; blu, un oggetto fatato.', en: 'A story is complete when it has all values from 1 to 5. Whoever closes it pays one dust more for each of its cards, and has the prize: gold, two points; violet, one point less for an opponent; blue, a fairy object.' }
    ],
    extra: [{ it: 'Hai chiuso la storia: decidi se pagare anche la quota suppletiva, o farne a meno.', en: 'You closed the story: decide whether to pay the supplement as well, or not.' }],
    pay: [{ it: 'La tua polvere non basta: il resto lo prendi da quella degli altri, come vuoi.', en: 'Your dust is not enough: the rest is taken from the others\', as you choose.' }],
    blame: [{ it: 'Hai chiuso una storia viola: a chi togli un punto?', en: 'You closed a violet story: who loses a point?' }],
    lay: [{ it: 'Hai ricevuto un oggetto fatato: mettilo coperto, e solo tu sai qual è, o scoperto. Quando lo usi si scopre comunque.', en: 'You received a fairy object: lay it face down, and only you know which it is, or face up. Using it turns it up anyway.' }],
    pick: [{ it: 'Scegli una carta del bosco: la vedi solo tu.', en: 'Choose a card of the wood: only you see it.' }],
    exchange: [{ it: 'Puoi scambiare fra loro le due carte del bosco che hai guardato.', en: 'You may exchange the two cards of the wood you looked at.' }],
    discard: [{ it: 'A fine turno tieni al massimo tre carte. Prima puoi ancora giocare interruzioni e girare i tuoi oggetti.', en: 'At the end of your turn you keep three cards at most. Before that you may still play interruptions and turn your objects.' }],
    wind: [{ it: 'Un momento per intervenire: con Vento capriccioso puoi far tirare di nuovo il dado. Se non vuoi, lascia correre.', en: 'A moment to step in: with Fickle wind you may have the die rolled again. If you would rather not, let it be.' }],
    hush: [{ it: 'Un momento per intervenire: con Silenzio puoi annullare la carta appena giocata. Se non vuoi, lascia correre.', en: 'A moment to step in: with Hush you may cancel the card just played. If you would rather not, let it be.' }],
    vote: [{ it: 'Qualcuno propone di finire qui: se tutti sono d\'accordo si contano i punti.', en: 'Somebody proposes to end here: if all agree, points are counted.' }]
  },
  news: {
    recalled: { it: 'Una fata ha finito la polvere: la riprende tutta dal tavolo e riceve un oggetto. Chi ha scarpette, bacchetta, ali e cappello finisce la partita, e si contano i punti.', en: 'A fairy has run out of dust: all of it comes back from the table, and an object with it. Whoever has shoes, wand, wings and hat ends the game, and points are counted.' },
    paid: { it: 'Ogni carta narrata si paga in polvere, che resta accanto alla storia. Se la propria non basta, il resto si prende da quella degli altri: così si svuotano anche loro.', en: 'Each card told is paid for in dust, which stays beside the story. If one\'s own is not enough the rest is taken from the others\': that empties them too.' },
    cancelled: { it: 'Annullata: un\'interruzione può essere fermata da un altro con Silenzio. La carta è persa lo stesso.', en: 'Cancelled: another can stop an interruption with Hush. The card is lost all the same.' },
    declared: { it: 'Un jolly già narrato può avere un altro valore: lo decide chi continua la storia quando la sua polvere è stata ripresa, o chi gioca Mutaforma.', en: 'A joker that was told can get another value: from whoever goes on with the story once its dust was taken back, or plays Shape-shift.' },
    gift: { it: 'Un oggetto del proprio colore, quello della propria fata, vale 4 punti, di un altro 2, bianco 1. E aiuta: scarpette e ali cambiano il passo, la bacchetta guarda accanto, il cappello dà carte.', en: 'An object of one\'s own colour, that of one\'s fairy, is worth 4 points, of another 2, a white one 1. And it helps: shoes and wings change the step, the wand looks beside, the hat gives cards.' },
    shown: { it: 'Un oggetto scoperto: ora tutti sanno qual è. Usarlo lo scopre; conta uguale, coperto o scoperto, ma coperto gli altri non sanno che cosa ti manca.', en: 'An object face up: now everybody knows which it is. Using it turns it up; it counts the same either way, but face down the others do not know what you lack.' },
    withered: { it: 'Un jolly vale quanto dichiara chi lo narra. Quando la polvere accanto è stata ripresa, un jolly solo perde valore e colore: li decide di nuovo chi continua la storia.', en: 'A joker is worth what its teller declares. When the dust beside it is taken back, a lone joker loses value and colour: whoever goes on with the story decides anew.' },
    completed: { it: 'Una storia completa: le sue carte vanno negli scarti, e in quel posto se ne può aprire un\'altra.', en: 'A story is complete: its cards are discarded, and another can be opened in that place.' },
    waived: { it: 'La polvere non bastava, nemmeno con quella degli altri: il resto è condonato.', en: 'There was not enough dust, not even with the others\': the rest is waived.' }
  },
  end: { it: 'Non sempre vince chi arriva ai quattro oggetti: contano i loro colori e le storie d\'oro. La partita intera ha il doppio della polvere e non si ferma al quindicesimo giro.', en: 'Whoever reaches the four objects does not always win: their colours and gold stories count. A whole game has twice the dust and does not stop after fifteen rounds.' }
}
export default guide
