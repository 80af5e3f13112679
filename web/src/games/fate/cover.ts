import icon from 'icon:fairy'
import a from 'icon:birch-trees'
import b from 'icon:moon'
import c from 'icon:fairy-wand'
export default { icon, icons: [a, b, c] }
