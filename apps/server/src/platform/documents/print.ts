import { createThreadPool } from '#platform/thread-pool.ts'
import type { Paper } from './paper.ts'

/** Prints papers as PDF. Setting a page is work for a third of a second: it has a thread of its own. */
export type Printer = {
  print(paper: Paper): Promise<Buffer>
  /** Ends the thread; the next paper starts another. */
  stop(): Promise<void>
}

export function createPrinter(): Printer {
  const script = new URL('print-worker.ts', import.meta.url)
  const threads = createThreadPool<Paper, Uint8Array>(script, { threads: 1 })
  return {
    async print(paper) {
      return Buffer.from(await threads.run(paper))
    },
    stop: () => threads.stop(),
  }
}
