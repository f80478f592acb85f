import { expect, it } from 'vitest'
import { product as figures } from '@qingzhou/domain/product'
import { patient } from '#features/identity/testing/applicant.ts'
import { moveDays } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import {
  csvOf,
  peopleFrom,
  personOf,
  importFile,
  start,
} from '#features/staff/roster/testing/people.ts'

const { importDays } = figures.staff

const product = startProductForFile(patient)

/** A new sign-in each time: no session lasts for days. */
const operator = () => newStaff(product, ['operator'])

async function importNos(): Promise<string[]> {
  const rows = await product.services.database.query<{ import_no: string }>(
    'SELECT import_no FROM roster_imports ORDER BY started_at',
  )
  return rows.map(({ import_no }) => import_no)
}

/** Advances the clock and runs an end of day. */
async function days(count: number): Promise<void> {
  product.advance(count * 24 * 60 * 60)
  await moveDays(product, 1)
  await product.runTasks()
}

it('ended imports are deleted after some days, and the imported employees stay', async () => {
  const before = await operator()
  const wrong = await importFile(product, before, csvOf([{ ...personOf(1), mobile: '1' }]))
  const right = await importFile(product, before, csvOf(peopleFrom(2, 2)))
  await days(importDays - 1)
  const later = await importFile(product, await operator(), csvOf(peopleFrom(4, 2)))
  expect(await importNos()).toEqual([wrong, right, later].map(({ importNo }) => importNo))

  await days(2)
  expect(await importNos()).toEqual([later.importNo])
  const { client } = await operator()
  const { names } = await client.api.staff.names({ pageNo: 1 })
  const mobiles = ['139****0005', '139****0004', '139****0003', '139****0002']
  expect(names.map(({ mobile }) => mobile)).toEqual(mobiles)
}, 60_000)

it('an import that has not ended is not deleted', async () => {
  const importNo = await start(await operator(), csvOf(peopleFrom(6, 2)))
  const { database } = product.services
  await database.query(`DELETE FROM tasks WHERE kind = 'import-names'`)
  await days(importDays + 1)
  expect(await importNos()).toEqual([importNo])
}, 60_000)
