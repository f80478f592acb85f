import { Worker, parentPort, type Transferable } from 'node:worker_threads'

/** Runs work that would block the event loop in a few threads. */
type ThreadPool<Job, Result> = {
  run(job: Job, transfer?: readonly Transferable[]): Promise<Result>
  /** Stops the threads. The next job starts a new one. */
  stop(): Promise<void>
}

/** The messages to a thread and back. */
type ThreadJob<Job> = { readonly jobNo: number; readonly job: Job }
type ThreadAnswer<Result> =
  | { readonly jobNo: number; readonly result: Result }
  | { readonly jobNo: number; readonly fault: string }

type Waiting<Result> = (answer: ThreadAnswer<Result>) => void

/** Threads are started when first needed. A job goes to the thread with the fewest jobs. */
export function createThreadPool<Job, Result>(
  script: URL,
  { threads }: { readonly threads: number },
): ThreadPool<Job, Result> {
  const pool = Array.from({ length: threads }, () => createThread<Result>(script))
  return {
    async run(job, transfer = []) {
      const [thread] = pool.toSorted((one, other) => one.jobs() - other.jobs())
      if (!thread) throw new Error(`thread pool ${script.pathname}: no thread available`)
      const answer = await thread.run(job, transfer)
      if ('fault' in answer) throw new Error(`worker thread failed: ${answer.fault}`)
      return answer.result
    },
    stop: async () => void (await Promise.all(pool.map((thread) => thread.stop()))),
  }
}

function createThread<Result>(script: URL) {
  let worker: Worker | undefined
  let jobs = 0
  const waiting = new Map<number, Waiting<Result>>()

  function running(): Worker {
    if (worker) return worker
    const started = new Worker(script)
    // An idle thread does not keep the process alive; a busy one does.
    started.unref()
    started.on('message', (answer: ThreadAnswer<Result>) => settle(answer))
    started.on('error', (error) => giveUp(started, String(error)))
    started.on('exit', () => giveUp(started, 'the thread ended'))
    worker = started
    return started
  }

  function settle(answer: ThreadAnswer<Result>): void {
    waiting.get(answer.jobNo)?.(answer)
    waiting.delete(answer.jobNo)
    if (waiting.size === 0) worker?.unref()
  }

  function giveUp(gone: Worker, fault: string): void {
    if (worker !== gone) return
    worker = undefined
    for (const jobNo of waiting.keys()) settle({ jobNo, fault })
  }

  return {
    jobs: () => waiting.size,
    run: (job: unknown, transfer: readonly Transferable[]) =>
      new Promise<ThreadAnswer<Result>>((resolve) => {
        jobs += 1
        waiting.set(jobs, resolve)
        const thread = running()
        thread.ref()
        thread.postMessage({ jobNo: jobs, job } satisfies ThreadJob<unknown>, transfer)
      }),
    stop: async () => void (await worker?.terminate()),
  }
}

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
