import { mount } from 'svelte'
import App from './App.svelte'
import '../kit/theme.css'
import '../kit/app.css'
import { recall, settings } from '../platform/settings.svelte'
import { chooseLanguage, language } from '../words'
import { begin } from '../platform/offline'
import { watch } from '../platform/trouble.svelte'

watch()
settings.show()
addEventListener('storage', (event) => settings.hear(event))
begin()
void chooseLanguage(recall<string | null>('language', null), navigator.languages).then(() => {
  document.documentElement.lang = language()
  mount(App, { target: document.getElementById('app')! })
})
