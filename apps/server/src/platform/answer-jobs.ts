import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadAnswer, ThreadJob } from './thread-pool.ts'

/** The result of a job, and those of its buffers that are handed over instead of copied. */
export type JobDone<Result> = {
  readonly result: Result
  readonly transfer?: readonly Transferable[]
}

/** Called once by the script of a thread pool: answers each job with its result or its fault. */
export function answerJobs(work: (job: never) => Promise<JobDone<unknown>>): void {
  // A pool sends the jobs of its own script only.
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
