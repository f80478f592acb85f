import { Worker } from 'node:worker_threads'

/** A worker thread that answers one request at a time. */
export type WorkerThread<Question, Answer> = {
  /** When the signal aborts, the caller gets an error, and a request that waits is not begun. */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>
  /** Starts the thread, so that the next request need not wait until it has loaded. */
  load(): void
  stop(): Promise<void>
}

/** Each waiting request may contain a whole picture. */
const WAITING_MAX = 64

/**
 * Runs a script in its own thread: started by the first request, restarted after a crash or
 * timeout. An idle thread does not keep the process alive.
 */
export function workerThread<Question, Answer>(
  script: URL,
  { patienceMs }: { patienceMs: number },
): WorkerThread<Question, Answer> {
  let worker: Worker | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    if (waiting >= WAITING_MAX) throw new Error('too many requests are waiting for the worker')
    waiting += 1
    const answer = last
      .then(() => {
        signal?.throwIfAborted()
        return answerTo(question)
      })
      .finally(() => (waiting -= 1))
    // A failed request was reported to its caller; the next one is not affected.
    last = answer.catch(() => undefined)
    return signal ? Promise.race([answer, rejectOnAbort(signal)]) : answer
  }

  async function answerTo(question: Question): Promise<Answer> {
    worker ??= start()
    try {
      return await exchange(worker, question, patienceMs)
    } catch (error) {
      await stop()
      throw error
    }
  }

  function start(): Worker {
    const started = new Worker(script)
    started.unref()
    // A thread that dies while idle is replaced at the next request.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function stop(): Promise<void> {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }

  return { ask, load: () => void (worker ??= start()), stop }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

function exchange<Answer>(worker: Worker, question: unknown, patienceMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const onExit = () => reject(new Error('the worker ended before it answered'))
  const timer = setTimeout(() => reject(new Error('the worker did not answer in time')), patienceMs)
  worker.on('message', resolve).on('error', reject).on('exit', onExit)
  worker.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  worker.postMessage(question)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
    worker.unref()
  })
}
