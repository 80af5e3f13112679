declare module 'icon:*' {
  const body: string
  export default body
}
declare module 'pictures:*' {
  const drawn: import('./draw/picture').Drawn
  export default drawn
}
