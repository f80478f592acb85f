import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { root } from '../root.ts'

const FOLDER = join(root, 'build/web')

/** The most that a user may have to load. `tools/bench` prints them, a browser test asserts them. */
export const webLimits = {
  files: 60,
  firstScriptBytes: 100_000,
  firstRequests: 8,
  nextRequests: 2,
  usableMs: 1_600,
  usableTimesFetching: 1.25,
  laterBytes: 40_000,
  laterFiles: 4,
} as const

/** The screens a customer opens next, by their chunk. */
export const laterScreens = {
  limit: 'limit',
  'repay home': 'repay-home',
  borrow: 'borrow',
} as const

/**
 * The files of the built app. The compressed copies, and the networks and engines of the face check,
 * are not counted.
 */
export function webFiles(): string[] {
  return readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/face-[\d.]+$/.test(entry.parentPath))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\.(br|gz)$/.test(path))
}

/** What a screen loads beyond the landing page: a number of files, and compressed bytes. */
export function beyondLanding(chunk: string): { readonly files: number; readonly bytes: number } {
  const known = reached([chunkNamed('app')])
  const files = [...reached([chunkNamed(chunk)])].filter((path) => !known.has(path))
  return { files: files.length, bytes: files.reduce((sum, path) => sum + sentBytes(path), 0) }
}

/** Scripts that import each other: one of them would be evaluated before what it needs. */
export function importCycles(): string[] {
  return webFiles()
    .filter((path) => path.endsWith('.js'))
    .filter((path) => [...reached(importsOf(path))].includes(path))
    .map((path) => basename(path))
}

function chunkNamed(name: string): string {
  const isNamed = (path: string) => basename(path).replace(/-[\w-]{8}\.js$/, '') === name
  const path = webFiles().find(isNamed)
  if (path === undefined) throw new Error(`${FOLDER}: no chunk named ${name}`)
  return path
}

/** Files and the files that they import. */
function reached(from: readonly string[], known = new Set<string>()): Set<string> {
  for (const path of from) {
    if (known.has(path)) continue
    known.add(path)
    reached(importsOf(path), known)
  }
  return known
}

function importsOf(path: string): string[] {
  const imports = readFileSync(path, 'utf8').matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g)
  return Array.from(imports, ([, name = '']) => join(FOLDER, 'assets', name))
}

function sentBytes(path: string): number {
  const compressed = `${path}.br`
  return statSync(existsSync(compressed) ? compressed : path).size
}
