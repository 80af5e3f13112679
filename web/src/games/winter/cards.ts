// cards.ts: the pictures of Winter Tales.
import caveEntrance from 'icon:cave-entrance'
import crossedSwords from 'icon:crossed-swords'
import donkey from 'icon:donkey'
import dramaMasks from 'icon:drama-masks'
import drinkMe from 'icon:drink-me'
import dwarfFace from 'icon:dwarf-face'
import factory from 'icon:factory'
import fireBreath from 'icon:fire-breath'
import foxHead from 'icon:fox-head'
import gemPendant from 'icon:gem-pendant'
import hearts from 'icon:hearts'
import highHeel from 'icon:high-heel'
import house from 'icon:house'
import iceGolem from 'icon:ice-golem'
import imprisoned from 'icon:imprisoned'
import matchHead from 'icon:match-head'
import megaphone from 'icon:megaphone'
import oak from 'icon:oak'
import puppet from 'icon:puppet'
import quill from 'icon:quill'
import rabbitHead from 'icon:rabbit-head'
import robotGolem from 'icon:robot-golem'
import scarecrow from 'icon:scarecrow'
import shinyApple from 'icon:shiny-apple'
import shop from 'icon:shop'
import stoneBust from 'icon:stone-bust'
import sunrise from 'icon:sunrise'
import teapot from 'icon:teapot'
import tombstone from 'icon:tombstone'
import topHat from 'icon:top-hat'
import well from 'icon:well'
import wolfHead from 'icon:wolf-head'
import drawn from 'pictures:winter'
import { markup } from '../../draw/picture'
import type { CardsWinter, ViewWinter } from '../../../generated/types'

// One picture for each character, place and mission; objectives have the pen.
export const pictures: Record<string, string> = {
  alice: drinkMe, pinocchio: puppet, spaventapasseri: scarecrow, dorothy: highHeel, omino: robotGolem,
  brontolo: dwarfFace, fiammiferaia: matchHead, mangiafuoco: fireBreath, lupo: wolfHead,
  'gatto-volpe': foxHead, biancaneve: shinyApple, bianconiglio: rabbitHead, lucignolo: donkey,
  cappellaio: topHat, mercato: shop, prigioni: imprisoned, cimitero: tombstone, manicomio: teapot, parco: oak,
  casa: house, fabbrica: factory, teatro: dramaMasks, statua: stoneBust, grande: well, speranza: sunrise,
  amore: hearts, rifugio: caveEntrance, 'artefatto-p': gemPendant, 'artefatto-i': gemPendant, gelido: iceGolem,
  propaganda: megaphone, rappresaglia: crossedSwords, obiettivo: quill
}

// The scene on a face of a narration card.
export const sceneOf = (id: string, side: 'spring' | 'winter') => markup(drawn, `${id}.${side}`) ?? ''

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
