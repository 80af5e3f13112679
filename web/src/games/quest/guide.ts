import type { Guide } from '../guide'

const guide: Guide = {
  options: 'decks=1', // a whole one is a hundred decisions
  opening: {
    it: 'Sei un eroe: vince chi ha più Punti Leggenda. Li danno le missioni completate, e ognuna chiede certe risorse: i medaglioni tratteggiati sono quelli che mancano.',
    en: 'You are a hero: most Legend Points win. Completed missions give them, and each asks for certain resources: the dashed medallions are the ones still missing.'
  },
  asks: {
    hero: [{ it: 'Ogni eroe ha due doni: una missione che gli costa una risorsa in meno, e due risorse che insieme ne valgono un\'altra.', en: 'Each hero has two gifts: one mission that costs one resource less, and two resources that together stand for another.' }],
    put: [
      { it: 'Il turno comincia dalle risorse: tocca una carta, poi una missione. Sotto le tue per completarle, sotto quelle altrui per farle abortire. Quando non vuoi metterne altre, basta così.', en: 'A turn begins with resources: tap a card, then a mission. Under yours to complete them, under others\' to abort them. When you want to put no more, that is all.' },
      { it: 'Conta solo chi mette l\'ultima risorsa, chiunque abbia messo le altre. Una tua missione a cui ne manca una sola è in pericolo: chi ha quella carta la fa abortire.', en: 'Only whoever puts the last resource counts, whoever put the others. A mission of yours that lacks just one is in danger: whoever has that card aborts it.' },
      { it: 'Il tuo eroe ha due doni: una missione gli costa una risorsa in meno, e due risorse insieme ne valgono un\'altra. Resta un momento sul suo nome per leggerli.', en: 'Your hero has two gifts: one mission costs one resource less, and two resources together stand for another. Rest on the hero\'s name for a moment to read them.' }
    ],
    start: [
      { it: 'Ora puoi iniziare le missioni che hai in mano; se non ne hai, basta così. Ci lavori dal prossimo turno; gli altri possono disturbarle subito. Una missione non finita a fine partita toglie i suoi punti.', en: 'Now you may start missions from your hand; if you have none, that is all. You work on them from your next turn; the others can disturb them at once. A mission unfinished when the game ends costs its points.' },
      { it: 'Meglio iniziare una missione quando hai in mano quasi tutto quello che chiede: al prossimo turno la finisci, e gli altri fanno meno in tempo a disturbarla.', en: 'It is best to start a mission when you hold nearly all it asks for: next turn you finish it, and the others have less time to disturb it.' },
      { it: 'Ogni turno finisce pescando una carta, e il mazzo è il tempo che resta: quando è vuoto c\'è un ultimo turno per tutti, e si contano i punti.', en: 'Each turn ends with drawing a card, and the deck is the time that is left: when it is empty everybody has one last turn, and points are counted.' }
    ],
    discard: [{ it: 'Hai più di cinque carte: scarta. Di solito conviene lasciare una missione che non fai in tempo a finire, o una risorsa doppia.', en: 'You have more than five cards: discard. It is often best to let go of a mission you will not finish in time, or of a spare resource.' }]
  },
  news: {
    aborted: { it: 'Una missione abortita: l\'ultima risorsa l\'ha messa un avversario. La missione e tutto quello che c\'era sotto vanno negli scarti, e non contano per nessuno.', en: 'A mission aborted: an opponent put the last resource. The mission and all that lay under it are discarded, and count for nobody.' },
    completed: { it: 'Una missione completata: quei punti restano. Di ogni impresa ci sono due copie: da adesso la gemella non si può più iniziare, e in mano è solo da scartare.', en: 'A mission completed: those points stay. There are two copies of each: from now on the other one cannot be started, and in a hand it is only to be discarded.' },
    superseded: { it: 'Superata: qualcun altro ha completato la gemella. Questa copia non si può più finire e toglie i suoi punti. Prima di iniziare, guarda se un altro corre per la stessa impresa.', en: 'Superseded: somebody else completed its twin. This copy cannot be finished any more and costs its points. Before you start one, see whether another is after the same mission.' },
    pair: { it: 'Il dono di un eroe: due risorse messe insieme hanno contato come un\'altra.', en: 'A hero\'s gift: two resources put together counted as another.' },
    'last-round': { it: 'Il mazzo è finito: resta un turno a testa, solo per mettere risorse. Chiudi quello che puoi, perché le missioni rimaste a metà tolgono i loro punti.', en: 'The deck has run out: one turn each is left, only to put resources. Close what you can, for missions left halfway cost their points.' }
  },
  end: { it: 'Iniziare al momento giusto, finire in un colpo, rovinare le imprese degli altri: è tutto qui. La partita intera passa il mazzo due volte.', en: 'Start at the right moment, finish in one go, spoil the others\' missions: that is all there is. A whole game goes through the deck twice.' }
}
export default guide
