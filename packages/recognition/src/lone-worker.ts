import { Worker } from 'node:worker_threads'

/** A thread that answers one question at a time. */
export type LoneWorker<Question, Answer> = {
  ask(question: Question): Promise<Answer>
  stop(): Promise<void>
}

/** Each waiting question may hold a whole picture. */
const WAITING_MAX = 64

/**
 * Gives a script a thread of its own: started at the first question, again after it died or hung.
 * An idle thread does not keep the process alive.
 */
export function loneWorker<Question, Answer>(
  script: URL,
  { patienceMs }: { patienceMs: number },
): LoneWorker<Question, Answer> {
  let worker: Worker | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  async function ask(question: Question): Promise<Answer> {
    if (waiting >= WAITING_MAX) throw new Error('Too many questions are waiting for the worker.')
    waiting += 1
    const answer = last.then(() => answerTo(question)).finally(() => (waiting -= 1))
    // A question that failed has told its own caller; the next one is none the worse for it.
    last = answer.catch(() => undefined)
    return answer
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
    // A thread that dies while nobody asks is only missed by the next one who does.
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

  return { ask, stop }
}

function exchange<Answer>(worker: Worker, question: unknown, patienceMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const onExit = () => reject(new Error('The worker ended before it answered.'))
  const timer = setTimeout(
    () => reject(new Error('The worker did not answer in time.')),
    patienceMs,
  )
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
