import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { root } from '../root.ts'
import { run } from '../product/run.ts'

const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
])
const COMPRESS_FROM_BYTES = 512

const apps = ['web', 'desk', 'console'] as const

/** Builds the web apps and compresses their files. */
export async function build(say: (line: string) => void): Promise<void> {
  await bundle(say)
  for (const app of apps) await compressMissing(join(root, 'build', app))
}

/**
 * Builds the web apps, each only if its sources have changed since its last build. Until
 * `compressMissing` has run, the server sends the files uncompressed.
 */
export async function bundle(say: (line: string) => void): Promise<void> {
  await Promise.all(apps.map((app) => bundleApp(app, say)))
}

async function bundleApp(app: string, say: (line: string) => void): Promise<void> {
  const target = join(root, 'build', app)
  const stamp = `${target}.stamp`
  const fingerprint = fingerprintOf(app)
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return

  say(`Building ${app} …`)
  const started = performance.now()
  // Built in another folder and moved into place, so that a concurrent build or a kill leaves no
  // incomplete app.
  const unfinished = join(root, 'build', `.${app}-${process.pid}`)
  mkdirSync(unfinished, { recursive: true })
  try {
    await runVite(app, unfinished)
    moveInto(unfinished, target)
    writeFileSync(stamp, fingerprint)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  say(`Built ${app} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

function fingerprintOf(app: string): string {
  const hash = createHash('sha256')
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`)
  for (const folder of [`apps/${app}`, ...packages].sort()) addFolder(hash, folder)
  addFile(hash, 'package-lock.json')
  addFile(hash, 'tools/develop/build.ts')
  return hash.digest('hex')
}

type Hash = ReturnType<typeof createHash>

function addFolder(hash: Hash, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') addFolder(hash, path)
    if (entry.isFile()) addFile(hash, path)
  }
}

function addFile(hash: Hash, path: string): void {
  const content = readFileSync(join(root, path))
  hash.update(`${path}\0${content.length}\0`).update(content)
}

async function runVite(app: string, outDirectory: string): Promise<void> {
  const folder = join(root, 'apps', app)
  const require = createRequire(join(folder, 'package.json'))
  const vite = join(require.resolve('vite/package.json'), '../bin/vite.js')
  // In a separate process, so that the apps are built in parallel.
  const { code, output } = await run(
    process.execPath,
    [vite, 'build', '--outDir', outDirectory, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new Error(`${app}: build failed.\n${output}`)
}

/** Whether files of the built apps still have to be compressed. */
export function isUncompressed(): boolean {
  return apps.some((app) => listUncompressed(join(root, 'build', app)).length > 0)
}

/** Compresses the files that are not compressed yet; after a stop in between, the next run goes on. */
export async function compressMissing(folder: string): Promise<void> {
  await Promise.all(listUncompressed(folder).map(compressFile))
}

function listUncompressed(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  const compressed = new Set(files.filter((path) => path.endsWith('.br')))
  return files.filter(
    (path) =>
      COMPRESSIBLE.has(extname(path)) &&
      !compressed.has(`${path}.br`) &&
      statSync(path).size > COMPRESS_FROM_BYTES,
  )
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  // The brotli file last: with it a file counts as compressed.
  await putInPlace(`${path}.gz`, gz)
  await putInPlace(`${path}.br`, br)
}

/** A running server sends the file as soon as it is there, so it is moved there when complete. */
async function putInPlace(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}

function moveInto(from: string, to: string): void {
  const old = join(to, '..', `.old-${basename(to)}-${process.pid}`)
  for (;;) {
    if (existsSync(to)) renameSync(to, old)
    try {
      renameSync(from, to)
      break
    } catch (error) {
      // A concurrent build moved its result between our two moves.
      if (!existsSync(to)) throw error
      rmSync(old, { recursive: true, force: true })
    }
  }
  rmSync(old, { recursive: true, force: true })
}

// Started manually, as `npm run build`, or by a start, to compress what it has built.
if (import.meta.main) {
  if (process.argv[2] === 'compress') {
    for (const app of apps) await compressMissing(join(root, 'build', app))
  } else {
    await build((line) => console.log(line))
  }
}
