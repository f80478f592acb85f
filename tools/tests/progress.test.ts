import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import PlaywrightProgress from './playwright-progress.ts'
import { planLine, progressLine, readCount } from './progress.ts'
import VitestProgress from './vitest-progress.ts'

const tests = { name: 'tests', unit: 'files', total: 590 }
const browser = { name: 'browser', unit: 'journeys' }
const groups = [[{ name: 'lint' }, tests], [browser]]

describe('the plan of a test run', () => {
  it('names the stages, and estimates the first run by the processors', () => {
    expect(planLine(groups, { last: {}, processors: 2 })).toBe(
      'Runs lint, tests (590 files); then browser. About 16 min, on 2 processors without other work.',
    )
  })

  it('says how long the last run took, stages side by side counted once', () => {
    const last = { lint: 30, tests: 600, browser: 900 }
    expect(planLine(groups, { last, processors: 2 })).toContain('About 25 min, like the last time.')
  })
})

describe('the progress of a stage', () => {
  let folder: string
  let path: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'qingzhou-progress-'))
    path = join(folder, 'count.json')
    vi.stubEnv('PROGRESS_FILE', path)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })

  it('counts the test files of vitest', () => {
    const reporter = new VitestProgress()
    expect(progressLine(tests, 5, readCount(path))).toBe('tests        0:05   starting')
    reporter.onTestRunStart([{}, {}, {}])
    reporter.onTestModuleEnd({ ok: () => true })
    reporter.onTestModuleEnd({ ok: () => false })
    expect(progressLine(tests, 150, readCount(path))).toBe(
      'tests        2:30   2 of 3 files, 1 failed',
    )
  })

  it('counts a journey of Playwright once, however often it is tried', () => {
    const reporter = new PlaywrightProgress()
    const journey = { expectedStatus: 'passed', retries: 1 } as const
    reporter.onBegin({}, { allTests: () => Array.from({ length: 4 }) })
    reporter.onTestEnd(journey, { status: 'failed', retry: 0 })
    reporter.onTestEnd(journey, { status: 'passed', retry: 1 })
    reporter.onTestEnd(journey, { status: 'timedOut', retry: 1 })
    expect(readCount(path)).toEqual({ done: 2, total: 4, failed: 1 })
  })
})
