import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Appartieni in segreto a una stirpe. Raccogli tesori in due smazzate; nella seconda puoi anche eliminare la stirpe rivale e vincere di colpo. Le tue carte in mano sono anche la tua vita.',
    en: 'You secretly belong to a lineage. Gather treasures over two rounds; in the second you may also eliminate the rival lineage and win at once. The cards in your hand are also your life.'
  },
  asks: {
    turn: { it: 'Tutto è facoltativo, in quest\'ordine: un ammaliamento o il cambio della mano, un furto di visione, poi una o due visioni in fondo alle tue file. Se le ultime visioni delle due file fanno 3 stelle o più, prendi un tesoro.', en: 'All is optional, in this order: a charm or a new hand, stealing a vision, then one or two visions at the end of your rows. If the last visions of your two rows make 3 stars or more, you take a treasure.' },
    target: { it: 'Scegli su chi, o su che cosa, agisce la carta.', en: 'Choose whom, or what, the card acts upon.' },
    take: { it: 'Prendi uno dei tre tesori scoperti: tienilo, o dallo a un altro se ti conviene. I −1 si regalano volentieri.', en: 'Take one of the three open treasures: keep it, or give it to another if that suits you. A −1 makes a good present.' },
    order: { it: 'Hai due file complete: decidi quale trimagia viene prima.', en: 'Two of your rows are complete: decide which trimagic comes first.' },
    cast: { it: 'La trimagia: la prima visione dice che cosa, la seconda a chi, la terza quanto.', en: 'The trimagic: the first vision says what, the second to whom, the third how much.' },
    trim: { it: 'Tieni al massimo cinque carte. Ma non restare con poche: nella seconda smazzata chi arriva a zero è fuori.', en: 'You keep five cards at most. But do not run low: in the second round whoever reaches zero is out.' },
    last: { it: 'Prima di finire il turno puoi rivelare il personaggio: i tuoi tesori di quel colore si scoprono e nessuno te li toglie più.', en: 'Before your turn ends you may reveal your character: your treasures of that colour turn face up, and nobody can take them from you.' },
    reveal: { it: 'Rivelarti mette al sicuro i tesori del tuo colore, che da ora contano 1, 3, 6, 10, 15. Ma tutti sapranno chi sei.', en: 'Revealing yourself makes treasures of your colour safe, counting 1, 3, 6, 10, 15 from now on. But everyone will know who you are.' }
  }
}
export default guide
