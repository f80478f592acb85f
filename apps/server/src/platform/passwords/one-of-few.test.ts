import { describe, expect, it } from 'vitest'
import { Refused } from '#platform/refused.ts'
import { oneOfFew } from './password.ts'

describe('expensive work', () => {
  it('runs two at once, keeps forty waiting in their order, and refuses more', async () => {
    const started: number[] = []
    let [running, runningMax] = [0, 0]
    const ends: (() => void)[] = []
    const results = Array.from({ length: 50 }, (_, index) =>
      oneOfFew(async () => {
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

  it('gives its place back when it fails', async () => {
    for (let count = 0; count < 5; count += 1) {
      await expect(oneOfFew(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
    expect(await oneOfFew(async () => 'done')).toBe('done')
  })
})
