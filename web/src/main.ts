import './fonts.css'
import './style.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { settings } from './settings.svelte'

settings.keep()
mount(App, { target: document.getElementById('app')! })
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js')
