import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'
import { productionPackages, type LockFile } from './production-packages.ts'

/**
 * Removes every package that servers and operators' commands do not need, and the optional packages that
 * are named. For the build of an image: the tree cannot be built or tested afterwards.
 */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
const needed = new Set(productionPackages(lock, process.argv.slice(2)))
for (const path of Object.keys(lock.packages)) {
  if (path.includes('node_modules/') && !needed.has(path)) {
    rmSync(join(root, path), { recursive: true, force: true })
  }
}
for (const rest of ['.bin', '.cache', '.package-lock.json']) {
  rmSync(join(root, 'node_modules', rest), { recursive: true, force: true })
}
