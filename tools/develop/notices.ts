import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'

type LockedPackage = {
  /** Where another package stands in for the one that the folder is named after. */
  name?: string
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

/** Packages whose manifest does not name the licence, or names that of the code and not of the font files. */
const LICENCES = new Map([
  ['@expo-google-fonts/noto-sans-sc', 'MIT AND OFL-1.1'],
  ['png-js', 'MIT'],
])

export const NOTICES_PATH = 'THIRD-PARTY-NOTICES.md'

/** The runtime dependencies with their licences, from the lock file: the same on every platform. */
export function noticesOf(lockFile: string): string {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> }
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { name: actual, version = '', license = '' }]) => {
      const folder = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const name = actual ?? folder
      return `| ${name} | ${version} | ${LICENCES.get(name) ?? license} |`
    })
  return [
    '# Third-party notices',
    '',
    'Packages that a running product uses, generated from package-lock.json by `npm run notices`. The licence text of each package lies in its folder',
    'under `node_modules` after `npm ci`.',
    '',
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...[...new Set(rows)].sort(),
    '',
  ].join('\n')
}

if (import.meta.main) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  writeFileSync(join(root, NOTICES_PATH), noticesOf(lockFile))
}
