export { default as Board } from './Board.svelte'
export { default as Hand } from './Hand.svelte'
export { default as Seat } from './Seat.svelte'
export { about } from './about'
