import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from '../root.ts'
import { run } from '../product/run.ts'

/** The files that differ from the commit where this branch left the main one, untracked ones included. */
export async function changedFiles(): Promise<string[]> {
  const base = await mergeBase()
  const listed = await Promise.all([
    git('diff', '--name-only', base),
    git('ls-files', '--others', '--exclude-standard'),
  ])
  const names = new Set(listed.join('\n').split('\n'))
  return [...names].filter((name) => name !== '' && existsSync(join(root, name))).toSorted()
}

/** On the main branch itself this is its last commit, so that what is not committed yet is checked. */
async function mergeBase(): Promise<string> {
  for (const branch of ['origin/HEAD', 'origin/main', 'main']) {
    const { code, output } = await run('git', ['merge-base', 'HEAD', branch], { cwd: root })
    if (code === 0) return output.trim()
  }
  return 'HEAD'
}

async function git(...parameters: string[]): Promise<string> {
  const { code, output } = await run('git', parameters, { cwd: root })
  if (code !== 0) throw new Error(`git ${parameters.join(' ')}: ${output}`)
  return output
}

type Source = { readonly path: string; readonly text: string }

/**
 * Where parts are put together: the server, and what tests set up. Nearly every test imports everything through these
 * files; that alone does not make it a test of the file that changed.
 */
const ASSEMBLY = /^(apps\/server|packages\/\w+)\/src\/(boot\/|http\/handlers\.ts|(.+\/)?testing\/)/
/** These read the repository instead of importing it. */
const REPOSITORY_RULES = /^tools\/repository\/(tidy.*|repository-basics)\.test\.ts$/
const TEST = /\.test\.tsx?$/

/** The tests that a change can break: importers of a changed file, tests of its folder, the repository's rules. */
export function testsReachedBy(changed: readonly string[], sources: readonly Source[]): string[] {
  const importers = importersIn(sources)
  const reached = new Set(changed)
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) {
      if (!ASSEMBLY.test(importer) || ASSEMBLY.test(path)) reached.add(importer)
    }
  }
  const folders = new Set(changed.filter((path) => /\.(tsx?|sql)$/.test(path)).map(folderOf))
  return sources
    .map(({ path }) => path)
    .filter((path) => TEST.test(path))
    .filter(
      (path) => reached.has(path) || folders.has(folderOf(path)) || REPOSITORY_RULES.test(path),
    )
    .toSorted()
}

/** The feature, or else the folder, that a file belongs to. */
function folderOf(path: string): string {
  return /^.*\/features\/[^/]+/.exec(path)?.[0] ?? dirname(path)
}

/** The importers of each file. Who imports a name from an index.ts imports the file that the name is from. */
function importersIn(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path))
  const offered = new Map(
    sources.filter(({ path }) => INDEX.test(path)).map((file) => [file.path, namesIn(file, known)]),
  )
  const importers = new Map<string, string[]>()
  const add = (target: string, path: string) =>
    importers.set(target, [...(importers.get(target) ?? []), path])
  for (const { path, text } of sources) {
    for (const { names, specifier } of importsIn(text)) {
      const target = targetOf(specifier, path, known)
      if (target === undefined) continue
      add(target, path)
      for (const file of filesOf(target, names, offered)) add(file, path)
    }
  }
  // A change of a file that an index.ts names is followed by name, so not through the index.ts as a whole.
  for (const [path, offers] of offered) {
    for (const { file } of offers.values()) {
      const others = (importers.get(file) ?? []).filter((importer) => importer !== path)
      importers.set(file, others)
    }
  }
  return importers
}

const INDEX = /\/index\.ts$/

/** The names that an index.ts exports from other files, with those files and the names there. */
type Offers = ReadonlyMap<string, { readonly file: string; readonly inner: string }>

function namesIn({ path, text }: Source, known: ReadonlySet<string>): Offers {
  const names = new Map<string, { readonly file: string; readonly inner: string }>()
  for (const [, clause = '', specifier = ''] of text.matchAll(REEXPORT)) {
    const file = targetOf(specifier, path, known)
    if (file === undefined) continue
    for (const { inner, outer } of namesOf(clause)) names.set(outer, { file, inner })
  }
  return names
}

/** The files that these names of an index.ts are from, also through another index.ts. */
function filesOf(
  index: string,
  names: readonly string[],
  offered: ReadonlyMap<string, Offers>,
): string[] {
  return names.flatMap((name) => {
    const from = offered.get(index)?.get(name)
    return from ? [from.file, ...filesOf(from.file, [from.inner], offered)] : []
  })
}

/** Imports, also those of pieces loaded later and of worker scripts, with the imported names if there is a list. */
function importsIn(text: string): { readonly names: string[]; readonly specifier: string }[] {
  return [...text.matchAll(IMPORT)].map(([, clause = '', specifier = '']) => ({
    names: namesOf(clause).map(({ inner }) => inner),
    specifier,
  }))
}

const IMPORT = /(?:(?:\{([^{}]*)\}\s*)?\bfrom|\bimport|\bURL\()\s*\(?\s*['"]([^'"]+)['"]/g
const REEXPORT = /\bexport\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*['"]([^'"]+)['"]/g

/** `a, type B, c as d`: the name in the other file, and the name here. */
function namesOf(clause: string): { readonly inner: string; readonly outer: string }[] {
  return clause.split(',').flatMap((part) => {
    const [, inner, outer = inner] = /^\s*(?:type\s+)?(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? []
    return inner === undefined || outer === undefined ? [] : [{ inner, outer }]
  })
}

/** The file of this repository that a specifier means. */
function targetOf(specifier: string, path: string, known: ReadonlySet<string>): string | undefined {
  const bases = specifier.startsWith('.')
    ? [join(dirname(path), specifier)]
    : specifier.startsWith('#')
      ? [
          join(path.split('/').slice(0, 2).join('/'), 'src', specifier.slice(1)),
          join(path.split('/')[0] ?? '', specifier.slice(1)),
        ]
      : packageBases(specifier)
  const endings = ['', '.ts', '.tsx', '/index.ts']
  return bases
    .flatMap((base) => endings.map((ending) => `${base}${ending}`))
    .find((file) => known.has(file))
}

function packageBases(specifier: string): string[] {
  const [, name, rest = ''] = /^@qingzhou\/([^/]+)\/?(.*)$/.exec(specifier) ?? []
  if (!name) return []
  return [`packages/${name}`, `apps/${name}`, name].flatMap((folder) => [
    join(folder, 'src', rest),
    join(folder, rest),
  ])
}
