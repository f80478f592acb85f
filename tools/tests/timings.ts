/** The duration of a test file, hooks included where the runner reports them. */
export type FileTiming = { readonly file: string; readonly seconds: number }

const SHOWN = 12

type VitestReport = { testResults: { name: string; startTime: number; endTime: number }[] }

export function vitestTimings(text: string, folder: string): FileTiming[] {
  // The shape is the one vitest documents for its json reporter.
  const { testResults } = JSON.parse(text) as VitestReport
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(`${folder}/`, ''),
    seconds: (endTime - startTime) / 1000,
  }))
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { tests: { results: { duration: number }[] }[] }[]
}

export function playwrightTimings(text: string): FileTiming[] {
  // The shape is the one Playwright documents for its json reporter: its outermost suites are files.
  const { suites } = JSON.parse(text) as { suites: PlaywrightSuite[] }
  return suites.map((suite) => ({ file: suite.title, seconds: durationOf(suite) / 1000 }))
}

function durationOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((total, { duration }) => total + duration, 0)
  return suites.reduce((total, suite) => total + durationOf(suite), own)
}

/** The slowest files, one per line. */
export function slowestFiles(timings: readonly FileTiming[]): string {
  return timings
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(9)} s  ${file}`)
    .join('\n')
}
