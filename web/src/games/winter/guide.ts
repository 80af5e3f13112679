import type { Guide } from '../guide'

const guide: Guide = {
  seats: 4, // no Writer, who has another aim
  opening: {
    it: 'Le Fiabe vogliono il ritorno della Primavera, i Soldati un Inverno senza fine. Attivi Personaggi, avvii Missioni e racconti: ogni Missione lascia un Ricordo, e i Ricordi decidono l\'Epilogo.',
    en: 'The Fables want Spring back, the Soldiers a Winter without end. You activate characters, start missions and tell: each mission leaves a memory, and memories decide the epilogue.'
  },
  asks: {
    draft: [
      { it: 'Scegli un Personaggio: sarà tuo per tutta la partita. Sei con le Fiabe, per la Primavera, o con i Soldati, per l\'Inverno: lo dice il segno accanto al tuo nome.', en: 'Choose a character: it is yours for the whole game. You are with the Fables, for Spring, or with the Soldiers, for Winter: the sign beside your name says which.' }
    ],
    pose: [{ it: 'Mettilo sulla mappa: le Fiabe in un Luogo, i Soldati su una Piazza, dove non c\'è nessuno.', en: 'Put it on the map: Fables in a place, Soldiers on a square, where nobody is.' }],
    set: [{ it: 'Scegli dove mettere la Missione.', en: 'Choose where to put the mission.' }],
    intro: [{ it: 'Apri il racconto: poche parole su com\'è il paese all\'inizio. Se non vuoi, vai avanti.', en: 'Open the tale: a few words about the town as it begins. If you would rather not, go on.' }],
    turn: [
      { it: 'Attiva un tuo Personaggio pronto: peschi tre carte, puoi muoverti e fare un\'Azione. Ognuno agisce una volta per Capitolo.', en: 'Activate one of your ready characters: you draw three cards, may move and take one action. Each acts once a chapter.' }
    ],
    act: [
      { it: 'Tocca una casella vicina per muoverti: ogni carta scartata vale due passi. Dove c\'è una Missione della tua fazione, toccala e la avvii; gli altri luoghi accesi ne generano una nuova.', en: 'Tap a space nearby to move: each card discarded is worth two steps. Where a mission of your faction is, tap it to start it; the other glowing places generate a new one.' },
      { it: 'Le carte servono a tutto: muoverti, difenderti, vincere Missioni e, alla fine, l\'Epilogo. Chi le spende presto resta senza quando conta.', en: 'Cards serve for everything: to move, to defend, to win missions and, in the end, the epilogue. Whoever spends them early has none when it counts.' }
    ],
    spend: [{ it: 'Paghi con le carte della mano: scegli quale scartare.', en: 'You pay with cards from your hand: choose which to discard.' }],
    follow: [{ it: 'I due uniti dall\'Amore possono muoversi insieme: decidi se seguire l\'altro.', en: 'The two whom love joins may move together: decide whether to follow.' }],
    'tell-move': [{ it: 'Racconta il movimento a partire dalla carta che hai scartato.', en: 'Tell the movement, starting from the card you discarded.' }],
    contest: [{ it: 'Qualcuno entra dove sei tu: puoi interromperlo. Se non vuoi, lascialo passare.', en: 'Somebody enters where you are: you may interrupt. If not, let them pass.' }],
    conflict: [{ it: 'Conflitto: si gioca una carta a testa, vince chi gioca l\'ultima.', en: 'Conflict: one card each in turn, whoever plays the last one wins.' }],
    place: [{ it: 'Hai vinto: il perdente resta a terra, e scegli tu dove.', en: 'You won: the loser is down, and you choose where.' }],
    bid: [{ it: 'Trabocchetto: impegna in segreto quante carte vuoi. Sono perse comunque.', en: 'A trap: commit in secret as many cards as you like. They are lost in any case.' }],
    answer: [{ it: 'Rispondi al Trabocchetto: con più carte passi; a pari carte torni indietro e l\'attivazione finisce; con meno resti anche a terra.', en: 'Answer the trap: with more cards you pass; with as many you go back and the activation ends; with fewer you are down as well.' }],
    join: [{ it: 'Puoi portare un tuo Personaggio alla Missione, o salvare chi è a terra lì.', en: 'You may bring a character of yours to the mission, or rescue somebody who is down there.' }],
    lead: [{ it: 'Gioca quante carte vuoi per la Missione: il Ricordo va alla fazione che ne gioca di più.', en: 'Play as many cards as you like for the mission: the faction with more cards gets the memory.' }],
    part: [{ it: 'Puoi partecipare alla Missione con le tue carte.', en: 'You may take part in the mission with your cards.' }],
    lay: [{ it: 'Scegli la carta da giocare; mettila in una frase, se ti va.', en: 'Choose the card to play; put it into a sentence if you like.' }],
    last: [{ it: 'Chi ha avviato la Missione può giocare un\'ultima carta: il conto è sopra la mappa.', en: 'Whoever started the mission may play one last card: the count is above the map.' }],
    conclude: [{ it: 'Concludi il racconto della Missione.', en: 'Conclude the tale of the mission.' }],
    remember: [{ it: 'Scegli la carta che resta come Ricordo.', en: 'Choose the card that stays as the memory.' }],
    slot: [{ it: 'Scegli il riquadro del Ricordo: il Segnalibro va lì.', en: 'Choose the memory\'s slot: the bookmark goes there.' }],
    trim: [{ it: 'Tieni al massimo sette carte.', en: 'You keep seven cards at most.' }],
    finale: [{ it: 'L\'Epilogo: gioca le carte che vuoi per la tua fazione. Ogni Ricordo vale tre.', en: 'The epilogue: play the cards you like for your faction. Each memory counts three.' }],
    mark: [{ it: 'Sposta il Segnalibro sul Ricordo da cui riprende il racconto.', en: 'Move the bookmark to the memory the tale goes on from.' }],
    close: [{ it: 'L\'ultima parola è tua: chiudi la storia.', en: 'The last word is yours: close the story.' }],
    judge: [{ it: 'Di\' se il racconto riprende il filo dal Segnalibro.', en: 'Say whether the telling takes up the thread of the bookmark.' }],
    retell: [{ it: 'Racconta di nuovo, riprendendo il filo dal Segnalibro.', en: 'Tell it again, taking up the thread of the bookmark.' }],
    name: [{ it: 'La Missione lascia un Potere: scegli chi lo riceve.', en: 'The mission leaves a power: choose who gets it.' }],
    strike: [{ it: 'La Rappresaglia distrugge un Potere: scegli quale.', en: 'The Reprisal destroys a power: choose which.' }],
    claim: [{ it: 'Se il tuo Obiettivo è compiuto puoi rivelarlo adesso: diventa un Ricordo.', en: 'If your objective is met you may show it now: it becomes a memory.' }],
    'goal-slot': [{ it: 'Scegli il riquadro del tuo Obiettivo: vale come un Ricordo.', en: 'Choose the slot of your objective: it counts as a memory.' }]
  },
  news: {
    set: { it: 'Sulla mappa chi ha un nome è un Personaggio; i segnalini senza nome sono Missioni, della Primavera o dell\'Inverno. La avvia chi è della sua fazione, da quel luogo.', en: 'On the map whoever has a name is a character; tokens without one are missions, of Spring or of Winter. Whoever is of its faction starts it, from that place.' },
    resolving: { it: 'Una Missione comincia: ognuno può accorrere con un Personaggio, poi chi è lì gioca carte. La fazione che ne gioca di più ha il Ricordo.', en: 'A mission begins: everyone may hurry there with a character, then those who are there play cards. The faction that plays more gets the memory.' },
    memory: { it: 'Un Ricordo: nell\'Epilogo vale tre carte. L\'Epilogo comincia appena l\'ultimo riquadro è pieno: tieni qualche carta per allora.', en: 'A memory: in the epilogue it is worth three cards. The epilogue begins as soon as the last slot is full: keep some cards for it.' },
    trapped: { it: 'Un Trabocchetto: un Soldato è entrato dove c\'è una Fiaba. Chi lo tende impegna carte in segreto, il Soldato risponde.', en: 'A trap: a Soldier entered where a Fable is. Whoever sets it commits cards in secret, the Soldier answers.' },
    chapter: { it: 'Un nuovo Capitolo: tutti tornano pronti e pescano quattro carte.', en: 'A new chapter: all are ready again and draw four cards.' },
    epilogue: { it: 'L\'Epilogo: ognuno gioca le carte che gli restano per la sua fazione. Una carta un punto, un Ricordo tre.', en: 'The epilogue: everyone plays what cards are left for their faction. A card is one point, a memory three.' }
  },
  end: { it: 'Una fazione vince con i Ricordi e con le carte tenute per l\'Epilogo. Se siete dispari c\'è anche lo Scrittore, che vince se finisce pari; e si può raccontare ogni mossa a parole proprie.', en: 'A faction wins by memories and by cards kept for the epilogue. With an odd number of seats there is also the Writer, who wins a tie; and every move can be told in your own words.' }
}
export default guide
