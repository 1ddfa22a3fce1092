// The one notice of the client: licenses.txt has the packages in the bundle; what else is shipped, licenses/parts.json names.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PACKAGE } from './python.ts'

export const NOTICE = 'licenses.txt'

interface Part {
  name: string
  license: string
  text: string // where it stands, from the root of the repository
  files: string[] // in which it is
}
const ROOT = join(PACKAGE, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').trim()

/** The notice, made from that of the packages. */
function whole(packages: string): string {
  const parts = JSON.parse(read('licenses/parts.json')) as Part[]
  return [
    `# Licences\n\nHaggis is under the MIT licence. What others have written for it follows, each with its licence.`,
    `## Haggis (MIT)\n\n${read('LICENSE')}`,
    packages.slice(packages.indexOf('## ')).trim(),
    ...parts.map(
      ({ name, license, text, files }) => `## ${name} (${license})\n\nIn ${files.join(', ')}.\n\n${read(text)}`,
    ),
    '',
  ].join('\n\n')
}

export function notice(): Plugin {
  return {
    name: 'haggis-notice',
    apply: 'build',
    writeBundle({ dir }) {
      const file = join(dir!, NOTICE)
      writeFileSync(file, whole(readFileSync(file, 'utf8')))
    },
  }
}
