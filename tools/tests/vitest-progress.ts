import type { Reporter } from 'vitest/node'

import { writeCount } from './progress.ts'

/** Counts the test files that have run. */
export default class VitestProgress implements Reporter {
  private readonly count = { done: 0, total: 0, failed: 0 }

  onTestRunStart(files: readonly unknown[]): void {
    this.count.total = files.length
    writeCount(this.count)
  }

  onTestModuleEnd(file: { readonly ok: () => boolean }): void {
    this.count.done += 1
    if (!file.ok()) this.count.failed += 1
    writeCount(this.count)
  }

  /** An error outside a test fails the run, and no other reporter shows it. */
  onTestRunEnd(_: unknown, errors: readonly { readonly stack?: string }[]): void {
    for (const { stack } of errors) console.error(`Unhandled: ${stack}`)
  }
}
