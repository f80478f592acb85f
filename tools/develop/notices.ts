import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'

type LockedPackage = { version?: string; license?: string; dev?: boolean; link?: boolean }

/** Packages that have a licence file but do not name the licence in their manifest. */
const UNNAMED = new Map([['png-js', 'MIT']])

export const NOTICES_PATH = 'THIRD-PARTY-NOTICES.md'

/** The runtime dependencies with their licences, from the lock file: the same on every platform. */
export function noticesOf(lockFile: string): string {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> }
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `| ${name} | ${version} | ${license ?? UNNAMED.get(name) ?? ''} |`
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
