import { beforeAll, expect, it } from 'vitest'
import { fen, sum } from '@qingzhou/domain/money/money'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { skipDays } from '#features/repayment/testing/days.ts'
import { disburseLoan, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
let payer: Payer
beforeAll(async () => {
  payer = await newPayer(product)
})

const bills = (which: 'all' | 'current' | 'channel' | 'partner') =>
  payer.client.api.repayment.channelBills({ which })
const loanNosOf = async (which: Parameters<typeof bills>[0]) =>
  (await bills(which)).loans.map(({ loan }) => loan.loanNo)

it('[7.105] channelBills lists all bills, the payable ones, the messaging app’s and the partners’', async () => {
  const { services } = product
  const large = await disburseLoan(product, payer, { amount: fen(20_000_00n), months: 12 })
  // The application stores the user agent's app.
  await services.database.query(
    `UPDATE draw_applications SET app = 'messenger'
      WHERE customer_no = $1 AND draw_no = (SELECT draw_no FROM draws
            WHERE draws.customer_no = $1 AND loan_no = $2)`,
    [payer.customer, large],
  )
  expect(await loanNosOf('all')).toEqual([payer.loanNo, large])
  expect(await loanNosOf('channel')).toEqual([large])
  expect(await loanNosOf('partner')).toEqual([])
  const act = { customer: payer.customer, requestNo: 'drawn-with-a-partner', actor: 'customer' }
  const terms = { months: 3, method: 'equal-instalments', purpose: 'daily' } as const
  const { loanNo } = await drawLoan(services, act, { ...terms, amount: fen(21_000_00n) })
  expect(await loanNosOf('partner')).toEqual([loanNo])

  const all = await bills('all')
  const current = await bills('current')
  expect(all.loans.map(({ instalments }) => instalments.length)).toEqual([6, 12, 3])
  expect(current.loans.map(({ instalments }) => instalments.map(({ n }) => n))).toEqual([
    [1],
    [1],
    [1],
  ])
  expect(all).toMatchObject({ dueNow: 0n, overdue: 0n, daysOverdue: 0 })
  const amounts = all.loans.flatMap(({ instalments }) => instalments.map(({ amount }) => amount))
  expect(all.total).toBe(sum(amounts))

  await skipDays(services, 35)
  const late = await bills('current')
  expect(late.overdue).toBeGreaterThan(0n)
  expect(late.dueNow).toBe(late.overdue)
  expect(late.daysOverdue).toBeGreaterThan(0)
  expect(late.loans.map(({ instalments }) => instalments.map(({ n }) => n))).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ])
})

it('a loan belongs to the messaging app when it was applied for in its browser', async () => {
  const [row] = await product.services.database.query<{ app: string }>(
    'SELECT app FROM draw_applications WHERE customer_no = $1 ORDER BY applied_at LIMIT 1',
    [payer.customer],
  )
  expect(row?.app).toBe('browser')
})
