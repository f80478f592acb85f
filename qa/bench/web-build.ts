import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '@qingzhou/tools/root.ts'
import type { CDPSession } from '@playwright/test'

const FOLDER = join(root, 'build/web')

/** The most that a user may have to load. `qa/bench` prints them, a browser test asserts them. */
export const webLimits = {
  files: 60,
  firstScriptBytes: 101_250,
  firstRequests: 8,
  nextRequests: 2,
  usableMs: 1_600,
  usableTimesFetching: 1.25,
  laterBytes: 41_750,
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
  const known = findReached([chunkNamed('app')])
  const files = [...findReached([chunkNamed(chunk)])].filter((path) => !known.has(path))
  return { files: files.length, bytes: files.reduce((sum, path) => sum + sentBytes(path), 0) }
}

/** Scripts that import each other: one of them would be evaluated before what it needs. */
export function importCycles(): string[] {
  return webFiles()
    .filter((path) => path.endsWith('.js'))
    .filter((path) => [...findReached(importsOf(path))].includes(path))
    .map((path) => basename(path))
}

function chunkNamed(name: string): string {
  const isNamed = (path: string) => basename(path).replace(/-[\w-]{7}\.js$/, '') === name
  const path = webFiles().find(isNamed)
  if (path === undefined) throw new Error(`${FOLDER}: no chunk named ${name}`)
  return path
}

/** Files and the files that they import. */
function findReached(from: readonly string[], known = new Set<string>()): Set<string> {
  for (const path of from) {
    if (known.has(path)) continue
    known.add(path)
    findReached(importsOf(path), known)
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

/**
 * What a page has fetched from the network so far; the cache is not counted. The bytes of scripts are
 * without headers.
 */
export type PageLoad = { requests: number; bytes: number; scriptBytes: number }

/** Counts from now on. */
export async function countRequests(session: CDPSession): Promise<PageLoad> {
  const load: PageLoad = { requests: 0, bytes: 0, scriptBytes: 0 }
  const scriptHeaders = new Map<string, number>()
  const counted = new Set<string>()
  const cached = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const isLocal = response.fromDiskCache === true || !response.url.startsWith('http')
    if (isLocal || cached.has(requestId)) return
    counted.add(requestId)
    load.requests += 1
    if (type === 'Script') scriptHeaders.set(requestId, response.encodedDataLength)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void cached.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    load.bytes += encodedDataLength
    const headers = scriptHeaders.get(requestId)
    if (headers !== undefined) load.scriptBytes += encodedDataLength - headers
  })
  await session.send('Network.enable')
  return load
}
