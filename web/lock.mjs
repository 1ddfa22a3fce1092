// Writes into package-lock.json where each package is to be downloaded: node lock.mjs REGISTRY. The lock file names no
// registry, and without an address npm downloads the list of all versions of a package first: 24 MB more than the packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'

const registry = argv[2].replace(/\/?$/, '/')
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const [place, entry] of Object.entries(lock.packages)) {
  const name = entry.name ?? place.split('node_modules/').pop()
  if (place && entry.integrity) {
    entry.resolved ??= `${registry}${name}/-/${name.split('/').pop()}-${entry.version}.tgz`
  }
}
writeFileSync('package-lock.json', JSON.stringify(lock))
