import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { targetsOf } from './imports.ts'
import { files } from './repository.ts'
import { root } from '../root.ts'

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
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
function loadedBy(programs: readonly string[]): string[] {
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
    open.push(...[...ours, ...scripts].map((target) => existing(target, path)))
  }
  return [...found]
}

/** A package may leave out the extension of what it exports. */
function existing(target: string, importer: string): string {
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
    const loaded = loadedBy(SERVERS)
    expect(loaded.filter((path) => NOT_FOR_PRODUCTION.test(path))).toEqual([])
    expect(loaded).toContain('packages/platform/src/documents/print-worker.ts')
    expect(loaded).toContain('packages/domain/src/money/money.ts')
  })

  it('shares this with the commands of an operator', () => {
    expect(loadedBy(COMMANDS).filter((path) => NOT_FOR_PRODUCTION.test(path))).toEqual([])
  })

  it('is unlike the development product, which loads the desk and the test people', () => {
    const loaded = loadedBy(['tools/start.ts'])
    expect(loaded).toContain('apps/desk-api/src/desk-extension.ts')
    expect(loaded).toContain('apps/desk-api/src/seed/test-people.ts')
  })
})

describe('the production image', () => {
  it('contains every file that the servers and the commands load', () => {
    const missing = loadedBy([...SERVERS, ...COMMANDS]).filter(
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
