import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { targetsOf } from './imports.ts'
import { files } from './repository.ts'
import { productionPackages, type LockFile } from '../develop/production-packages.ts'
import { root } from '../root.ts'

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
const byPath = new Map(files.map((file) => [file.path, file]))

const SERVERS = ['apps/server/src/main.ts', 'apps/server/src/worker.ts']
/** What operators and auditors run in the production image. */
const COMMANDS = [
  'audit',
  'backup',
  'check-settings',
  'cut-rates',
  'end-of-day',
  'explain',
  'migrate',
  'offers',
  'providers',
  'quote',
  'reconcile',
  'reseal',
  'staff',
  'tasks',
  'verify',
].map((name) => `tools/operate/${name}.ts`)

const NOT_FOR_PRODUCTION = /^apps\/(desk|desk-api|sandbox)\/|^(e2e|qa)\/|\/testing\/|\.test\.tsx?$/

/** Every file of the repository that a program loads, worker threads included. */
function listLoaded(programs: readonly string[]): string[] {
  const found = new Set<string>()
  const open = [...programs]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const { text } = byPath.get(path) ?? { text: '' }
    const threads = text.matchAll(/new URL\(\s*'(?:\.\/)?([\w-]+\.ts)'/g)
    const scripts = [...threads].map(([, name = '']) => join(path, '..', name))
    const ours = targetsOf({ path, text }).filter((target) =>
      /^(apps|packages|tools)\//.test(target),
    )
    open.push(...[...ours, ...scripts].map((target) => findExisting(target, path)))
  }
  return [...found]
}

/** A package may leave out the extension of what it exports. */
function findExisting(target: string, importer: string): string {
  const path = [target, `${target}.ts`].find((candidate) => byPath.has(candidate))
  if (path === undefined) throw new Error(`${importer}: import not found: ${target}`)
  return path
}

/** What the last stage of the Dockerfile copies from the built tree. */
const copied = [...dockerfile.matchAll(/^COPY --from=pruned (.+) \S+$/gm)].flatMap(
  ([, sources = '']) => sources.split(' ').map((source) => source.replace('/app/', '')),
)

describe('a production server', () => {
  it('loads nothing of the desk, the sandbox, the checks of the product and the tests', () => {
    const loaded = listLoaded(SERVERS)
    expect(loaded.filter((path) => NOT_FOR_PRODUCTION.test(path))).toEqual([])
    expect(loaded).toContain('packages/platform/src/documents/print-worker.ts')
    expect(loaded).toContain('packages/domain/src/money/money.ts')
  })

  it('shares this with the commands of an operator', () => {
    expect(listLoaded(COMMANDS).filter((path) => NOT_FOR_PRODUCTION.test(path))).toEqual([])
  })

  it('is unlike the development product, which loads the desk and the test people', () => {
    const loaded = listLoaded(['tools/start.ts'])
    expect(loaded).toContain('apps/desk-api/src/desk-extension.ts')
    expect(loaded).toContain('apps/desk-api/src/seed/test-people.ts')
  })
})

describe('the production image', () => {
  it('contains every file that the servers and the commands load', () => {
    const missing = listLoaded([...SERVERS, ...COMMANDS]).filter(
      (path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`)),
    )
    expect(missing).toEqual([])
  })

  it('contains no other app and no test', () => {
    expect(copied.filter((folder) => /^apps(\/|$)|^\.?$/.test(folder))).toEqual(['apps/server'])
    expect(copied.filter((folder) => /^(build|e2e|packages)$/.test(folder))).toEqual([])
    const [, pruning = ''] = /^FROM build AS pruned\n([^]*?)\n\n/m.exec(dockerfile) ?? []
    expect(pruning).toContain("-name '*.test.ts' -o -path '*/testing/*'")
    expect(pruning).toContain('-delete')
  })
})

/** Left out of an image, unless its argument names other packages. */
const RECOGNITION = '@qingzhou/recognition'

describe('the packages of the production image', () => {
  const kept = productionPackages(lock)
  const names = new Set(kept.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)))

  it('are those that the Dockerfile keeps, without what its argument names', () => {
    expect(dockerfile).toMatch(
      /^ARG WITHOUT="@qingzhou\/recognition"\nRUN node tools\/develop\/prune-packages.ts \$WITHOUT /m,
    )
    const without = productionPackages(lock, ['alipay-sdk'])
    expect(kept).toContain('node_modules/alipay-sdk')
    expect(without).not.toContain('node_modules/alipay-sdk')
    expect(without).not.toContain('node_modules/urllib')
    expect(() => productionPackages(lock, ['fastify'])).toThrow(
      'fastify is not an optional package.',
    )
  })

  it('include every package that the servers and the commands load', () => {
    const loaded = listLoaded([...SERVERS, ...COMMANDS]).flatMap(packagesOf)
    expect(loaded).toContain('pdfmake')
    expect(loaded).toContain('@expo-google-fonts/noto-sans-sc')
    expect(loaded).toContain('@alicloud/dysmsapi20170525')
    expect([...new Set(loaded)].filter((name) => !names.has(name))).toEqual([])
  })

  it('have, with the sources, at most 220 MB: 450 MB with the image of Node.js below them', () => {
    expect(dockerfile).toContain("find node_modules -type f -name '*.map' -delete")
    expect(megabytesOf(productionPackages(lock, [RECOGNITION]))).toBeLessThanOrEqual(220)
  })

  it('have 340 MB at most with the engine that reads cards and compares faces', () => {
    expect(kept).toContain('node_modules/onnxruntime-node')
    expect(productionPackages(lock, [RECOGNITION])).not.toContain('node_modules/onnxruntime-node')
    expect(megabytesOf(kept)).toBeLessThanOrEqual(340)
  })
})

const sources = copied.filter((folder) => !/^(node_modules|build)/.test(folder))

function megabytesOf(packages: readonly string[]): number {
  const folders = new Set([
    ...packages.filter((path) => path.includes('node_modules/')),
    ...sources,
  ])
  return [...folders].reduce((sum, folder) => sum + sizeOf(join(root, folder)), 0) / 1024 ** 2
}

/** The installed packages that a file imports or requires, other than for their types. */
function packagesOf(path: string): string[] {
  const text = (byPath.get(path)?.text ?? '').replace(/^import type .*$/gm, '')
  const required = text.matchAll(/\brequire(?:\.resolve)?\(\s*'([^']+)'/g)
  const created = text.matchAll(/\bcreateRequire\([^)]*\)\('([^']+)'/g)
  const specifiers = [...required, ...created].map(([, specifier = '']) => specifier)
  return [...targetsOf({ path, text }), ...specifiers]
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => `node_modules/${name}` in lock.packages)
}

/** The bytes of a folder without source maps, and without nested packages, which are counted by themselves. */
function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.size
  const inside = readdirSync(path).filter(
    (name) => name !== 'node_modules' && !name.endsWith('.map'),
  )
  return inside.reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
