import { expect, it } from 'vitest'
import { customerWithLimit, booksForTests } from './books.ts'
import { verifyLogs } from '@qingzhou/platform/staff-log/index'

const books = await booksForTests()

/** One customer per slice, so that the search crosses slices. */
const slice = { slice: 50 }

it("verification reads the customers' audit log to its end and names the first broken row", async () => {
  const customers = []
  for (let count = 0; count < 5; count += 1) customers.push(await customerWithLimit(books))
  const { database } = books.deps
  expect(await verifyLogs(database, slice)).toEqual([
    { log: 'staff', rows: 0n, firstBroken: undefined },
    { log: 'customers', rows: 5n, firstBroken: undefined },
  ])

  const [, , third, , last] = customers.toSorted()
  await books.owner.query('ALTER TABLE audit_log DISABLE TRIGGER refuse_change')
  await books.owner.query('DELETE FROM audit_log WHERE customer_no = $1', [last])
  expect(await verifyLogs(database, slice)).toMatchObject([
    {},
    { rows: 4n, firstBroken: `1 of customer ${last}` },
  ])
  await books.owner.query(`UPDATE audit_log SET actor = 'x' WHERE customer_no = $1`, [third])
  expect(await verifyLogs(database, slice)).toMatchObject([
    {},
    { rows: 4n, firstBroken: `1 of customer ${third}` },
  ])
})
