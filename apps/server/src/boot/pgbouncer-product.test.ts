import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { startPgBouncer, type PgBouncer } from '@qingzhou/tools/postgres/pgbouncer.ts'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { readLoans } from '@qingzhou/lending/index'
import { patient } from '#features/identity/testing/applicant.ts'
import { dueOf, moveDays, newPayer, makeCardPayment } from '#features/repayment/testing/payer.ts'
import { runWorkers } from '@qingzhou/platform/tasks/run-workers'
import { taskHandlersOf } from './task-handlers.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let pooler: PgBouncer
let product: TestProduct
beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgresUrl'))
  const parameters: Record<string, string> = pooler.keepsPrepared
    ? {}
    : { prepared_statements: 'off' }
  const url = pooler.through(await createTestDatabase(), parameters)
  product = await startTestProduct({ ...patient, DATABASE_URL: url }, [], 'now')
}, 120_000)
afterAll(async () => {
  await product.stop()
  await pooler.stop()
})

it('draws, repayments, the end of day and the workers run through PgBouncer in transaction mode', async () => {
  const { services } = product
  const { database, log } = services
  const payer = await newPayer(product)
  const due = await moveDays(product, 31)
  expect(await services.businessDate()).toBe(due)
  await makeCardPayment(product, payer, dueOf(payer, 1))
  const workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
  await makeCardPayment(product, payer, { kind: 'earlyFull', loanNo: payer.loanNo })
  await workers.stop()
  const [loan] = await readLoans(database, payer.customer)
  expect(loan && isSettled(loan.loan)).toBe(true)
  expect(await database.query('SELECT * FROM audit_log_faults')).toEqual([])
}, 120_000)
