import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Appartieni in segreto a una stirpe. Raccogli tesori in due smazzate; nella seconda puoi anche eliminare la stirpe rivale e vincere di colpo. Le carte in mano sono anche la tua vita.',
    en: 'You secretly belong to a lineage. Gather treasures over two rounds; in the second you may also eliminate the rival lineage and win at once. The cards in your hand are also your life.'
  },
  asks: {
    turn: [
      { it: 'Gioca una o due visioni in fondo alle tue due file: tocca la carta, poi la fila. Se le ultime visioni delle due file fanno insieme 3 stelle o più, prendi un tesoro.', en: 'Play one or two visions at the end of your two rows: tap the card, then the row. If the last visions of both rows make 3 stars or more together, you take a treasure.' },
      { it: 'Tre visioni in una fila fanno una trimagia: la prima dice che cosa, la seconda a chi, la terza, con le stelle, quanto. Pensa all\'ordine quando le giochi.', en: 'Three visions in a row make a trimagic: the first says what, the second to whom, the third, by its stars, how much. Think of the order when you play them.' },
      { it: 'Prima delle visioni, e solo prima, puoi giocare un ammaliamento; oppure cambiare la mano, che ti costa una carta.', en: 'Before the visions, and only then, you may play a charm; or change your hand, which costs you a card.' },
      { it: 'Puoi anche rubare l\'ultima visione di una fila altrui, se in fondo a una tua hai il simbolo che batte il suo: pietra batte forbici, forbici pergamena, pergamena pietra.', en: 'You may also steal the last vision of another\'s row if one of yours ends with the symbol that beats it: stone beats scissors, scissors scroll, scroll stone.' }
    ],
    target: [{ it: 'Scegli su chi, o su che cosa, agisce la carta.', en: 'Choose whom, or what, the card acts upon.' }],
    take: [{ it: 'Prendi uno dei tre tesori scoperti: tienilo, o dallo a un altro se ti conviene. I −1 si regalano volentieri.', en: 'Take one of the three open treasures: keep it, or give it to another if that suits you. A −1 makes a good present.' }],
    order: [{ it: 'Hai due file complete: decidi quale trimagia viene prima.', en: 'Two of your rows are complete: decide which trimagic comes first.' }],
    cast: [{ it: 'La tua trimagia: scegli a chi tocca e quanto, fra quello che le tre visioni permettono. Poi la fila si scarta.', en: 'Your trimagic: choose who is touched and how much, within what the three visions allow. Then the row is discarded.' }],
    trim: [{ it: 'Tieni al massimo cinque carte. Ma non restare con poche: nella seconda smazzata chi arriva a zero è fuori.', en: 'You keep five cards at most. But do not run low: in the second round whoever reaches zero is out.' }],
    last: [{ it: 'Prima di finire il turno puoi rivelare il personaggio: i tuoi tesori di quel colore si scoprono e nessuno te li toglie più.', en: 'Before your turn ends you may reveal your character: your treasures of that colour turn face up, and nobody can take them from you.' }],
    reveal: [{ it: 'Rivelarti mette al sicuro i tesori del tuo colore, che da ora contano 1, 3, 6, 10, 15. Ma tutti sapranno chi sei.', en: 'Revealing yourself makes treasures of your colour safe, counting 1, 3, 6, 10, 15 from now on. But everyone will know who you are.' }]
  },
  news: {
    aside: { it: 'Per ogni carta giocata se ne pesca una e la si mette da parte, coperta: a fine turno va in mano. Giocare, insomma, non costa carte.', en: 'For each card played one is drawn and set aside, face down: at the end of the turn it goes to the hand. So playing costs no cards.' },
    took: { it: 'Un tesoro preso: vale da 3 a −1 e resta coperto davanti a chi lo ha. Ricordati dove vanno quelli buoni: si possono rubare.', en: 'A treasure taken: it is worth from 3 to −1 and lies face down before its holder. Remember where the good ones go: they can be stolen.' },
    stole: { it: 'Una visione rubata: il simbolo di chi ruba batteva il suo. Va in una fila di chi l\'ha presa, allo stesso posto.', en: 'A vision stolen: the thief\'s symbol beat its own. It goes to a row of the thief, in the same place.' },
    queen: { it: 'La Regina: ognuno segna il valore dei suoi tesori, che tornano nel mazzo. Nella seconda smazzata chi resta senza carte è fuori, chi elimina la stirpe rivale vince, e puoi rivelarti.', en: 'The Queen: all note the value of their treasures, which go back to the pile. In the second round whoever has no cards left is out, whoever eliminates the rival lineage wins, and you may reveal yourself.' },
    revealed: { it: 'Un personaggio rivelato: i suoi tesori di quel colore sono al sicuro e contano 1, 3, 6, 10 o 15 punti secondo quanti sono. Adesso però chi lo caccia lo sa.', en: 'A character revealed: its treasures of that colour are safe and count 1, 3, 6, 10 or 15 points by their number. But now whoever hunts it knows.' },
    out: { it: 'Fuori dal gioco: era rimasto senza carte nella seconda smazzata. Tieni d\'occhio quante ne hai.', en: 'Out of the game: left without cards in the second round. Keep an eye on how many you have.' }
  },
  end: { it: 'Contano i tesori delle due smazzate, quelli del tuo colore se ti sei rivelato, e un punto per ogni carta in mano. Da rigiocare: rivelarsi al momento giusto, e cacciare il rivale.', en: 'What counts: treasures of both rounds, those of your colour if you revealed yourself, and a point for each card in hand. To try next: reveal at the right moment, and hunt your rival.' }
}
export default guide
