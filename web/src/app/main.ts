import { mount } from 'svelte'
import App from './App.svelte'
import '../kit/theme.css'
import '../kit/app.css'
import { recall, settings } from '../platform/settings.svelte'
import { chooseLanguage } from '../words'
import { begin } from '../platform/offline'
import { watch } from '../platform/trouble.svelte'

watch()
settings.show()
begin()
void chooseLanguage(recall<string | null>('language', null), navigator.languages).then(() =>
  mount(App, { target: document.getElementById('app')! }),
)
