import { describe, expect, it } from 'vitest'

import { workerThread } from './worker-thread.ts'

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    let asked = 0
    parentPort.on('message', (question) => {
      asked += 1
      if (question === 'die') process.exit(1)
      if (question === 'throw') throw new Error('It cannot be done.')
      if (question === 'hang') for (;;);
      if (question !== 'silence') parentPort.postMessage({ question, asked, threadId })
    })
  `)}`,
)

type Answer = { question: string; asked: number; threadId: number }

describe('workerThread', () => {
  it('answers sequential requests, each with its own answer, from one thread', async () => {
    const worker = startWorker(5_000)
    const answers = await Promise.all(['one', 'two', 'three'].map((word) => worker.ask(word)))
    await worker.stop()
    expect(answers.map(({ question, asked }) => [question, asked])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ])
    expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(1)
  })

  it.each(['die', 'throw', 'hang', 'silence'])(
    'fails only the request that makes it %s, and restarts',
    async (trouble) => {
      const worker = startWorker(2_000)
      const questions = ['before', trouble, 'after'].map((word) => worker.ask(word))
      const outcomes = await Promise.allSettled(questions)
      await worker.stop()
      expect(outcomes).toMatchObject([
        { status: 'fulfilled', value: { question: 'before', asked: 1 } },
        { status: 'rejected' },
        { status: 'fulfilled', value: { question: 'after', asked: 1 } },
      ])
    },
  )

  it('restarts when called after it was stopped', async () => {
    const worker = startWorker(5_000)
    const first = await worker.ask('one')
    await worker.stop()
    const second = await worker.ask('two')
    await worker.stop()
    expect(second.asked).toBe(1)
    expect(second.threadId).not.toBe(first.threadId)
  })

  it('gives a request up when its signal aborts, and does not begin one that waits', async () => {
    const worker = startWorker(60_000)
    await worker.ask('one')
    const [running, queued] = [new AbortController(), new AbortController()]
    const silent = worker.ask('silence', running.signal)
    const waiting = worker.ask('three', queued.signal)
    queued.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    running.abort(new Error('no longer wanted'))
    await expect(silent).rejects.toThrow('no longer wanted')
    await worker.stop()
    expect(await worker.ask('after')).toMatchObject({ asked: 1 })
    await worker.stop()
  })

  it('refuses requests when its queue is full', async () => {
    const worker = startWorker(5_000)
    const questions = Array.from({ length: 70 }, (_, at) => worker.ask(String(at)))
    const outcomes = await Promise.allSettled(questions)
    await worker.stop()
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  })
})

function startWorker(patienceMs: number) {
  return workerThread<string, Answer>(script, { patienceMs })
}
