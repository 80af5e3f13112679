import type { Guide } from '../guide'

const guide: Guide = {
  seats: 4, // no Writer, who has another aim
  opening: {
    it: 'Le Fiabe vogliono il ritorno della Primavera, i Soldati un Inverno senza fine. Attivi Personaggi, avvii Missioni e racconti: ogni Missione lascia un Ricordo, e i Ricordi decidono l\'Epilogo.',
    en: 'The Fables want Spring back, the Soldiers a Winter without end. You activate characters, start missions and tell: each mission leaves a memory, and memories decide the epilogue.'
  },
  asks: {
    draft: [
      { it: 'Scegli i tuoi Personaggi, tre in tutto: restano tuoi fino alla fine. Le Fiabe sono per la Primavera, i Soldati per l\'Inverno: da che parte stai lo dice il segno accanto al tuo nome. Quello che sa fare ognuno si legge tenendolo premuto.', en: 'Choose your characters, three in all: they stay yours to the end. Fables are for Spring, Soldiers for Winter: the sign beside your name says where you stand. Press one for a while to read what it can do.' }
    ],
    pose: [{ it: 'Mettilo sulla mappa: le Fiabe in un Luogo, i Soldati su una Piazza, dove non c\'è nessuno.', en: 'Put it on the map: Fables in a place, Soldiers on a square, where nobody is.' }],
    set: [{ it: 'Scegli dove mettere la Missione.', en: 'Choose where to put the mission.' }],
    intro: [{ it: 'Apri il racconto: poche parole su com\'è il paese all\'inizio. Se non vuoi, vai avanti.', en: 'Open the tale: a few words about the town as it begins. If you would rather not, go on.' }],
    turn: [
      { it: 'Attiva un tuo Personaggio pronto: peschi tre carte, puoi muoverti e fare un\'Azione. Ogni Personaggio agisce una volta per Capitolo; chi è a terra, no.', en: 'Activate one of your ready characters: you draw three cards, may move and take one action. Each character acts once a chapter; whoever is down does not.' }
    ],
    act: [
      { it: 'Tocca una casella accesa per andarci: ogni carta scartata vale due passi. Con una Missione della tua fazione nella tua casella puoi avviarla: toccala. Oppure ne generi una nuova, fra quelle sotto la mappa: tocca prima lei, poi il luogo.', en: 'Tap a glowing space to go there: each card discarded is worth two steps. With a mission of your faction in your space you may start it: tap it. Or you generate a new one, of those below the map: tap it first, then the place.' },
      { it: 'Se entri dove c\'è un avversario può fermarti: un Soldato apre un Conflitto, una Fiaba tende un Trabocchetto. Se perdi resti a terra: non agisci finché non ti rialzi, con due carte.', en: 'If you enter where an opponent is you can be stopped: a Soldier opens a conflict, a Fable sets a trap. If you lose you are down: you do not act before you get up, for two cards.' },
      { it: 'Le carte servono a tutto: muoverti, difenderti, vincere Missioni e, alla fine, l\'Epilogo. Chi le spende presto resta senza quando conta.', en: 'Cards serve for everything: to move, to defend, to win missions and, in the end, the epilogue. Whoever spends them early has none when it counts.' }
    ],
    spend: [{ it: 'Paghi con le carte della mano. Valgono tutte uguale: tieni quelle con cui ti piace raccontare.', en: 'You pay with cards from your hand. All are worth the same: keep those you like to tell with.' }],
    follow: [{ it: 'I due uniti dall\'Amore possono muoversi insieme: decidi se seguire l\'altro.', en: 'The two whom love joins may move together: decide whether to follow.' }],
    'tell-move': [{ it: 'Racconta il movimento a partire dalla carta che hai scartato.', en: 'Tell the movement, starting from the card you discarded.' }],
    contest: [{ it: 'Qualcuno entra dove sei tu: puoi interromperlo, con le tue carte contro le sue: se perde resta a terra. Se non vuoi, lascialo passare.', en: 'Somebody enters where you are: you may interrupt, your cards against theirs: if they lose they are down. If not, let them pass.' }],
    conflict: [{ it: 'Conflitto: si gioca una carta a testa, vince chi gioca l\'ultima.', en: 'Conflict: one card each in turn, whoever plays the last one wins.' }],
    place: [{ it: 'Hai vinto: il perdente resta a terra, e scegli tu dove.', en: 'You won: the loser is down, and you choose where.' }],
    bid: [{ it: 'Trabocchetto: impegna in segreto quante carte vuoi. Sono perse comunque.', en: 'A trap: commit in secret as many cards as you like. They are lost in any case.' }],
    answer: [{ it: 'Rispondi al Trabocchetto: con più carte passi; a pari carte torni indietro e l\'attivazione finisce; con meno resti anche a terra.', en: 'Answer the trap: with more cards you pass; with as many you go back and the activation ends; with fewer you are down as well.' }],
    join: [{ it: 'Puoi far accorrere un tuo Personaggio pronto alla Missione, pagando i passi: solo chi è lì gioca carte. Oppure lascia stare.', en: 'You may have a ready character of yours hurry to the mission, paying for the steps: only those who are there play cards. Or let it be.' }],
    lead: [{ it: 'Gioca quante carte vuoi per la Missione: il Ricordo va alla fazione che ne gioca di più.', en: 'Play as many cards as you like for the mission: the faction with more cards gets the memory.' }],
    part: [{ it: 'Puoi partecipare alla Missione con le tue carte.', en: 'You may take part in the mission with your cards.' }],
    lay: [{ it: 'Scegli la carta da giocare; mettila in una frase, se ti va.', en: 'Choose the card to play; put it into a sentence if you like.' }],
    last: [{ it: 'Chi ha avviato la Missione può giocare un\'ultima carta: il conto è sopra la mappa.', en: 'Whoever started the mission may play one last card: the count is above the map.' }],
    conclude: [{ it: 'Concludi il racconto della Missione.', en: 'Conclude the tale of the mission.' }],
    remember: [{ it: 'Scegli la carta che resta come Ricordo.', en: 'Choose the card that stays as the memory.' }],
    slot: [{ it: 'Scegli il riquadro del Ricordo, sopra la mappa. Il Segnalibro va lì: dice da quale Ricordo riprende il racconto.', en: 'Choose the memory\'s slot, above the map. The bookmark goes there: it says from which memory the tale goes on.' }],
    trim: [{ it: 'Tieni al massimo sette carte.', en: 'You keep seven cards at most.' }],
    finale: [{ it: 'L\'Epilogo: ogni carta che giochi è un punto per la tua fazione, ogni Ricordo tre. Tenerne in mano non serve più: giocale tutte.', en: 'The epilogue: each card you play is a point for your faction, each memory three. Keeping any is of no use now: play them all.' }],
    mark: [{ it: 'Sposta il Segnalibro sul Ricordo da cui riprende il racconto.', en: 'Move the bookmark to the memory the tale goes on from.' }],
    close: [{ it: 'Chi ha vinto è deciso. L\'ultima parola è di chi ha avviato l\'Epilogo, o di chi l\'ha avuta da lui: adesso è tua. Racconta come va a finire.', en: 'Who won is settled. The last word is with whoever opened the epilogue, or was given it: now with you. Tell how it ends.' }],
    judge: [{ it: 'Di\' se il racconto riprende il filo dal Segnalibro.', en: 'Say whether the telling takes up the thread of the bookmark.' }],
    retell: [{ it: 'Racconta di nuovo, riprendendo il filo dal Segnalibro.', en: 'Tell it again, taking up the thread of the bookmark.' }],
    name: [{ it: 'La Missione lascia un Potere: scegli chi lo riceve.', en: 'The mission leaves a power: choose who gets it.' }],
    strike: [{ it: 'La Rappresaglia distrugge un Potere: scegli quale.', en: 'The Reprisal destroys a power: choose which.' }],
    may: [{ it: 'Un tuo Personaggio è a terra: con due carte lo rialzi, anche quando tocca ad altri. Puoi farlo adesso o più tardi.', en: 'A character of yours is down: two cards get it up again, in the others\' turns too. Now or later, as you like.' }],
    claim: [{ it: 'Se il tuo Obiettivo è compiuto puoi rivelarlo adesso: diventa un Ricordo.', en: 'If your objective is met you may show it now: it becomes a memory.' }],
    'goal-slot': [{ it: 'Scegli il riquadro del tuo Obiettivo: vale come un Ricordo.', en: 'Choose the slot of your objective: it counts as a memory.' }]
  },
  news: {
    set: { it: 'Sulla mappa chi ha un nome è un Personaggio; i segnalini senza nome sono Missioni, della Primavera o dell\'Inverno. Le avvia chi è della loro fazione, da quella casella; alcune vanno con un Personaggio.', en: 'On the map whoever has a name is a character; tokens without one are missions, of Spring or of Winter. Whoever is of their faction starts them, from that space; some go with a character.' },
    resolving: { it: 'Una Missione comincia: ognuno può accorrere con un Personaggio, poi chi è lì gioca carte. La fazione che ne gioca di più ha il Ricordo.', en: 'A mission begins: everyone may hurry there with a character, then those who are there play cards. The faction that plays more gets the memory.' },
    memory: { it: 'Un Ricordo: nell\'Epilogo vale tre carte. L\'Epilogo comincia appena tutti i riquadri sono pieni: tieni qualche carta per allora.', en: 'A memory: in the epilogue it is worth three cards. The epilogue begins as soon as all slots are full: keep some cards for it.' },
    trapped: { it: 'Un Trabocchetto: un Soldato è entrato dove c\'è una Fiaba. Chi lo tende impegna carte in segreto, il Soldato risponde.', en: 'A trap: a Soldier entered where a Fable is. Whoever sets it commits cards in secret, the Soldier answers.' },
    chapter: { it: 'Un nuovo Capitolo: tutti tornano pronti e pescano quattro carte.', en: 'A new chapter: all are ready again and draw four cards.' },
    epilogue: { it: 'L\'Epilogo: ognuno gioca le carte che gli restano per la sua fazione. Una carta un punto, un Ricordo tre.', en: 'The epilogue: everyone plays what cards are left for their faction. A card is one point, a memory three.' }
  },
  end: { it: 'Una fazione vince con i Ricordi e con le carte tenute per l\'Epilogo. Se siete dispari c\'è anche lo Scrittore, che vince se finisce pari; e si può raccontare ogni mossa a parole proprie.', en: 'A faction wins by memories and by cards kept for the epilogue. With an odd number of seats there is also the Writer, who wins a tie; and every move can be told in your own words.' }
}
export default guide
