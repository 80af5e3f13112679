import icon from 'icon:chest'
import a from 'icon:cut-diamond'
import b from 'icon:emerald'
import c from 'icon:crystal-shine'
export default { icon, icons: [a, b, c] }
