import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { ensureChromium } from '../product/chromium.ts'
import { files } from '../repository/repository.ts'
import { root } from '../root.ts'
import { run } from '../product/run.ts'
import { changedFiles, testsReachedBy } from '../tests/changed.ts'
import { lastDurations, recordDuration } from '../tests/durations.ts'
import { extentOf, MANY_CASES, runsPlain, type Extent } from '../tests/full-tests.ts'
import { planLine, progressLine, readCount } from '../tests/progress.ts'
import type { Stage } from '../tests/progress.ts'
import { readPlaywright, readVitest, runWithRerun } from '../tests/reports.ts'
import type { FilesReport, Report } from '../tests/reports.ts'
import { playwrightTimings, slowestFiles, vitestTimings } from '../tests/timings.ts'

const programs = join(root, 'node_modules/.bin')
const processors = availableParallelism()
const reports = mkdtempSync(join(tmpdir(), 'qingzhou-reports-'))
/** The slowest test files of a stage, shown at the end. */
const slowest = new Map<string, string>()
const environment = {
  ...process.env,
  PATH: `${programs}:${process.env['PATH']}`,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
}

/** Folders that the program of another one includes: workspaces import one another, and one program checks each file once. */
const checkedTogether = new Set(['apps', 'e2e'].flatMap(othersIncludedBy))

/** Without a terminal, too: a line now and then shows that the run goes on. */
const PROGRESS_EVERY_MS = 30_000

const TESTS = /\.test\.tsx?$/
const JOURNEYS = /\.spec\.ts$/

/** What the stages count that take minutes. */
const counted: Readonly<Record<string, Omit<Stage, 'name'>>> = {
  tests: { unit: 'files', total: filesOf('core', TESTS).length },
  browser: { unit: 'journeys' },
}

function filesOf(extent: Extent, kind: RegExp): string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => kind.test(path) && extentOf(path) === extent)
}

function plainFiles(): string[] {
  return files.map(({ path }) => path).filter((path) => TESTS.test(path) && runsPlain(path))
}

/** The report of a runner that wrote none. */
const none: FilesReport = {
  passed: 0,
  failed: 0,
  complaint: '',
  failedFiles: [],
  passedElsewhere: 0,
}

type RunFiles = (chosen: string[]) => Promise<FilesReport>

/** What passes only at the second try is listed. */
async function listUnsteady(runFiles: RunFiles, chosen: string[]): Promise<Report> {
  return runWithRerun(runFiles, { chosen, secondTry: 'listed' })
}

/** What passes only at the second try fails. */
async function failUnsteady(runFiles: RunFiles, chosen: string[]): Promise<Report> {
  return runWithRerun(runFiles, { chosen, secondTry: 'fails' })
}

type Stages = Record<string, () => Promise<Report>>

const checks: Stages = {
  format: () => check('oxfmt', '--check'),
  lint: () => check('oxlint', '--deny-warnings'),
  types,
  'dead code': () => check('knip'),
  tests: () => listUnsteady(vitest, filesOf('core', TESTS)),
}
/** Groups run one after the other, the stages of a group side by side: some keep one core busy, some two. */
const stages: Record<string, () => Promise<Stages[]> | Stages[]> = {
  all: () => [checks, { browser: () => listUnsteady(browser, filesOf('core', JOURNEYS)) }],
  full: () => [
    { tests: () => failUnsteady(vitest, filesOf('full', TESTS)) },
    {
      'tests with many cases': () =>
        failUnsteady((chosen) => vitest(chosen, MANY_CASES.variables), MANY_CASES.files),
    },
    {
      'tests without pipeline': () =>
        failUnsteady((chosen) => vitest(chosen, { DATABASE_PIPELINE: 'off' }), plainFiles()),
    },
    { browser: () => failUnsteady(browser, filesOf('full', JOURNEYS)) },
  ],
  quick: () => [checks],
  browser: () => [{ browser: () => listUnsteady(browser, []) }],
  changed: async () => [await checksOfChange()],
}

const words = process.argv.slice(2)
// `npm run check -- --changed` appends to the script's own word.
const wanted = words.includes('--changed') ? 'changed' : (words[0] ?? 'all')
const chosen = stages[wanted]
if (!chosen) throw new Error(`Name one of: ${Object.keys(stages).join(', ')}.`)
await runStages(await chosen())

/** What a change since the main branch can break, without the tests that only start the whole product. */
async function checksOfChange(): Promise<Stages> {
  const changed = await changedFiles()
  const sources = changed.filter((path) => /\.tsx?$/.test(path))
  const reached = testsReachedBy(changed, files)
  console.log(`${changed.length} files changed, ${reached.length} test files reached`)
  return {
    format: () => check('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed),
    ...(sources.length > 0 && {
      lint: () => check('oxlint', '--deny-warnings', ...sources),
      types,
    }),
    tests: () => listUnsteady(vitest, reached),
  }
}

async function runStages(groups: readonly Stages[]): Promise<void> {
  const totals = { passed: 0, failed: 0 }
  // Estimates are kept for the usual runs only.
  const isWhole = wanted !== 'changed' && wanted !== 'full'
  if (isWhole) console.log(planLine(groups.map(stagesOf), { last: lastDurations(), processors }))
  const runStage = async (name: string, stage: () => Promise<Report>) => {
    const started = performance.now()
    const secondsSince = () => (performance.now() - started) / 1000
    const shown = showProgress(name, secondsSince)
    const report = await stage().catch(faulty)
    clearInterval(shown)
    const seconds = `${secondsSince().toFixed(1)} s`
    if (isWhole && !report.failed) recordDuration(name, secondsSince())
    const verdict = report.failed ? `${report.failed} failed` : `${report.passed} passed`
    console.log(`${name.padEnd(10)}${seconds.padStart(7)}   ${verdict}`)
    for (const title of report.unsteady ?? []) console.log(`  at the second try: ${title}`)
    if (report.failed) console.log(`\n${report.complaint.trim()}\n`)
    totals.passed += report.passed
    totals.failed += report.failed
  }
  for (const group of groups) {
    await Promise.all(Object.entries(group).map(([name, stage]) => runStage(name, stage)))
  }
  rmSync(reports, { recursive: true })
  for (const [name, lines] of slowest) console.log(`\nSlowest files of ${name}:\n${lines}`)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  process.exitCode = totals.failed ? 1 : 0
}

function stagesOf(group: Stages): Stage[] {
  return Object.keys(group).map((name) => ({ name, ...counted[name] }))
}

/** Prints now and then how far a stage is that counts. */
function showProgress(name: string, secondsSince: () => number): NodeJS.Timeout {
  const show = () => {
    if (!counted[name]) return
    console.log(progressLine({ name, ...counted[name] }, secondsSince(), readCount(countOf(name))))
  }
  return setInterval(show, PROGRESS_EVERY_MS)
}

/** Where the runner of a stage writes how far it is. */
function countOf(name: string): string {
  return join(reports, `${name}-count.json`)
}

function faulty(error: unknown): Report {
  const complaint = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { passed: 0, failed: 1, complaint }
}

async function check(program: string, ...parameters: string[]): Promise<Report> {
  const { code, output } = await command(program, parameters)
  return code === 0
    ? { passed: 1, failed: 0, complaint: '' }
    : { passed: 0, failed: 1, complaint: output }
}

function command(program: string, parameters: string[], variables: NodeJS.ProcessEnv = {}) {
  return run(join(programs, program), parameters, {
    cwd: root,
    env: { ...environment, ...variables },
  })
}

async function types(): Promise<Report> {
  const folders = globSync('{.,apps,apps/*,packages/*,e2e,qa,tools}/tsconfig.json', { cwd: root })
    .map((project) => dirname(project))
    .filter((folder) => !checkedTogether.has(folder) && !checkedTogether.has(`${folder}/src`))
  const results = await Promise.all(folders.map((folder) => check('tsc', '-p', folder)))
  const complaint = results.map((result) => result.complaint).join('')
  const failed = results.some((result) => result.failed) ? 1 : 0
  return { passed: 1 - failed, failed, complaint }
}

function othersIncludedBy(folder: string): string[] {
  // A file of this repository.
  const { include } = JSON.parse(readFileSync(join(root, folder, 'tsconfig.json'), 'utf8')) as {
    include: string[]
  }
  return include.filter((path) => path !== '.').map((path) => join(folder, path))
}

async function vitest(chosen: string[], variables: NodeJS.ProcessEnv = {}): Promise<FilesReport> {
  const variant = Object.keys(variables).join('')
  const file = join(reports, `vitest-${chosen.length}${variant}.json`)
  const reporters = ['--reporter=json', '--reporter=./tools/tests/vitest-progress.ts']
  const { code, output } = await command(
    'vitest',
    ['run', ...reporters, `--outputFile.json=${file}`, ...chosen],
    { PROGRESS_FILE: countOf('tests'), ...variables },
  )
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const report = text === undefined ? none : readVitest(text, root)
  if (text !== undefined && !slowest.has('tests')) {
    slowest.set('tests', slowestFiles(vitestTimings(text, root)))
  }
  return { ...report, ...outcomeOf(code, output, report) }
}

async function browser(chosen: string[]): Promise<FilesReport> {
  const file = join(reports, `playwright-${chosen.length}.json`)
  const { code, output } = await command(
    'playwright',
    ['test', '-c', 'e2e', '--reporter=json,./tools/tests/playwright-progress.ts', ...chosen],
    {
      PROGRESS_FILE: countOf('browser'),
      CHROMIUM_PATH: await ensureChromium((line) => console.log(`\n${line}`)),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  )
  if (!existsSync(file)) return { ...none, ...outcomeOf(code, output, none) }
  const text = readFileSync(file, 'utf8')
  if (!slowest.has('browser')) slowest.set('browser', slowestFiles(playwrightTimings(text)))
  const report = readPlaywright(text)
  return { ...report, ...outcomeOf(code, output, report) }
}

/**
 * A runner that failed without a failed test (an unhandled error, no tests at all) counts as
 * failed.
 */
function outcomeOf(code: number, output: string, report: Report): Report {
  const hasRun = code === 0 && report.passed > 0
  return hasRun || report.failed ? report : { ...report, failed: 1, complaint: output }
}
