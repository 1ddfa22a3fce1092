// The bots' characters: how they look. Their words stand in the catalogue (words/en/characters.ts).
import type { Character } from '../protocol/facts'
import type { Traits } from './portrait'

const LOOKS: Record<Character, Partial<Traits>> = {
  Kirsty: { skin: '#f7dcc4', cut: 'braids', beard: 'none', hat: 'bobble', hair: '#553722', mouth: 'grin' },
  Lachlan: { skin: '#eec6a4', cut: 'short', beard: 'none', hat: 'cap', hair: '#c4651c', glasses: false, mouth: 'grin' },
  Effie: { skin: '#dba57f', cut: 'curly', beard: 'none', hat: 'none', hair: '#2b2420', glasses: true, mouth: 'smile' },
  Struan: { skin: '#f7dcc4', cut: 'side', beard: 'none', hat: 'none', hair: '#8a5a2c', glasses: true, mouth: 'smile' },
  Bonnie: { skin: '#bb825b', cut: 'long', beard: 'none', hat: 'tam', hair: '#553722', glasses: false, mouth: 'grin' },
  Isla: { skin: '#f7dcc4', cut: 'braids', beard: 'none', hat: 'none', hair: '#c4651c', glasses: false, mouth: 'grin' },
  Hamish: {
    ground: '#5c8bb0',
    skin: '#f7dcc4',
    cut: 'curly',
    beard: 'full',
    hat: 'tam',
    hair: '#c4651c',
    glasses: false,
  },
  Morag: {
    ground: '#cb8a88',
    skin: '#eec6a4',
    cut: 'bun',
    beard: 'none',
    hat: 'none',
    hair: '#909095',
    glasses: true,
    mouth: 'smile',
  },
  Fergus: { skin: '#f7dcc4', cut: 'side', beard: 'none', hat: 'bobble', hair: '#dcb464', mouth: 'grin' },
  Elspeth: { skin: '#eec6a4', cut: 'curly', beard: 'none', hat: 'none', hair: '#8a5a2c' },
  Callum: { cut: 'short', beard: 'stubble', hat: 'none', hair: '#553722' },
  Ailsa: { skin: '#bb825b', cut: 'long', beard: 'none', hat: 'tam', hair: '#2b2420', glasses: false },
  Duncan: { cut: 'bald', beard: 'moustache', hat: 'cap', hair: '#909095' },
  Catriona: { skin: '#f7dcc4', cut: 'long', beard: 'none', hat: 'none', hair: '#c4651c', glasses: false },
  Rory: { skin: '#eec6a4', cut: 'curly', beard: 'none', hat: 'none', hair: '#8a5a2c', mouth: 'grin' },
  Sorcha: { skin: '#f7dcc4', cut: 'bun', beard: 'none', hat: 'none', hair: '#c4651c', glasses: false, mouth: 'calm' },
  Murdo: { skin: '#eec6a4', cut: 'side', beard: 'moustache', hat: 'none', hair: '#909095', glasses: true },
  Iona: { skin: '#925f3f', cut: 'curly', beard: 'none', hat: 'none', hair: '#2b2420', glasses: false, mouth: 'smile' },
  Gregor: { skin: '#dba57f', cut: 'short', beard: 'full', hat: 'glengarry', hair: '#553722', mouth: 'calm' },
  Una: { skin: '#eec6a4', cut: 'short', beard: 'none', hat: 'none', hair: '#e9e5dc', glasses: true, mouth: 'calm' },
  Fiona: { skin: '#eec6a4', cut: 'long', beard: 'none', hat: 'none', hair: '#dcb464', glasses: true, mouth: 'calm' },
  Angus: { skin: '#eec6a4', cut: 'bald', beard: 'full', hat: 'none', hair: '#e9e5dc', mouth: 'calm' },
  Mairi: { skin: '#dba57f', cut: 'bun', beard: 'none', hat: 'none', hair: '#2b2420', glasses: false, mouth: 'calm' },
  Ewan: { cut: 'side', beard: 'stubble', hat: 'glengarry', hair: '#553722', mouth: 'calm' },
  Greer: { skin: '#bb825b', cut: 'short', beard: 'none', hat: 'none', hair: '#e9e5dc', glasses: true },
  Tam: { skin: '#dba57f', cut: 'short', beard: 'moustache', hat: 'tam', hair: '#8a5a2c' },
  Senga: { skin: '#f7dcc4', cut: 'braids', beard: 'none', hat: 'bobble', hair: '#dcb464', mouth: 'grin' },
  Dougal: { skin: '#925f3f', cut: 'curly', beard: 'full', hat: 'none', hair: '#553722' },
  Jessie: { skin: '#eec6a4', cut: 'bun', beard: 'none', hat: 'cap', hair: '#c4651c', mouth: 'smile' },
}

export function characterLook(name: string): Partial<Traits> | undefined {
  return Object.hasOwn(LOOKS, name) ? LOOKS[name as Character] : undefined
}
