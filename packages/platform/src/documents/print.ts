import { createThreadPool } from '#thread-pool.ts'
import type { Paper } from './paper.ts'

/** Documents are served under single-use links: `/papers/<token>`. */
export const PAPERS_PATH = '/papers'

/** Prints documents as PDF. Layout takes a third of a second, so it runs in its own thread. */
export type Printer = {
  print(paper: Paper): Promise<Buffer>
  /** Stops the thread. The next document starts another. */
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
