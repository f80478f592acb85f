import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import type { Printed, PrintJob } from './print-worker.ts'

/** Prints papers as PDF. Setting a page is work for a third of a second: it has a thread of its own. */
export type Printer = {
  print(paper: Paper): Promise<Buffer>
  /** Ends the thread; the next paper starts another. */
  stop(): Promise<void>
}

export function createPrinter(): Printer {
  let worker: Worker | undefined
  let jobs = 0
  const waiting = new Map<number, (printed: Printed) => void>()

  function running(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('print-worker.ts', import.meta.url))
    // An idle printer keeps no process alive; one at work does.
    started.unref()
    started.on('message', (printed: Printed) => settle(printed))
    started.on('error', (error) => giveUp(started, String(error)))
    started.on('exit', () => giveUp(started, 'the printer stopped'))
    worker = started
    return started
  }

  function settle(printed: Printed): void {
    waiting.get(printed.jobNo)?.(printed)
    waiting.delete(printed.jobNo)
    if (waiting.size === 0) worker?.unref()
  }

  function giveUp(gone: Worker, fault: string): void {
    if (worker !== gone) return
    worker = undefined
    for (const jobNo of waiting.keys()) settle({ jobNo, fault })
  }

  return {
    async print(paper) {
      jobs += 1
      const job: PrintJob = { jobNo: jobs, paper }
      const printed = await new Promise<Printed>((resolve) => {
        waiting.set(job.jobNo, resolve)
        const printer = running()
        printer.ref()
        // A thread is no window: there is no origin to name.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        printer.postMessage(job)
      })
      if ('fault' in printed) throw new Error(`a paper could not be printed: ${printed.fault}`)
      return Buffer.from(printed.pdf)
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
