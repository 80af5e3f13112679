// figures.ts: the figures of a game's rules. Each game that has some draws those of a section, counted
// from 0 (the opening), in Figures.svelte; a section without any draws nothing.
import type { Component } from 'svelte'
import type { Lang } from '../table/types'

const figures = import.meta.glob<{ default: Component<{ at: number; lang: Lang }> }>('./*/Figures.svelte')
export const figuresOf = async (game: string) => (await figures[`./${game}/Figures.svelte`]?.())?.default
