import './fonts.css'
import './style.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './settings.svelte'

const PATIENCE = 700 // milliseconds: then the first page is shown in whatever letters there are

settings.keep()
// Drawn once, in its own letters, the page does not jump when they come.
const letters = ['700 1rem Almendra', '400 1rem Alegreya', '400 1rem "Alegreya Sans"', '700 1rem "Alegreya Sans"'].map((font) => document.fonts.load(font))
void Promise.race([Promise.allSettled(letters), new Promise((resolve) => setTimeout(resolve, PATIENCE))]).then(() => mount(App, { target: document.getElementById('app')! }))
if ('serviceWorker' in navigator && import.meta.env.PROD) navigator.serviceWorker.register('/sw.js').catch(() => {}) // a private window: it plays on while there is a network
