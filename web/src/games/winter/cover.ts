import icon from 'icon:snowman'
import a from 'icon:snowflake-1'
import b from 'icon:wolf-howl'
import c from 'icon:candle-light'
export default { icon, icons: [a, b, c] }
