import { stripVTControlCharacters } from 'node:util'

/**
 * The result of a stage: how many of its checks passed and failed, and the messages. `unsteady` are
 * those that passed on the second attempt: not a failure, but worth checking.
 */
export type Report = { passed: number; failed: number; complaint: string; unsteady?: string[] }

/**
 * With the files that have failures, which can be run alone, and how many tests passed in the other
 * files.
 */
export type FilesReport = Report & { failedFiles: string[]; passedElsewhere: number }

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function readVitest(text: string, folder: string): FilesReport {
  // The shape is the one vitest documents for its json reporter.
  const report = JSON.parse(text) as VitestReport
  const nameOf = (file: { name: string }) => file.name.replace(`${folder}/`, '')
  const complaints = report.testResults.flatMap((file) => {
    const name = nameOf(file)
    const failures = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
    // A file that could not be loaded fails without a single test.
    const isBroken = file.status === 'failed' && failures.length === 0
    return isBroken ? [`${name}\n${file.message}`] : failures
  })
  const failedFiles = report.testResults.filter(({ status }) => status === 'failed').map(nameOf)
  const passedElsewhere = report.testResults
    .filter(({ status }) => status !== 'failed')
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed').length
  return { ...summary(report.numPassedTests, complaints), failedFiles, passedElsewhere }
}

type PlaywrightSpec = {
  title: string
  ok: boolean
  tests: { status: string; results: { errors: { message?: string }[] }[] }[]
}

type PlaywrightSuite = { title: string; suites?: PlaywrightSuite[]; specs?: PlaywrightSpec[] }

type PlaywrightReport = {
  stats: { expected: number; flaky: number }
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

export function readPlaywright(text: string): FilesReport {
  // The shape is the one Playwright documents for its json reporter.
  const report = JSON.parse(text) as PlaywrightReport
  const complaints = [
    ...report.errors.map(({ message }) => message ?? 'Playwright failed.'),
    ...report.suites.flatMap((suite) => complaintsOf(suite, suite.title)),
  ]
  const { expected, flaky } = report.stats
  const unsteady = report.suites.flatMap((suite) => unsteadyOf(suite, suite.title))
  const failed = report.suites.filter((suite) => complaintsOf(suite, suite.title).length > 0)
  const passedElsewhere = report.suites
    .filter((suite) => !failed.includes(suite))
    .reduce((total, suite) => total + countPassed(suite), 0)
  return {
    ...summary(expected + flaky, complaints),
    // Its outermost suites are files.
    failedFiles: failed.map(({ title }) => title),
    passedElsewhere,
    ...(unsteady.length > 0 && { unsteady: unsteady.map(readable) }),
  }
}

function countPassed({ specs = [], suites = [] }: PlaywrightSuite): number {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'expected' || status === 'flaky').length
  return suites.reduce((total, suite) => total + countPassed(suite), own)
}

function complaintsOf(suite: PlaywrightSuite, path: string): string[] {
  const failures = (suite.specs ?? []).filter(({ ok }) => !ok).map((spec) => failureOf(spec, path))
  const inner = (suite.suites ?? []).flatMap((child) =>
    complaintsOf(child, `${path} › ${child.title}`),
  )
  return [...failures, ...inner]
}

function unsteadyOf(suite: PlaywrightSuite, path: string): string[] {
  const own = (suite.specs ?? [])
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => failureOf(spec, path))
  const inner = (suite.suites ?? []).flatMap((child) =>
    unsteadyOf(child, `${path} › ${child.title}`),
  )
  return [...own, ...inner]
}

function failureOf({ title, tests }: PlaywrightSpec, path: string): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return `${path} › ${title}\n${errors.map(({ message }) => message ?? '').join('\n')}`
}

function summary(passed: number, complaints: string[]): Report {
  return { passed, failed: complaints.length, complaint: readable(complaints.join('\n\n')) }
}

/** Stack frames inside the test runner, and colours, are not useful. */
function readable(text: string): string {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^ +at (.*node_modules|new Promise)/.test(line))
    .join('\n')
}

/** More failed files than this have a common cause, which a second run would not change. */
const RERUN_FILES_MAX = 3

/** Whether a test that fails and then passes is listed in the report, or fails the run. */
export type SecondTry = 'listed' | 'fails'

/** Runs test files, and those that failed again alone: they fail, or passed at the second try. */
export async function runWithRerun(
  runFiles: (chosen: string[]) => Promise<FilesReport>,
  { chosen, secondTry }: { readonly chosen: string[]; readonly secondTry: SecondTry },
): Promise<Report> {
  const report = await rerunFailed(runFiles, chosen)
  return secondTry === 'fails' ? failUnsteady(report) : report
}

async function rerunFailed(
  runFiles: (chosen: string[]) => Promise<FilesReport>,
  chosen: string[],
): Promise<Report> {
  const { failedFiles, passedElsewhere, ...together } = await runFiles(chosen)
  if (failedFiles.length === 0 || failedFiles.length > RERUN_FILES_MAX) return together
  const alone = await runFiles(failedFiles)
  if (alone.failed > 0) return together
  const unsteady = [...(together.unsteady ?? []), together.complaint]
  return { passed: passedElsewhere + alone.passed, failed: 0, complaint: '', unsteady }
}

function failUnsteady({ unsteady = [], ...report }: Report): Report {
  const sentences = unsteady.map(
    (failure) =>
      `Passed only at the second try, which fails this run. Find the cause of the first failure:\n${failure}`,
  )
  return {
    passed: report.passed - unsteady.length,
    failed: report.failed + unsteady.length,
    complaint: [report.complaint, ...sentences].filter((text) => text !== '').join('\n\n'),
  }
}
