// cards.ts: the pictures of Winter Tales.
import anchor from 'icon:anchor'
import ant from 'icon:ant'
import babyFace from 'icon:baby-face'
import bee from 'icon:bee'
import birdTwitter from 'icon:bird-twitter'
import boots from 'icon:boots'
import broadsword from 'icon:broadsword'
import broom from 'icon:broom'
import butterfly from 'icon:butterfly'
import campfire from 'icon:campfire'
import campingTent from 'icon:camping-tent'
import candleLight from 'icon:candle-light'
import cartwheel from 'icon:cartwheel'
import cat from 'icon:cat'
import caveEntrance from 'icon:cave-entrance'
import cloak from 'icon:cloak'
import cookie from 'icon:cookie'
import cookingPot from 'icon:cooking-pot'
import crossedSwords from 'icon:crossed-swords'
import cuckooClock from 'icon:cuckoo-clock'
import diceSixFacesFive from 'icon:dice-six-faces-five'
import donkey from 'icon:donkey'
import dramaMasks from 'icon:drama-masks'
import drinkMe from 'icon:drink-me'
import drum from 'icon:drum'
import dwarfFace from 'icon:dwarf-face'
import envelope from 'icon:envelope'
import eyeTarget from 'icon:eye-target'
import factory from 'icon:factory'
import fireBreath from 'icon:fire-breath'
import flatHammer from 'icon:flat-hammer'
import flowers from 'icon:flowers'
import flyingFlag from 'icon:flying-flag'
import foldedPaper from 'icon:folded-paper'
import fountainPen from 'icon:fountain-pen'
import fox from 'icon:fox'
import foxHead from 'icon:fox-head'
import frog from 'icon:frog'
import gears from 'icon:gears'
import gemPendant from 'icon:gem-pendant'
import gloves from 'icon:gloves'
import hand from 'icon:hand'
import hearts from 'icon:hearts'
import highHeel from 'icon:high-heel'
import hotMeal from 'icon:hot-meal'
import house from 'icon:house'
import iceGolem from 'icon:ice-golem'
import impLaugh from 'icon:imp-laugh'
import imprisoned from 'icon:imprisoned'
import key from 'icon:key'
import kite from 'icon:kite'
import ladder from 'icon:ladder'
import lantern from 'icon:lantern'
import laurelCrown from 'icon:laurel-crown'
import log from 'icon:log'
import matchHead from 'icon:match-head'
import megaphone from 'icon:megaphone'
import mirrorMirror from 'icon:mirror-mirror'
import moon from 'icon:moon'
import musicSpell from 'icon:music-spell'
import nestEggs from 'icon:nest-eggs'
import nightSleep from 'icon:night-sleep'
import oak from 'icon:oak'
import oldWagon from 'icon:old-wagon'
import openBook from 'icon:open-book'
import owl from 'icon:owl'
import paperBoat from 'icon:paper-boat'
import pearlNecklace from 'icon:pearl-necklace'
import plantSeed from 'icon:plant-seed'
import powderBag from 'icon:powder-bag'
import puppet from 'icon:puppet'
import quill from 'icon:quill'
import rabbitHead from 'icon:rabbit-head'
import rainbowStar from 'icon:rainbow-star'
import raining from 'icon:raining'
import raven from 'icon:raven'
import ringingBell from 'icon:ringing-bell'
import river from 'icon:river'
import robotGolem from 'icon:robot-golem'
import rootTip from 'icon:root-tip'
import ropeBridge from 'icon:rope-bridge'
import rose from 'icon:rose'
import roundStar from 'icon:round-star'
import sail from 'icon:sail'
import scarecrow from 'icon:scarecrow'
import sewingString from 'icon:sewing-string'
import shadowFollower from 'icon:shadow-follower'
import shinyApple from 'icon:shiny-apple'
import shop from 'icon:shop'
import sittingDog from 'icon:sitting-dog'
import slicedBread from 'icon:sliced-bread'
import snowman from 'icon:snowman'
import spiralShell from 'icon:spiral-shell'
import spyglass from 'icon:spyglass'
import squareBottle from 'icon:square-bottle'
import stairs from 'icon:stairs'
import steamLocomotive from 'icon:steam-locomotive'
import stoneBust from 'icon:stone-bust'
import stonePile from 'icon:stone-pile'
import sunrise from 'icon:sunrise'
import table from 'icon:table'
import teapot from 'icon:teapot'
import tombstone from 'icon:tombstone'
import topHat from 'icon:top-hat'
import treasureMap from 'icon:treasure-map'
import twoCoins from 'icon:two-coins'
import violin from 'icon:violin'
import voodooDoll from 'icon:voodoo-doll'
import well from 'icon:well'
import whistle from 'icon:whistle'
import whiteTower from 'icon:white-tower'
import window from 'icon:window'
import wolfHead from 'icon:wolf-head'
import wolfHowl from 'icon:wolf-howl'
import woodenDoor from 'icon:wooden-door'
import yarn from 'icon:yarn'
import type { CardsWinter, ViewWinter } from '../../../generated/types'

// One picture for each character, place, mission and narration card.
export const pictures: Record<string, string> = {
  alice: drinkMe, pinocchio: puppet, spaventapasseri: scarecrow, dorothy: highHeel, omino: robotGolem,
  brontolo: dwarfFace, fiammiferaia: matchHead, mangiafuoco: fireBreath, lupo: wolfHead,
  'gatto-volpe': foxHead, biancaneve: shinyApple, bianconiglio: rabbitHead, lucignolo: donkey,
  cappellaio: topHat, mercato: shop, prigioni: imprisoned, cimitero: tombstone, manicomio: teapot,
  parco: oak, casa: house, fabbrica: factory, teatro: dramaMasks, statua: stoneBust, grande: well, speranza: sunrise,
  amore: hearts, rifugio: caveEntrance, 'artefatto-p': gemPendant, 'artefatto-i': gemPendant,
  gelido: iceGolem, propaganda: megaphone, rappresaglia: crossedSwords, chiave: key, lanterna: lantern,
  rosa: rose, ponte: ropeBridge, lettera: envelope, gufo: owl, pane: slicedBread, specchio: mirrorMirror,
  campana: ringingBell, barca: paperBoat, stella: roundStar, mano: hand, albero: oak, maschera: dramaMasks,
  orologio: cuckooClock, scala: ladder, uccellino: birdTwitter, fuoco: campfire, mappa: treasureMap,
  violino: violin, mantello: cloak, pozzo: well, corona: laurelCrown, gatto: cat, finestra: window,
  treno: steamLocomotive, seme: plantSeed, tamburo: drum, ombra: shadowFollower, libro: openBook,
  cane: sittingDog, ruota: cartwheel, filo: sewingString, porta: woodenDoor, luna: moon, spada: broadsword,
  mela: shinyApple, aquilone: kite, candela: candleLight, occhio: eyeTarget, moneta: twoCoins, volpe: fox,
  fiume: river, cappello: topHat, tavola: table, bottiglia: squareBottle, carro: oldWagon,
  fischietto: whistle, nido: nestEggs, torre: whiteTower, guanto: gloves, arcobaleno: rainbowStar,
  bambola: voodooDoll, martello: flatHammer, scarpa: boots, nube: raining, 'lupo-solo': wolfHowl,
  forno: cookingPot, sogno: nightSleep, bandiera: flyingFlag, culla: babyFace, ancora: anchor, formica: ant,
  penna: quill, gradini: stairs, giardino: flowers, tenda: campingTent, ape: bee, carillon: musicSpell,
  radice: rootTip, vela: sail, ciotola: hotMeal, corvo: raven, tronco: log, collana: pearlNecklace,
  biscotto: cookie, dado: diceSixFacesFive, fazzoletto: foldedPaper, telescopio: spyglass, rana: frog,
  sale: powderBag, abbraccio: hearts, pietra: stonePile, farfalla: butterfly, cortile: well,
  ingranaggio: gears, conchiglia: spiralShell, scopa: broom, gomitolo: yarn, risata: impLaugh,
  pupazzo: snowman, alba: sunrise, nome: fountainPen
}

export type View = ViewWinter
export type Cards = CardsWinter
export type Person = Omit<View['characters'][number], 'seat'> & { seat: number | null } // null: nobody has taken them yet
export type Side = NonNullable<View['winner']>

export const nameOf = (list: { id: string; name: string }[], id: string | null) => list.find((one) => one.id === id)?.name ?? id ?? ''
export const shortOf = (list: { id: string; short: string }[], id: string) => list.find((one) => one.id === id)?.short ?? id
export const textOf = (list: { id: string; text: string }[], id: string) => list.find((one) => one.id === id)?.text ?? ''
export const sideOf = (list: { id: string; side: Side }[], id: string) => list.find((one) => one.id === id)?.side ?? 'winter'

// Where each space of the town is drawn, in hundredths of the map: eight places around, roads between.
export const town: Record<string, [number, number]> = {
  manicomio: [12, 43], fabbrica: [18, 13], prigioni: [50, 12], teatro: [74, 22],
  mercato: [88, 51], casa: [81, 74], cimitero: [38, 77], parco: [18, 74],
  'manicomio-fabbrica': [29, 25], 'prigioni-fabbrica': [34, 11], 'teatro-prigioni': [90, 11], 'teatro-mercato': [83, 34],
  'casa-mercato': [90, 66], 'casa-cimitero': [60, 77], 'parco-cimitero': [51, 63], 'manicomio-parco': [10, 61],
  grande: [62, 48], statua: [37, 33]
}

const sides: Record<string, [string, string]> = { spring: ['Primavera', 'Spring'], winter: ['Inverno', 'Winter'], writer: ['Scrittore', 'Writer'] }
export const sideWord = (side: string, lang: string) => sides[side]?.[lang === 'it' ? 0 : 1] ?? ''
