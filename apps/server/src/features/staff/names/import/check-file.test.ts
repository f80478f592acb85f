import { expect, it } from 'vitest'
import { csvOf, peopleFrom } from '#features/staff/names/testing/people.ts'
import { checkFile } from './import-names.ts'

const file = Buffer.from(csvOf(peopleFrom(1, 3)))
const unreadable = {
  rows: 0,
  employees: [],
  problems: [{ line: 1, message: expect.stringContaining('无法读取') }],
}

it('a file is read in a thread of its own', async () => {
  const checked = await checkFile(file)
  expect(checked).toEqual({ rows: 3, employees: peopleFrom(1, 3), problems: [] })
  expect(file.length).toBeGreaterThan(0)
})

it('a file that wants more memory than there is for it is refused, and only that', async () => {
  const large = Buffer.from(csvOf(peopleFrom(1, 50_000)))
  expect(await checkFile(large, { heapMb: 12, timeoutMs: 45_000 })).toEqual(unreadable)
  expect(await checkFile(file)).toMatchObject({ rows: 3 })
})

it('a file that takes too long is refused', async () => {
  expect(await checkFile(file, { heapMb: 256, timeoutMs: 1 })).toEqual(unreadable)
})
