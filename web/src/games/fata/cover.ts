import icon from 'icon:wizard-face'
import a from 'icon:rune-stone'
import b from 'icon:circuitry'
import c from 'icon:magic-portal'
export default { icon, icons: [a, b, c] }
