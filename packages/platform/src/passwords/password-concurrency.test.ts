import { describe, expect, it } from 'vitest'
import { Refused } from '#refused.ts'
import { createWorkQueue } from './password.ts'

describe('limited concurrency', () => {
  const withLimitedConcurrency = createWorkQueue(2)

  it('runs two at once, queues forty in order, and refuses more', async () => {
    const started: number[] = []
    let [running, runningMax] = [0, 0]
    const ends: (() => void)[] = []
    const results = Array.from({ length: 50 }, (_, index) =>
      withLimitedConcurrency(async () => {
        started.push(index)
        running += 1
        runningMax = Math.max(runningMax, running)
        await new Promise<void>((resolve) => ends.push(resolve))
        running -= 1
        return index
      }),
    )
    const settled = Promise.allSettled(results)
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(8)
    expect(refused.every((one) => 'reason' in one && one.reason instanceof Refused)).toBe(true)
    expect(started).toEqual(Array.from({ length: 42 }, (_, index) => index))
    expect(runningMax).toBe(2)
  })

  it('frees its place after a failure', async () => {
    for (let count = 0; count < 5; count += 1) {
      await expect(withLimitedConcurrency(() => Promise.reject(new Error('no')))).rejects.toThrow(
        'no',
      )
    }
    expect(await withLimitedConcurrency(async () => 'done')).toBe('done')
  })

  it('lets work that is first pass forty others, which do not take its places', async () => {
    const run = createWorkQueue(1)
    const order: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => async () => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    const others = Array.from({ length: 60 }, () => run(work('other')))
    const settled = Promise.allSettled(others)
    const member = run(work('member'), { isFirst: true })
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await member
    expect(order.slice(0, 3)).toEqual(['other', 'member', 'other'])
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(19)
  })
})
