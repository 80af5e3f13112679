// cards.ts: the pictures of Fate e Leggende.
import acorn from 'icon:acorn'
import audioCassette from 'icon:audio-cassette'
import babyFace from 'icon:baby-face'
import ballerinaShoes from 'icon:ballerina-shoes'
import beech from 'icon:beech'
import birchTrees from 'icon:birch-trees'
import boots from 'icon:boots'
import canoe from 'icon:canoe'
import centaur from 'icon:centaur'
import cityCar from 'icon:city-car'
import claws from 'icon:claws'
import coalPile from 'icon:coal-pile'
import crocJaws from 'icon:croc-jaws'
import crossroad from 'icon:crossroad'
import crown from 'icon:crown'
import crystalBall from 'icon:crystal-ball'
import doubleFaceMask from 'icon:double-face-mask'
import drakkar from 'icon:drakkar'
import elevator from 'icon:elevator'
import exitDoor from 'icon:exit-door'
import fairyWand from 'icon:fairy-wand'
import fairyWings from 'icon:fairy-wings'
import featheredWing from 'icon:feathered-wing'
import fireflake from 'icon:fireflake'
import forest from 'icon:forest'
import fox from 'icon:fox'
import fruitTree from 'icon:fruit-tree'
import greekSphinx from 'icon:greek-sphinx'
import hadesSymbol from 'icon:hades-symbol'
import hood from 'icon:hood'
import hoodedFigure from 'icon:hooded-figure'
import huntingHorn from 'icon:hunting-horn'
import jesterHat from 'icon:jester-hat'
import key from 'icon:key'
import labCoat from 'icon:lab-coat'
import lightBulb from 'icon:light-bulb'
import magicLamp from 'icon:magic-lamp'
import maze from 'icon:maze'
import medusaHead from 'icon:medusa-head'
import mermaid from 'icon:mermaid'
import moon from 'icon:moon'
import nurseFemale from 'icon:nurse-female'
import oak from 'icon:oak'
import ogre from 'icon:ogre'
import openBook from 'icon:open-book'
import openTreasureChest from 'icon:open-treasure-chest'
import pathDistance from 'icon:path-distance'
import phone from 'icon:phone'
import photoCamera from 'icon:photo-camera'
import pineTree from 'icon:pine-tree'
import pointyHat from 'icon:pointy-hat'
import railway from 'icon:railway'
import receiveMoney from 'icon:receive-money'
import ring from 'icon:ring'
import ringingBell from 'icon:ringing-bell'
import rooster from 'icon:rooster'
import ropeCoil from 'icon:rope-coil'
import rotaryPhone from 'icon:rotary-phone'
import roundShield from 'icon:round-shield'
import schoolBag from 'icon:school-bag'
import sewingString from 'icon:sewing-string'
import shakingHands from 'icon:shaking-hands'
import shinyApple from 'icon:shiny-apple'
import silence from 'icon:silence'
import slippers from 'icon:slippers'
import smartphone from 'icon:smartphone'
import spiderWeb from 'icon:spider-web'
import starsStack from 'icon:stars-stack'
import steeringWheel from 'icon:steering-wheel'
import stoneBridge from 'icon:stone-bridge'
import subwayTrain from 'icon:subway-train'
import thumbUp from 'icon:thumb-up'
import topHat from 'icon:top-hat'
import torch from 'icon:torch'
import treeSwing from 'icon:tree-swing'
import waterDrop from 'icon:water-drop'
import waves from 'icon:waves'
import well from 'icon:well'
import willowTree from 'icon:willow-tree'
import windmill from 'icon:windmill'
import window from 'icon:window'
import windyStripes from 'icon:windy-stripes'
import wolfHowl from 'icon:wolf-howl'
import woodenDoor from 'icon:wooden-door'
import wrappedSweet from 'icon:wrapped-sweet'
import yarn from 'icon:yarn'
import type { CardsFate, ViewFate } from '../../../generated/types'

export const trees = [birchTrees, oak, pineTree, willowTree, birchTrees, beech, fruitTree]

// One picture for each card, and for each kind of object.
const pictures: Record<string, string> = {
  'g1-labyrinth': maze, 'g1-black-sails': drakkar, 'g1-lethe': waterDrop, 'g2-ferryman': canoe,
  'g2-sphinx': greekSphinx, 'g2-centaur': centaur, 'g3-thread': yarn, 'g3-apple': shinyApple,
  'g3-mirror-shield': roundShield, 'g4-icarus': featheredWing, 'g4-sirens': mermaid, 'g4-gorgon': medusaHead,
  'g5-stolen-fire': torch, 'g5-constellation': starsStack, 'g5-underworld': hadesSymbol,
  'b1-crossroads': crossroad, 'b1-old-mill': windmill, 'b1-well': well, 'b1-threshold': woodenDoor,
  'b1-deep-wood': forest, 'b2-old-woman': hoodedFigure, 'b2-fox': fox, 'b2-charcoal': coalPile,
  'b2-washerwomen': waves, 'b2-godmother': fairyWand, 'b3-iron-shoes': boots, 'b3-ring': ring,
  'b3-walnut': acorn, 'b3-red-cap': hood, 'b3-knots': ropeCoil, 'b4-wild-hunt': huntingHorn, 'b4-ogre': ogre,
  'b4-walnut-dance': oak, 'b4-bargain': shakingHands, 'b4-changeling': babyFace,
  'b5-drowned-bells': ringingBell, 'b5-sleeping-king': crown, 'b5-devils-bridge': stoneBridge,
  'b5-treasure': openTreasureChest, 'b5-cockcrow': rooster, 'v1-last-tram': subwayTrain, 'v1-exit': exitDoor,
  'v1-school': schoolBag, 'v1-lift': elevator, 'v1-booth': rotaryPhone, 'v2-hitchhiker': thumbUp,
  'v2-night-nurse': nurseFemale, 'v2-grey-man': topHat, 'v2-swing': treeSwing, 'v2-neighbour': window,
  'v3-number': smartphone, 'v3-photograph': photoCamera, 'v3-room-key': key, 'v3-cassette': audioCassette,
  'v3-candy': wrappedSweet, 'v4-headlights': cityCar, 'v4-sewer': crocJaws, 'v4-scratching': claws,
  'v4-drain': spiderWeb, 'v4-no-driver': steeringWheel, 'v5-dance': ballerinaShoes, 'v5-coat': labCoat,
  'v5-ghost-station': railway, 'v5-double': doubleFaceMask, 'v5-light': lightBulb, 'j-gbv': jesterHat,
  'j-gb': magicLamp, 'j-gv': crystalBall, 'j-bv': phone, 'white-night': moon, 'second-tale': openBook,
  'fickle-wind': windyStripes, unravel: sewingString, shortcut: pathDistance, offering: receiveMoney,
  hush: silence, fireflies: fireflake, 'shape-shift': wolfHowl, shoes: slippers, wand: fairyWand,
  wings: fairyWings, hat: pointyHat
}
export const picture = (slug: string) => pictures[slug] ?? pictures[slug.split('-')[0]] ?? birchTrees

export type View = ViewFate
export type Cards = CardsFate
export type Path = View['ring'][number]
export type Told = Path['story'][number]
export type Colour = Path['colour']
export type CardDef = Cards['cards'][number]

export const findCard = (cards: Cards, slug: string): CardDef =>
  cards.cards.find((card) => card.slug === slug) ?? { slug, name: slug, text: '', kind: 'legend', colours: [], value: 0, copies: 0 }
export const findObject = (cards: Cards, slug: string) => cards.objects.find((object) => object.slug === slug)

// The four fairies: colour, shape and letter say the same thing. Shapes fill a box of 24.
export const fairies = [
  { tint: 'pink', it: 'R', en: 'P', shape: 'M12 22C4 16 1 11 2 7c1-4 7-5 10 0 3-5 9-4 10 0 1 4-2 9-10 15Z' },
  { tint: 'green', it: 'V', en: 'G', shape: 'M3 21C1 9 8 2 22 2c0 14-7 21-19 19Z' },
  { tint: 'azure', it: 'A', en: 'A', shape: 'M12 1c5 7 8 10 8 14a8 8 0 0 1-16 0c0-4 3-7 8-14Z' },
  { tint: 'yellow', it: 'G', en: 'Y', shape: 'M12 1l3.2 7 7.8.8-5.8 5.2 1.7 7.8L12 18l-6.9 3.8 1.7-7.8L1 8.8 8.8 8Z' }
] as const
export const white = 'M12 1 23 12 12 23 1 12Z'

const colourWords: Record<string, [string, string]> = {
  gold: ['oro', 'gold'], blue: ['blu', 'blue'], violet: ['viola', 'violet'], none: ['senza colore', 'no colour']
}
export const colourWord = (colour: string, lang: string) => (colourWords[colour] ?? colourWords.none)[lang === 'it' ? 0 : 1]
// As it stands after "storia" and before "story".
export const storyWord = (colour: string, lang: string) => (colour === 'gold' && lang === 'it' ? 'd\'oro' : colour in colourWords && colour !== 'none' ? colourWord(colour, lang) : lang === 'it' ? 'senza colore' : 'colourless')
