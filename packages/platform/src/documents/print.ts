import { createThreadPool } from '#thread-pool.ts'
import type { PrintableDocument } from './document.ts'

/** Documents are served under single-use links: `/documents/<token>`. */
export const DOCUMENTS_PATH = '/documents'

/** Prints documents as PDF. Layout takes a third of a second, so it runs in its own thread. */
export type Printer = {
  print(document: PrintableDocument): Promise<Buffer>
  /** Stops the thread. The next document starts another. */
  stop(): Promise<void>
}

export function createPrinter(): Printer {
  const script = new URL('print-worker.ts', import.meta.url)
  const threads = createThreadPool<PrintableDocument, Uint8Array>(script, { threads: 1 })
  return {
    async print(document) {
      return Buffer.from(await threads.run(document))
    },
    stop: () => threads.stop(),
  }
}
