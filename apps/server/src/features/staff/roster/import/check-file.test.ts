import { expect, it } from 'vitest'
import { csvOf, peopleFrom } from '#features/staff/roster/testing/people.ts'
import { checkFile } from './import-names.ts'

const file = Buffer.from(csvOf(peopleFrom(1, 3)))
const unreadable = {
  rows: 0,
  employees: [],
  problems: [{ line: 1, message: expect.stringContaining('无法读取') }],
}

it('checkFile reads a file in a worker thread', async () => {
  const checked = await checkFile(file)
  expect(checked).toEqual({ rows: 3, employees: peopleFrom(1, 3), problems: [] })
  expect(file.length).toBeGreaterThan(0)
})

it('checkFile refuses a file that exceeds its memory limit, and still reads others', async () => {
  const large = Buffer.from(csvOf(peopleFrom(1, 50_000)))
  expect(await checkFile(large, { heapMb: 12, timeoutMs: 45_000 })).toEqual(unreadable)
  expect(await checkFile(file)).toMatchObject({ rows: 3 })
})

it('checkFile refuses a file that takes too long', async () => {
  expect(await checkFile(file, { heapMb: 256, timeoutMs: 1 })).toEqual(unreadable)
})
