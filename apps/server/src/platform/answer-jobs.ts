import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadAnswer, ThreadJob } from './thread-pool.ts'

/** The result of a job, and the buffers to transfer instead of copy. */
export type JobDone<Result> = {
  readonly result: Result
  readonly transfer?: readonly Transferable[]
}

/** Runs in a worker script of a thread pool: answers each job with its result or its error. */
export function answerJobs(work: (job: never) => Promise<JobDone<unknown>>): void {
  // The pool sends only jobs of this script's type.
  parentPort?.on('message', ({ jobNo, job }: ThreadJob<never>) => {
    void work(job).then(
      ({ result, transfer = [] }) => answer({ jobNo, result }, transfer),
      (error: unknown) => answer({ jobNo, fault: String(error) }, []),
    )
  })
}

function answer(message: ThreadAnswer<unknown>, transfer: readonly Transferable[]): void {
  parentPort?.postMessage(message, transfer)
}
