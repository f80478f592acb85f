import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('runs a limited number at once, queues the others, and a failure frees its place', async () => {
  const inTurn = createConcurrencyLimit({ atOnce: 2, ofOneOwner: 9 })
  let busy = 0
  let most = 0
  const work = (n: number) =>
    inTurn('one', async () => {
      busy += 1
      most = Math.max(most, busy)
      await new Promise((resolve) => setImmediate(resolve))
      busy -= 1
      if (n % 2 === 0) throw new Error(`failed ${n}`)
      return n
    })
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, n) => work(n)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(most).toBe(2)
  expect(await work(1)).toBe(1)
})

it('queues a few per owner, refuses more, and still serves other owners', async () => {
  const inTurn = createConcurrencyLimit({ atOnce: 1, ofOneOwner: 3 })
  const work = (owner: string) => inTurn(owner, async () => owner)
  const runs = ['greedy', 'greedy', 'greedy', 'greedy', 'modest'].map(work)
  const all = await Promise.allSettled(runs)
  expect(all.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 3 }, () => 'fulfilled'),
    'rejected',
    'fulfilled',
  ])
  expect(await work('greedy')).toBe('greedy')
})
