// words.ts: what the lab's page says, in both languages; apart from the others, since only who comes here needs it.
// What is measured is called by the lab itself (src/lab).
import { settings } from '../settings.svelte'
import type { Words } from '../table/types'

const w = (it: string, en: string): Words => ({ it, en })

const table = {
  about: w('Cambia un numero e guarda che cosa succede: i bot giocano le stesse partite con l\'edizione stampata e con la tua.', 'Change a number and see what happens: bots play the same games with the printed edition and with yours.'),
  game: w('Gioco', 'Game'),
  bots: w('Chi gioca', 'Who plays'),
  botEach: w('Un bot diverso per ogni posto', 'A different bot in each seat'),
  botOf: w('Bot del posto {0}', 'Bot of seat {0}'),
  botRandom: w('a caso (random)', 'any move (random)'),
  botGreedy: w('quel che rende subito (greedy)', 'best at once (greedy)'),
  botSearch: w('guarda avanti ({0}), più lento', 'looks ahead ({0}), slower'),
  rotate: w('I bot cambiano posto a ogni partita', 'Bots change seats every game'),
  changed: w('I numeri che cambi', 'The numbers you change'),
  none: w('Nessuno, per ora: scegli una carta.', 'None yet: choose a card.'),
  card: w('Carta o pezzo', 'Card or piece'),
  pick: w('scegli…', 'choose…'),
  printed: w('stampato {0}', 'printed {0}'),
  asPrinted: w('Rimetti com\'è stampato: {0}', 'Back to what is printed: {0}'),
  first: w('Chi comincia', 'Who starts'),
  byLot: w('a sorte', 'by lot'),
  amount: w('Quante partite', 'How many games'),
  seed: w('Seme del caso', 'Seed of chance'),
  more: w('Varianti, partite e caso', 'Variants, games and chance'),
  yes: w('sì', 'yes'),
  no: w('no', 'no'),
  wrong: w('Così non si può giocare: cambia le scelte o l\'indirizzo.', 'This cannot be played: change the choices or the address.'),
  opening: w('Apro il laboratorio…', 'Opening the lab…'),
  progress: w('Partite giocate', 'Games played'),
  running: w('{0} di {1} partite', '{0} of {1} games'),
  hands1: w('lavora un processore', 'one processor at work'),
  hands: w('lavorano {0} processori', '{0} processors at work'),
  rest: w('fermo', 'stopped'),
  done: w('fatto', 'done'),
  stop: w('Ferma', 'Stop'),
  go: w('Continua', 'Go on'),
  extend: w('Altre {0} partite', '{0} more games'),
  share: w('Condividi', 'Share'),
  copied: w('Indirizzo copiato', 'Address copied'),
  marked: w('Selezionato: copialo a mano', 'Selected: copy it by hand'),
  link: w('Chi apre questo indirizzo vede le stesse cifre.', 'Whoever opens this address sees the same figures.'),
  says: w('Che cosa dicono le cifre', 'What the figures say'),
  what: w('che cosa', 'what'),
  drawn: w('disegno', 'drawing'),
  columnPrinted: w('stampata', 'printed'),
  columnNow: w('la tua', 'yours'),
  columnBy: w('differenza', 'difference'),
  columnMeans: w('in parole', 'in words'),
  columnShare: w('cifra', 'figure'),
  few: w('troppo pochi casi', 'too few cases'),
  span: w('da {0} a {1}', '{0} to {1}'),
  same: w('uguale', 'the same'),
  up: w('sale', 'goes up'),
  down: w('scende', 'goes down'),
  notTold: w('non si distingue ancora', 'not told apart yet'),
  needs: w('per ±1 circa {0} partite', 'about {0} games for ±1'),
  above: w('più della sua parte', 'more than its share'),
  below: w('meno della sua parte', 'less than its share'),
  even: w('non si distingue dalla parte equa', 'not told apart from a fair share'),
  key: w('Cerchio vuoto: edizione stampata. Cerchio pieno: la tua. Linea tratteggiata: la parte equa. Fra parentesi l\'intervallo al 95 %; le differenze sono in coppia, sulle stesse partite.', 'Hollow dot: the printed edition. Full dot: yours. Dashed line: the fair share. In brackets the 95 % interval; differences are paired, over the same games.'),
  keyOne: w('Linea tratteggiata: la parte equa. Fra parentesi l\'intervallo al 95 %.', 'Dashed line: the fair share. In brackets the 95 % interval.'),
  mean: w('in media {0}', 'mean {0}'),
  axis: w('{0} (in orizzontale), % (in verticale)', '{0} (across), % (upwards)'),
  bins: w('Durata e punti', 'Length and points'),
  keep: w('Tieni il risultato', 'Keep the result'),
  report: w('La relazione intera (HTML)', 'The whole report (HTML)'),
  filePrinted: w('Simulazione stampata (JSON)', 'Printed simulation (JSON)'),
  fileNow: w('La tua simulazione (JSON)', 'Your simulation (JSON)'),
  edition: w('I tuoi numeri (per --edition-file)', 'Your numbers (for --edition-file)'),
  terminal: w('Le stesse partite nel terminale:', 'The same games in the terminal:'),
  nothing: w('In queste partite il cambiamento non si è mai visto: forse vale solo con una variante, un modulo o un altro numero di posti.', 'In these games the change was never met: perhaps it takes a variant, a module or another number of seats.'),
  stuck: w('Partite che non sono finite: {0}', 'Games that did not end: {0}')
} as const

export type LabWord = keyof typeof table

export const l = (word: LabWord, ...args: (string | number)[]): string =>
  table[word][settings.lang].replace(/\{(\d)\}/g, (_, i) => String(args[Number(i)]))

// A number as the reader writes it, with a real minus sign; `sign`: a plus, too.
export function number(value: number, decimals = 0, sign = false): string {
  const text = new Intl.NumberFormat(settings.lang, {
    minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: sign ? 'exceptZero' : 'negative'
  }).format(value)
  return text.replace('-', '−')
}
