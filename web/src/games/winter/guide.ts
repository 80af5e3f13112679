import type { Guide } from '../guide'

const guide: Guide = {
  opening: {
    it: 'Le Fiabe vogliono il ritorno della Primavera, i Soldati un Inverno senza fine. Attivi Personaggi, avvii Missioni e racconti: ogni Missione lascia un Ricordo, e i Ricordi decidono l\'Epilogo.',
    en: 'The Tales want Spring back, the Soldiers a Winter without end. You activate characters, start missions and tell: each mission leaves a memory, and memories decide the epilogue.'
  },
  asks: {
    draft: { it: 'Scegli un Personaggio: sarà tuo per tutta la partita.', en: 'Choose a character: it is yours for the whole game.' },
    pose: { it: 'Mettilo sulla mappa: le Fiabe in un Luogo, i Soldati su una Piazza, dove non c\'è nessuno.', en: 'Put it on the map: Tales in a place, Soldiers on a square, where nobody is.' },
    open: { it: 'Si prepara la prima Missione: dove la metti cambia chi ci arriva per primo.', en: 'The first mission is set up: where you put it decides who gets there first.' },
    set: { it: 'Scegli dove mettere la Missione.', en: 'Choose where to put the mission.' },
    intro: { it: 'Apri il racconto: poche parole su com\'è il paese all\'inizio. Se non vuoi, vai avanti.', en: 'Open the tale: a few words about the town as it begins. If you would rather not, go on.' },
    turn: { it: 'Attiva un tuo Personaggio pronto: peschi tre carte, puoi muoverti e fare un\'Azione.', en: 'Activate one of your ready characters: you draw three cards, may move and take one action.' },
    act: { it: 'Muoviti scartando carte (due caselle ciascuna), genera una Missione della tua fazione o avviane una che è qui.', en: 'Move by discarding cards (two steps each), create a mission of your faction or start one that is here.' },
    spend: { it: 'Scegli quale carta scartare per muoverti.', en: 'Choose which card to discard for movement.' },
    contest: { it: 'Qualcuno entra dove sei tu: puoi interromperlo. Se non vuoi, lascialo passare.', en: 'Somebody enters where you are: you may interrupt. If not, let them pass.' },
    conflict: { it: 'Conflitto: si gioca una carta a testa, vince chi gioca l\'ultima.', en: 'Conflict: one card each in turn, whoever plays the last one wins.' },
    bid: { it: 'Trabocchetto: impegna in segreto quante carte vuoi. Sono perse comunque.', en: 'A trap: commit in secret as many cards as you like. They are lost in any case.' },
    answer: { it: 'Rispondi al Trabocchetto: con più carte passi, a pari carte torni indietro, con meno resti anche a terra.', en: 'Answer the trap: with more cards you pass, with as many you turn back, with fewer you fall as well.' },
    rise: { it: 'Con due carte un Personaggio a terra si rialza.', en: 'Two cards raise a fallen character.' },
    mission: { it: 'Racconta che cosa vuole fare il tuo Personaggio, riprendendo il filo dal Segnalibro.', en: 'Tell what your character wants to do, taking up the thread of the bookmark.' },
    join: { it: 'Puoi attivare un Personaggio e portarlo alla Missione.', en: 'You may activate a character and bring it to the mission.' },
    lead: { it: 'Gioca quante carte vuoi per la Missione: il Ricordo va alla fazione che ne gioca di più.', en: 'Play as many cards as you like for the mission: the faction with more cards gets the memory.' },
    part: { it: 'Puoi partecipare alla Missione con le tue carte.', en: 'You may take part in the mission with your cards.' },
    lay: { it: 'Scegli la carta da giocare; mettila in una frase, se ti va.', en: 'Choose the card to play; put it into a sentence if you like.' },
    last: { it: 'Chi ha avviato la Missione può giocare un\'ultima carta.', en: 'Whoever started the mission may play one last card.' },
    conclude: { it: 'Concludi il racconto della Missione.', en: 'Conclude the tale of the mission.' },
    remember: { it: 'Scegli la carta che resta come Ricordo.', en: 'Choose the card that stays as the memory.' },
    slot: { it: 'Scegli la casella del Ricordo: il Segnalibro va lì.', en: 'Choose the memory\'s slot: the bookmark goes there.' },
    trim: { it: 'Tieni al massimo sette carte.', en: 'You keep seven cards at most.' },
    epilogue: { it: 'L\'Epilogo: gioca le carte che vuoi per la tua fazione. Ogni Ricordo vale tre.', en: 'The epilogue: play the cards you like for your faction. Each memory counts three.' },
    judge: { it: 'Come ti è parso il racconto?', en: 'How did you find the telling?' }
  }
}
export default guide
