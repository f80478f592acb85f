import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@qingzhou/platform/database/database'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import {
  csvOf,
  peopleFrom,
  personOf,
  rowOf,
  TITLES,
  importFile,
  send,
  start,
} from '#features/staff/roster/testing/people.ts'
import { workbook } from '#features/staff/roster/testing/workbook.ts'
import { importNames } from './import-names.ts'
import { endImport, findImport, lockRunningImport } from './import-store.ts'

let product: TestProduct
let operator: TestStaff
beforeAll(async () => {
  // A high limit: event loop lag on a slow machine is not under test.
  product = await startTestProduct({ EVENT_LOOP_LAG_MS_MAX: '60000' })
  operator = await newStaff(product, ['operator'])
})
afterAll(() => product.stop())
beforeEach(async () => {
  const { database } = product.services
  await database.query('DELETE FROM employee_roster')
  await database.query('DELETE FROM roster_imports')
  await database.query('DELETE FROM tasks')
  await database.query('DELETE FROM upload_parts')
  await database.query('DELETE FROM uploads')
})

async function count(sql: string): Promise<number> {
  const [row] = await product.services.database.query<{ count: bigint }>(sql)
  return Number(row?.count)
}
const countListed = () => count('SELECT count(*) FROM employee_roster')
const partsKept = () => count('SELECT count(*) FROM upload_parts')

const countLockWaits = () =>
  count(`SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)

const progressOf = (importNo: string, staff = operator) =>
  staff.client.api.staff.importNames({ act: 'progress', importNo })

describe('a roster import', () => {
  it.each([
    ['a text file', Buffer.from(`\uFEFF${csvOf(peopleFrom(1, 3))}`)],
    ['a workbook', workbook({ rows: [TITLES, ...peopleFrom(1, 3).map(rowOf)] })],
  ])('adds everyone in %s to the roster and keeps nothing of the file', async (_, file) => {
    expect(await importFile(product, operator, file)).toMatchObject({
      state: 'done',
      rows: 3,
      rowsDone: 3,
      added: 3,
      already: 0,
      problems: [],
      problemsTotal: 0,
    })
    const { names, total } = await operator.client.api.staff.names({ pageNo: 1 })
    expect(total).toBe(3)
    expect(names.map(({ mobile }) => mobile)).toEqual(['139****0003', '139****0002', '139****0001'])
    expect(await partsKept()).toBe(0)
  })

  it('adds nothing in a second worker that gets the import after it has ended', async () => {
    const importNo = await start(operator, csvOf(peopleFrom(1, 3)))
    const { services } = product
    let second: Promise<void> | undefined
    await services.database.inTransaction(async (tx) => {
      await lockRunningImport(tx, importNo)
      second = importNames(services, importNo)
      await expect.poll(() => countLockWaits()).toBe(1)
      const ended = { importNo, state: 'done', endedAt: services.now(), rows: 3, added: 3 } as const
      await endImport(tx, services, { ...ended, problems: [] })
    })
    await second
    expect(await countListed()).toBe(0)
  })

  it('counts existing entries and leaves them unchanged', async () => {
    await operator.client.api.staff.addName({ ...personOf(2), employer: '老单位' })
    const answer = await importFile(product, operator, csvOf(peopleFrom(1, 3)))
    expect(answer).toMatchObject({ state: 'done', rows: 3, added: 2, already: 1 })
    const { total } = await operator.client.api.staff.names({ search: '老单位', pageNo: 1 })
    expect(total).toBe(1)
  })

  it('adds nothing when a single row is invalid, and reports that row', async () => {
    const people = [...peopleFrom(1, 5), { ...personOf(6), idNumber: '990301199001010000' }]
    expect(await importFile(product, operator, csvOf(people))).toMatchObject({
      state: 'refused',
      rows: 6,
      added: 0,
      problems: [{ line: 7, column: '身份证号', message: '身份证号有误，请与证件核对' }],
      problemsTotal: 1,
    })
    expect([await countListed(), await partsKept()]).toEqual([0, 0])
  })

  it('returns the first 200 problems and the total', async () => {
    const people = peopleFrom(1, 300).map((person) => ({ ...person, mobile: '1' }))
    const { problems, problemsTotal } = await importFile(product, operator, csvOf(people))
    expect([problems.length, problemsTotal]).toEqual([200, 300])
  })

  it('is a new import when the same file is uploaded again', async () => {
    const file = csvOf(peopleFrom(1, 2))
    const first = await importFile(product, operator, file)
    await product.services.database.query('DELETE FROM employee_roster')
    const second = await importFile(product, operator, file)
    expect(second).toMatchObject({ state: 'done', added: 2 })
    expect(second.importNo).not.toBe(first.importNo)
  })
})

describe('the import calls', () => {
  it('refuse to start without a complete upload', async () => {
    const starting = operator.client.api.staff.importNames({
      act: 'start',
      uploadNo: 'no-such-upload-at-all',
    })
    await expect(starting).rejects.toThrow('没有找到这次导入')
  })

  it('start one import for repeated and concurrent requests', async () => {
    const { uploadNo } = await send(operator, csvOf(peopleFrom(1, 2)))
    const begin = () => operator.client.api.staff.importNames({ act: 'start', uploadNo })
    const begun = await Promise.all([begin(), begin(), begin()])
    expect(new Set(begun.map(({ importNo }) => importNo)).size).toBe(1)
    await product.runTasks()
    // A retry after a lost answer returns the result.
    expect(await begin()).toMatchObject({ importNo: begun[0]?.importNo, state: 'done', added: 2 })
  })

  it('refuse a second import while another one is running', async () => {
    const colleague = await newStaff(product, ['operator'])
    const first = csvOf(peopleFrom(1, 2))
    const second = csvOf(peopleFrom(3, 2))
    const outcomes = await Promise.allSettled([start(operator, first), start(colleague, second)])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { message: expect.stringContaining('正在进行') } }])
    await product.runTasks()
    expect(await countListed()).toBe(2)
    await importFile(product, operator, first)
    await importFile(product, colleague, second)
    expect(await countListed()).toBe(4)
  })

  it('show the progress only to the member who started it', async () => {
    const colleague = await newStaff(product, ['admin'])
    const importNo = await start(operator, csvOf([personOf(1)]))
    expect(await progressOf(importNo)).toMatchObject({ state: 'waiting', rows: 0 })
    await expect(progressOf(importNo, colleague)).rejects.toThrow('没有找到这次导入')
    await expect(progressOf('made-up-number')).rejects.toThrow('没有找到这次导入')
  })
})

describe('an interrupted import', () => {
  it('adds all or nothing at any step, and completes when it is run again', async () => {
    const people = peopleFrom(1, 250)
    const seen: number[] = []
    for (let steps = 0, isCut = true; isCut; steps += 1) {
      await product.services.database.query('DELETE FROM employee_roster')
      const importNo = await start(operator, csvOf(people))
      isCut = await killImportAfter(steps, importNo)
      seen.push(await countListed())
      await importNames(product.services, importNo)
      expect(await progressOf(importNo)).toMatchObject({ state: 'done', rows: 250, added: 250 })
      expect([await countListed(), await partsKept()]).toEqual([250, 0])
    }
    expect(seen.length).toBeGreaterThan(15)
    expect(new Set(seen)).toEqual(new Set([0, 250]))
  }, 120_000)

  it('is refused after five interruptions, so that others can start', async () => {
    const importNo = await start(operator, csvOf(peopleFrom(1, 2)))
    for (let times = 0; times < 5; times += 1) expect(await killImportAfter(4, importNo)).toBe(true)
    await product.runTasks()
    expect(await progressOf(importNo)).toMatchObject({ state: 'refused', problemsTotal: 1 })
    expect(await importFile(product, operator, csvOf(peopleFrom(1, 2)))).toMatchObject({ added: 2 })
  })

  it('is refused when its file is gone', async () => {
    const importNo = await start(operator, csvOf(peopleFrom(1, 2)))
    await product.services.database.query('DELETE FROM upload_parts')
    await product.runTasks()
    expect(await progressOf(importNo)).toMatchObject({
      state: 'refused',
      problems: [{ message: expect.stringContaining('请重新上传') }],
    })
  })

  it('adds every employee once when two workers run it concurrently', async () => {
    const importNo = await start(operator, csvOf(peopleFrom(1, 1_000)))
    const { services } = product
    await Promise.all([importNames(services, importNo), importNames(services, importNo)])
    expect(await progressOf(importNo)).toMatchObject({ state: 'done', added: 1_000, already: 0 })
    expect(await countListed()).toBe(1_000)
  }, 60_000)
})

/** Runs an import that is killed after so many steps; returns whether it was killed. */
async function killImportAfter(steps: number, importNo: string): Promise<boolean> {
  const { services } = product
  const database = killAfter(steps, services.database)
  try {
    await importNames({ ...services, database }, importNo)
    return false
  } catch (error) {
    if (isKilled(error)) return true
    throw error
  }
}

/** How many rows are imported at once; `npm run test:full` sets `PROVE_RUNS`, for as many as a file may have. */
const ROWS = process.env['PROVE_RUNS'] === undefined ? 10_000 : 50_000

it(`an import of ${ROWS} rows shows its progress, and its entries appear all at once`, async () => {
  const importNo = await start(operator, csvOf(peopleFrom(1, ROWS)))
  const { services } = product
  const { database } = services
  const seen: { state: string; rowsDone: number; names: number }[] = []
  const watched: Database = {
    ...database,
    query: async (sql, values) => {
      const rows = await database.query(sql, values)
      const { state = 'gone', rowsDone = 0 } =
        (await findImport(database, services, importNo)) ?? {}
      seen.push({ state, rowsDone, names: await countListed() })
      return rows
    },
  }
  await importNames({ ...services, database: watched }, importNo)
  expect(await progressOf(importNo)).toMatchObject({ state: 'done', rows: ROWS, added: ROWS })
  expect(await countListed()).toBe(ROWS)
  expect(seen.filter(({ state }) => state === 'saving').length).toBeGreaterThanOrEqual(
    (ROWS / 1_000) * 0.8,
  )
  expect(new Set(seen.map(({ rowsDone }) => rowsDone)).size).toBeGreaterThanOrEqual(
    (ROWS / 1_000) * 0.8,
  )
  expect(new Set(seen.map(({ names }) => names))).toEqual(new Set([0]))
}, 180_000)
