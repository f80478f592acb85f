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
 * Where parts are put together: the server, what a feature offers to others, what tests set up. Nearly every test
 * imports everything through these files; that alone does not make it a test of the file that changed.
 */
const ASSEMBLY =
  /^apps\/server\/src\/(boot\/|http\/handlers\.ts|(.+\/)?testing\/|features\/[^/]+\/index\.ts)/
/** These read the repository instead of importing it. */
const REPOSITORY_RULES = /^tools\/(tidy.*|repository-basics)\.test\.ts$/
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

function importersIn(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path))
  const importers = new Map<string, string[]>()
  for (const { path, text } of sources) {
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = targetOf(specifier, path, known)
      if (target) importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  return importers
}

/** Imports, also those of pieces loaded later and of worker scripts. */
const IMPORT = /(?:\bfrom|\bimport|\bURL\()\s*\(?\s*['"]([^'"]+)['"]/g

/** The file of this repository that a specifier means. */
function targetOf(specifier: string, path: string, known: ReadonlySet<string>): string | undefined {
  const bases = specifier.startsWith('.')
    ? [join(dirname(path), specifier)]
    : specifier.startsWith('#')
      ? [join(path.split('/').slice(0, 2).join('/'), 'src', specifier.slice(1))]
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
