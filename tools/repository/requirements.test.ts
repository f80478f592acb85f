import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { files } from './repository.ts'
import { titlesIn } from './test-titles.ts'
import { root } from '../root.ts'

const COLUMNS = ['section', 'id', 'requirement', 'state', 'built', 'test', 'decision']
const STATES = ['as written', 'differs']

const [head = '', ...lines] = readFileSync(join(root, 'docs/spec/requirements.tsv'), 'utf8')
  .trimEnd()
  .split('\n')

const rows = lines.map((line) => {
  const [section = '', id = '', requirement = '', state = '', ...rest] = line.split('\t')
  const [built = '', test = '', decision = '', ...more] = rest
  return { section, id, requirement, state, built, test, decision, more }
})

type Row = (typeof rows)[number]

const textOf = new Map(files.map(({ path, text }) => [path, text]))
const titlesOf = new Map(
  files
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .map(({ path, text }) => [path, titlesIn(text)]),
)

/** The ids of the rows that do not satisfy a rule; the failure message lists them. */
const idsOf = (isWrong: (row: Row) => boolean) => rows.filter(isWrong).map(({ id }) => id)

it('has its columns, and every requirement once', () => {
  expect(head.split('\t')).toEqual(COLUMNS)
  expect(idsOf(({ more, requirement }) => more.length > 0 || requirement === '')).toEqual([])
  expect(idsOf(({ id, section }) => !new RegExp(`^${section}\\.\\d{3}$`).test(id))).toEqual([])
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

it('names the file that implements each requirement', () => {
  expect(idsOf(({ built }) => !textOf.has(built))).toEqual([])
})

it('says whether each requirement is built as written, or by which decision it differs', () => {
  expect(idsOf(({ state }) => !STATES.includes(state))).toEqual([])
  expect(idsOf(({ state, decision }) => state === 'differs' && decision === '')).toEqual([])
  expect(idsOf(({ decision }) => decision !== '' && !isDecision(decision))).toEqual([])
})

it('names a test of each requirement by file and title, and the title has the id', () => {
  expect(rows.filter((row) => !isShown(row)).map(({ id, test }) => `[${id}] ${test}`)).toEqual([])
})

it('has a row for every id in a title, and every such title says something', () => {
  const known = new Set(rows.map(({ id }) => id))
  const wrong = [...titlesOf].flatMap(([path, titles]) =>
    titles
      .filter(
        ({ ids, words }) => ids.some((id) => !known.has(id)) || (ids.length > 0 && isEmpty(words)),
      )
      .map(({ ids, words }) => `${path} › [${ids.join(', ')}] ${words}`),
  )
  expect(wrong).toEqual([])
})

it('is counted in the README', () => {
  const differing = idsOf(({ state }) => state === 'differs').length
  const count = `${rows.length} requirements: ${rows.length - differing} as written, ${differing} differ by a decision`
  expect(textOf.get('README.md')).toContain(count)
})

function isShown({ id, test }: Row): boolean {
  const [path = '', ...title] = test.split(' › ')
  const titles = titlesOf.get(path) ?? []
  return titles.some(({ ids, words }) => words === title.join(' › ') && ids.includes(id))
}

/** Only values that a table fills in. */
function isEmpty(words: string): boolean {
  return !/[a-z\u4e00-\u9fff]{2}/i.test(words.replaceAll(/%[a-z]|\$\{[^}]*\}|\$\w+/g, ''))
}

function isDecision(path: string): boolean {
  return /^docs\/decisions\/\d{4}-[\w-]+\.md$/.test(path) && textOf.has(path)
}
