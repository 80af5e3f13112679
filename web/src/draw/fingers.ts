// fingers.ts: how many fingers are on the screen. Two are for the board (zoom.svelte.ts): neither a long touch nor a drag.
export const touching = { fingers: 0 }
for (const name of ['touchstart', 'touchend', 'touchcancel'] as const)
  addEventListener(name, (event) => (touching.fingers = event.touches.length), { capture: true, passive: true })
