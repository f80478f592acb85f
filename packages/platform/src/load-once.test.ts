import { expect, it } from 'vitest'
import { loadOnce } from './load-once.ts'

it('a value is loaded once, and a failed load is repeated at the next use', async () => {
  let loads = 0
  const value = loadOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('not readable')
    return loads
  })
  await expect(Promise.all([value(), value()])).rejects.toThrow('not readable')
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
  expect(await value()).toBe(2)
})
