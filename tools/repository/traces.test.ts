import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { targetsOf } from './imports.ts'
import { files } from './repository.ts'

const FILES_MAX = 60
/** A request, a task and the screens of an act. */
const ENTRIES_MAX = 7

const byPath = new Map(files.map((file) => [file.path, file]))
const text = readFileSync(join(root, 'docs/traces.md'), 'utf8')
const traces = text
  .split(/^## /m)
  .slice(1)
  .map((trace) => ({ title: trace.split('\n')[0] ?? '', trace }))

describe.each(traces)('the trace of $title', ({ trace }) => {
  const rows = [...trace.matchAll(/^(\d+)\. `([^`]+)`( \*entry\*)?: /gm)].map(
    ([, n, path = '', entry]) => ({ n: Number(n), path, isEntry: entry !== undefined }),
  )
  const listed = new Set(rows.map(({ path }) => path))

  it('lists existing files once, in the order of their numbers', () => {
    expect(rows.filter(({ path }) => !byPath.has(path))).toEqual([])
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, index) => index + 1))
    expect(listed.size).toBe(rows.length)
    expect(rows.length).toBeLessThanOrEqual(FILES_MAX)
  })

  it('lists only entries and files that another listed file imports', () => {
    const imported = new Set(rows.flatMap(({ path }) => importsOf(path)))
    const lost = rows.filter(({ path, isEntry }) => !isEntry && !imported.has(path))
    expect(lost.map(({ path }) => path)).toEqual([])
    expect(rows.filter(({ isEntry }) => isEntry).length).toBeLessThanOrEqual(ENTRIES_MAX)
  })

  it('states its counts', () => {
    const around = trace
      .split(/^### /m)
      .filter((part) => /^(Transport|Adapters)\n/.test(part))
      .flatMap((part) => part.match(/^\d+\. /gm) ?? [])
    const own = rows.length - around.length
    expect(trace).toContain(`${rows.length} files, ${own} without transport and adapters.`)
  })
})

/** The files that a file imports by name or through the index of a folder. */
function importsOf(path: string): string[] {
  const file = byPath.get(path)
  if (!file) return []
  return targetsOf(file).flatMap((target) =>
    target.endsWith('/index.ts') ? [target, ...importsOf(target)] : [target],
  )
}
