import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Le Fiabe vogliono il ritorno della Primavera, i Soldati un Inverno senza fine. Attivi Personaggi, avvii Missioni e racconti: ogni Missione lascia un Ricordo, e i Ricordi decidono l\'Epilogo.',
    en: 'The Fables want Spring back, the Soldiers a Winter without end. You activate characters, start missions and tell: each mission leaves a memory, and memories decide the epilogue.'
  },
  asks: {
    draft: { it: 'Scegli un Personaggio: sarà tuo per tutta la partita.', en: 'Choose a character: it is yours for the whole game.' },
    pose: { it: 'Mettilo sulla mappa: le Fiabe in un Luogo, i Soldati su una Piazza, dove non c\'è nessuno.', en: 'Put it on the map: Fables in a place, Soldiers on a square, where nobody is.' },
    set: { it: 'Scegli dove mettere la Missione.', en: 'Choose where to put the mission.' },
    intro: { it: 'Apri il racconto: poche parole su com\'è il paese all\'inizio. Se non vuoi, vai avanti.', en: 'Open the tale: a few words about the town as it begins. If you would rather not, go on.' },
    turn: { it: 'Attiva un tuo Personaggio pronto: peschi tre carte, puoi muoverti e fare un\'Azione.', en: 'Activate one of your ready characters: you draw three cards, may move and take one action.' },
    act: { it: 'Muoviti scartando carte (due caselle ciascuna), genera una Missione della tua fazione o avviane una che è qui.', en: 'Move by discarding cards (two spaces each), generate a mission of your faction or start one that is here.' },
    spend: { it: 'Paghi con le carte della mano: scegli quale scartare.', en: 'You pay with cards from your hand: choose which to discard.' },
    follow: { it: 'I due uniti dall\'Amore possono muoversi insieme: decidi se seguire l\'altro.', en: 'The two whom love joins may move together: decide whether to follow.' },
    'tell-move': { it: 'Racconta il movimento a partire dalla carta che hai scartato.', en: 'Tell the movement, starting from the card you discarded.' },
    contest: { it: 'Qualcuno entra dove sei tu: puoi interromperlo. Se non vuoi, lascialo passare.', en: 'Somebody enters where you are: you may interrupt. If not, let them pass.' },
    conflict: { it: 'Conflitto: si gioca una carta a testa, vince chi gioca l\'ultima.', en: 'Conflict: one card each in turn, whoever plays the last one wins.' },
    place: { it: 'Hai vinto: il perdente resta a terra, e scegli tu dove.', en: 'You won: the loser is down, and you choose where.' },
    bid: { it: 'Trabocchetto: impegna in segreto quante carte vuoi. Sono perse comunque.', en: 'A trap: commit in secret as many cards as you like. They are lost in any case.' },
    answer: { it: 'Rispondi al Trabocchetto: con più carte passi; a pari carte torni indietro e l\'attivazione finisce; con meno resti anche a terra.', en: 'Answer the trap: with more cards you pass; with as many you go back and the activation ends; with fewer you are down as well.' },
    join: { it: 'Puoi portare un tuo Personaggio alla Missione, o salvare chi è a terra lì.', en: 'You may bring a character of yours to the mission, or rescue somebody who is down there.' },
    lead: { it: 'Gioca quante carte vuoi per la Missione: il Ricordo va alla fazione che ne gioca di più.', en: 'Play as many cards as you like for the mission: the faction with more cards gets the memory.' },
    part: { it: 'Puoi partecipare alla Missione con le tue carte.', en: 'You may take part in the mission with your cards.' },
    lay: { it: 'Scegli la carta da giocare; mettila in una frase, se ti va.', en: 'Choose the card to play; put it into a sentence if you like.' },
    last: { it: 'Chi ha avviato la Missione può giocare un\'ultima carta.', en: 'Whoever started the mission may play one last card.' },
    conclude: { it: 'Concludi il racconto della Missione.', en: 'Conclude the tale of the mission.' },
    remember: { it: 'Scegli la carta che resta come Ricordo.', en: 'Choose the card that stays as the memory.' },
    slot: { it: 'Scegli il riquadro del Ricordo: il Segnalibro va lì.', en: 'Choose the memory\'s slot: the bookmark goes there.' },
    trim: { it: 'Tieni al massimo sette carte.', en: 'You keep seven cards at most.' },
    finale: { it: 'L\'Epilogo: gioca le carte che vuoi per la tua fazione. Ogni Ricordo vale tre.', en: 'The epilogue: play the cards you like for your faction. Each memory counts three.' },
    mark: { it: 'Sposta il Segnalibro sul Ricordo da cui riprende il racconto.', en: 'Move the bookmark to the memory the tale goes on from.' },
    close: { it: 'L\'ultima parola è tua: chiudi la storia.', en: 'The last word is yours: close the story.' },
    judge: { it: 'Di\' se il racconto riprende il filo dal Segnalibro.', en: 'Say whether the telling takes up the thread of the bookmark.' },
    retell: { it: 'Racconta di nuovo, riprendendo il filo dal Segnalibro.', en: 'Tell it again, taking up the thread of the bookmark.' },
    name: { it: 'La Missione lascia un Potere: scegli chi lo riceve.', en: 'The mission leaves a power: choose who gets it.' },
    strike: { it: 'La Rappresaglia distrugge un Potere: scegli quale.', en: 'The Reprisal destroys a power: choose which.' },
    claim: { it: 'Se il tuo Obiettivo è compiuto puoi rivelarlo adesso: diventa un Ricordo.', en: 'If your objective is met you may show it now: it becomes a memory.' },
    'goal-slot': { it: 'Scegli il riquadro del tuo Obiettivo: vale come un Ricordo.', en: 'Choose the slot of your objective: it counts as a memory.' }
  }
}
export default guide
