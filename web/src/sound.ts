// sound.ts: a few soft notes, made on the spot; only for who asked for them.
export type Sound = 'turn' | 'move' | 'mine' | 'over'

// Notes in hertz, and when they begin in seconds.
const notes: Record<Sound, [number, number][]> = {
  turn: [[523.25, 0], [783.99, 0.12]],
  move: [[220, 0]],
  mine: [[329.63, 0]],
  over: [[392, 0], [523.25, 0.16], [659.25, 0.32], [783.99, 0.48]]
}
let context: AudioContext | undefined

export function play(sound: Sound) {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const [pitch, at] of notes[sound]) {
    const start = context.currentTime + at
    const tone = context.createOscillator()
    const loud = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    loud.gain.setValueAtTime(0, start)
    loud.gain.linearRampToValueAtTime(sound === 'move' || sound === 'mine' ? 0.05 : 0.09, start + 0.015)
    loud.gain.exponentialRampToValueAtTime(0.0008, start + (sound === 'move' || sound === 'mine' ? 0.14 : 0.5))
    tone.connect(loud).connect(context.destination)
    tone.start(start)
    tone.stop(start + 0.6)
  }
}
