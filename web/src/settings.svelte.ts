// settings.svelte.ts: how this reader likes it; kept on the device.
import { colourOf } from './colours'
import type { Lang } from './table/types'

export type Theme = 'auto' | 'light' | 'dark'
export type Pace = 'calm' | 'brisk' | 'instant'

interface Kept {
  lang: Lang
  theme: Theme
  pace: Pace
  name: string
  asked: boolean
  sound: boolean
  tales: boolean
  list: boolean
  autopass: boolean
  confirm: boolean
  keys: boolean
  ear: boolean
  notices: boolean
  colour: number
}
const KEY = 'veglia.settings'
const kept = (() => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>
  } catch {
    return {}
  }
})()

class Settings {
  lang = $state<Lang>(kept.lang ?? (navigator.language.startsWith('it') || !navigator.language.startsWith('en') ? 'it' : 'en'))
  theme = $state<Theme>(kept.theme ?? 'auto')
  pace = $state<Pace>(kept.pace ?? 'calm')
  name = $state(kept.name ?? '')
  asked = $state(kept.asked ?? false) // the name has been asked for
  sound = $state(kept.sound ?? false)
  tales = $state(kept.tales ?? true) // bots tell their moves

  list = $state(kept.list ?? false) // moves that can be tapped are listed in words as well
  autopass = $state(kept.autopass ?? true) // questions out of turn are passed after a while
  confirm = $state(kept.confirm ?? false) // a move is made by the second tap
  keys = $state(kept.keys ?? true) // single keys do something
  ear = $state(kept.ear ?? false) // the table waits until what happened could be heard
  notices = $state(kept.notices ?? false) // of one's turn, when away (push.svelte.ts)

  colour = $state(colourOf(kept.colour)) // the reader's own at tables (colours.ts); 0: the seat's

  // How long a bot's move takes at least, in milliseconds.
  get pause() {
    return { calm: 900, brisk: 350, instant: 0 }[this.pace]
  }

  keep() {
    const { lang, theme, pace, name, asked, sound, tales, list, autopass, confirm, keys, ear, notices, colour } = this
    try {
      localStorage.setItem(KEY, JSON.stringify({ lang, theme, pace, name, asked, sound, tales, list, autopass, confirm, keys, ear, notices, colour } satisfies Kept))
    } catch {
      // Nothing is lost but the habit.
    }
    document.documentElement.lang = lang
    if (theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
}

export const settings = new Settings()
