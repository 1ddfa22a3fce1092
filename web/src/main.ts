import { mount } from 'svelte'
import App from './App.svelte'
import './theme.css'
import './app.css'
import { recall, settings } from './ui/settings.svelte'
import { chooseLanguage } from './words'
import { begin } from './local/offline'

settings.show()
begin()
void chooseLanguage(recall<string | null>('language', null), navigator.languages).then(() =>
  mount(App, { target: document.getElementById('app')! }),
)
