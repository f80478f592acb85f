import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

import { writeCount } from './progress.ts'

/** Counts the journeys that have run. One that fails is tried again first. */
export default class PlaywrightProgress implements Reporter {
  private readonly count = { done: 0, total: 0, failed: 0 }

  onBegin(_: unknown, suite: { allTests(): readonly unknown[] }): void {
    this.count.total = suite.allTests().length
    writeCount(this.count)
  }

  onTestEnd(
    test: Pick<TestCase, 'expectedStatus' | 'retries'>,
    { status, retry }: Pick<TestResult, 'status' | 'retry'>,
  ): void {
    const hasFailed = status !== test.expectedStatus
    if (hasFailed && retry < test.retries) return
    this.count.done += 1
    if (hasFailed) this.count.failed += 1
    writeCount(this.count)
  }

  printsToStdio(): boolean {
    return false
  }
}
