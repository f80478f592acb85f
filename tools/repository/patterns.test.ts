import { stripTypeScriptTypes } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { files } from './repository.ts'

export type Pattern = { readonly path: string; readonly source: string; readonly flags: string }
export type PatternJob = {
  readonly patterns: readonly Pattern[]
  readonly texts: readonly string[]
  readonly rounds: number
}

/** Code that the server runs: its own, and the packages it validates requests with. */
const ON_THE_SERVER =
  /^(apps\/server\/src|packages\/(contract|domain|lending|platform|provider-api|providers)\/src)\/(?!.*testing\/).*(?<!\.test)\.ts$/

/** Every regular expression of a file, from its syntax tree. */
function patternsIn(path: string, text: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern: source, flags } = node.regex as { pattern: string; flags: string }
      found.push({ path, source, flags })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(stripTypeScriptTypes(text)))
  return found
}

const SIZE = 100_000
const fill = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)

/** Texts of repeated characters, and near matches that make a pattern backtrack. */
const texts = [
  'a A 1 0 . - _ @ / = " , { [ ( 轻 : a. a@ @a 1. 1- a1 1a "a a- :: /a \\u'.split(' '),
  'token token= 13812345678 1381234567 a@b. a@b.c. "digest":" <script <script>'.split(' '),
  [' ', '\n', '\r\n', '1 ', 'a ', ' a', 'token ', 'code: ', '110105194912310021 ', ' src', 'at '],
  ['application/json ', '    at x\n', '::ffff:1.1.', '1.1.', `${'A'.repeat(27)} `],
  [`,"digest":"${'a'.repeat(22)}"`],
]
  .flat()
  .map(fill)

/**
 * Timings are not compared. A linear pattern needs about a millisecond for 100 kB; a quadratic one
 * needs 5,000,000,000 steps, which is tens of seconds, `ROUNDS` times for each text it is quadratic
 * on. The watchdog waits many times longer than a linear pattern needs for all texts, so a thread
 * that stays at one pattern that long is at a pattern that is not linear.
 */
const ROUNDS = 3
const WATCHDOG_MS = 20_000

function hangingPattern(job: PatternJob, watchdogMs = WATCHDOG_MS): Promise<Pattern | undefined> {
  const worker = new Worker(new URL('pattern-worker.ts', import.meta.url), { workerData: job })
  let current: Pattern | undefined
  return new Promise((resolve, reject) => {
    const watchdog = setTimeout(() => {
      void worker.terminate()
      resolve(current)
    }, watchdogMs)
    worker.on('message', (pattern: Pattern) => {
      current = pattern
      watchdog.refresh()
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(watchdog)
      resolve(undefined)
    })
  })
}

/** Patterns without outside input: they read our own built page and write our own amounts. */
const OWN_TEXT = new Set([
  String.raw`<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>`,
  String.raw`\B(?=(?:\d{3})+\.)`,
])

const sources = files.filter(({ path }) => ON_THE_SERVER.test(path))
const patterns = sources
  .flatMap(({ path, text }) => patternsIn(path, text))
  .filter(({ source }) => !OWN_TEXT.has(source))

it('finds the patterns that scrub logs, read headers and check fields', () => {
  expect(patterns.length).toBeGreaterThan(100)
  const paths = new Set(patterns.map(({ path }) => path))
  for (const path of [
    'packages/platform/src/log.ts',
    'apps/server/src/http/guards.ts',
    'packages/contract/src/features/system.ts',
  ]) {
    expect(paths).toContain(path)
  }
})

it('finds a quadratic pattern', async () => {
  const quadratic = { path: 'x.ts', source: String.raw`[^\s@]+@[^\s@]+`, flags: 'g' }
  const job = { patterns: [quadratic], texts, rounds: ROUNDS }
  expect(await hangingPattern(job, 5_000)).toEqual(quadratic)
})

it(
  'no pattern of the server is slow on 100 kB of text made to slow it',
  { timeout: 120_000 },
  async () => {
    const distinct = new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one]))
    expect(
      await hangingPattern({ patterns: [...distinct.values()], texts, rounds: ROUNDS }),
    ).toBeUndefined()
  },
)
