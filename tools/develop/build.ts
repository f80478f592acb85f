import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

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

/** Builds the two web apps, each only if its sources have changed since its last build. */
export async function build(say: (line: string) => void): Promise<void> {
  await Promise.all([buildApp('web', say), buildApp('desk', say)])
}

async function buildApp(app: string, say: (line: string) => void): Promise<void> {
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
    await compress(unfinished)
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
  // In a separate process, so that the two apps are built in parallel.
  const { code, output } = await run(
    process.execPath,
    [vite, 'build', '--outDir', outDirectory, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (code !== 0) throw new Error(`${app}: build failed.\n${output}`)
}

async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    files
      .filter((file) => file.isFile() && COMPRESSIBLE.has(extname(file.name)))
      .map((file) => compressFile(join(file.parentPath, file.name))),
  )
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length <= COMPRESS_FROM_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
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

// Started manually, as `npm run build`.
if (import.meta.main) await build((line) => console.log(line))
