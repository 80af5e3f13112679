import icon from 'icon:trireme'
import a from 'icon:greek-sphinx'
import b from 'icon:medusa-head'
import c from 'icon:spartan-helmet'
export default { icon, icons: [a, b, c] }
