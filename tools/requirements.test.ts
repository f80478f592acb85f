import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { files } from './repository/repository.ts'
import { root } from './root.ts'

const [head = '', ...lines] = readFileSync(join(root, 'docs/spec/requirements.tsv'), 'utf8')
  .trimEnd()
  .split('\n')

const rows = lines.map((line) => {
  const [section = '', id = '', requirement = '', built = '', test = '', decision = '', ...more] =
    line.split('\t')
  return { section, id, requirement, built, test, decision, more }
})

type Row = (typeof rows)[number]

const textOf = new Map(files.map(({ path, text }) => [path, text]))

/** The ids of the rows that do not satisfy a rule; the failure message lists them. */
const idsOf = (isWrong: (row: Row) => boolean) => rows.filter(isWrong).map(({ id }) => id)

it('has six columns, and every requirement once', () => {
  expect(head.split('\t')).toEqual(['section', 'id', 'requirement', 'built', 'test', 'decision'])
  expect(idsOf(({ more, requirement }) => more.length > 0 || requirement === '')).toEqual([])
  expect(idsOf(({ id, section }) => !new RegExp(`^${section}\\.\\d{3}$`).test(id))).toEqual([])
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

it('names the file that implements each requirement', () => {
  expect(idsOf(({ built }) => !textOf.has(built))).toEqual([])
})

it('names a test by file and title, or a decision, for each requirement', () => {
  expect(idsOf(({ test, decision }) => test === '' && decision === '')).toEqual([])
  expect(idsOf(({ test }) => test !== '' && !isTest(test))).toEqual([])
  expect(idsOf(({ decision }) => decision !== '' && !isDecision(decision))).toEqual([])
})

it('has no requirement that is built in part', () => {
  const cells = ({ built, test, decision }: Row) => [built, test, decision].join(' ')
  expect(
    idsOf((row) => /\b(partly|missing|todo)\b/i.test(cells(row).split(' › ')[0] ?? '')),
  ).toEqual([])
})

function isTest(test: string): boolean {
  const [path = '', title = ''] = test.split(' › ')
  const isTestFile = /\.(test|spec)\.tsx?$/.test(path)
  return isTestFile && title !== '' && (textOf.get(path)?.includes(title) ?? false)
}

function isDecision(path: string): boolean {
  return /^docs\/decisions\/\d{4}-[\w-]+\.md$/.test(path) && textOf.has(path)
}
