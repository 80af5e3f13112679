import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Sei un eroe: completi missioni per guadagnare Punti Leggenda e intralci quelle degli altri. Ogni missione chiede certe risorse: i medaglioni tratteggiati sono quelli che mancano.',
    en: 'You are a hero: you complete missions for Legend Points and get in the way of others. Each mission asks for certain resources: the dashed medallions are the ones still missing.'
  },
  asks: {
    hero: { it: 'Ogni eroe ha due doni: una missione che gli costa una risorsa in meno, e due risorse che insieme ne valgono un\'altra.', en: 'Each hero has two gifts: one mission that costs one resource less, and two resources that together stand for another.' },
    put: { it: 'Il turno comincia dalle risorse: mettile sotto le missioni. Sotto le tue per completarle; sotto quelle altrui per farle abortire. Conta solo chi mette l\'ultima: fermarsi a metà aiuta chi l\'ha iniziata. Tocca una carta, poi la missione.', en: 'A turn begins with resources: put them under missions. Under yours to complete them; under others\' to abort them. Only whoever puts the last one counts: stopping halfway helps the owner. Tap a card, then the mission.' },
    start: { it: 'Ora puoi iniziare missioni che hai in mano, quante ne vuoi. Ci lavori dal prossimo turno; gli altri possono disturbarle subito. Una missione non finita a fine partita toglie i suoi punti.', en: 'Now you may start missions from your hand, as many as you like. You work on them from your next turn; the others can disturb them at once. A mission unfinished when the game ends costs its points.' },
    discard: { it: 'Hai più di cinque carte: scarta. Di solito conviene lasciare una missione che non fai in tempo a finire.', en: 'You have more than five cards: discard. It is often best to let go of a mission you will not finish in time.' }
  }
}
export default guide
