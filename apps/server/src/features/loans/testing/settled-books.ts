import { UNVERIFIED } from '#features/loans/disbursement/end-unverified-draw.ts'
import { expect } from 'vitest'
import { sum } from '@qingzhou/domain/money/money'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { findDraw, findLimit, readCoupons, readLoans } from '@qingzhou/lending/index'
import { findLoanApplication } from '#features/loans/loan-application-store.ts'
import { COUPON, LIMIT, type History } from './draw-history.ts'

/**
 * Invariant at any time: the used limit is the sum of draws and reservations, and never above the
 * limit.
 */
export async function expectLimitInvariant({ world, borrower, draws }: History): Promise<void> {
  const { database } = world.services
  const { customer } = borrower
  const limit = await findLimit(database, customer)
  const loans = await readLoans(database, customer)
  const stored = await Promise.all(draws.map((drawNo) => findDraw(database, { customer, drawNo })))
  const held = stored
    .filter((draw) => draw?.state === 'reserved')
    .flatMap((draw) => draw?.amount ?? [])
  expect(limit?.used).toBe(sum([...held, ...loans.map(({ limitUsed }) => limitUsed)]))
  expect(limit && limit.used <= LIMIT).toBe(true)
}

/** Invariants after everything is settled. */
export async function expectSettled(history: History): Promise<void> {
  const { services, bank } = history.world
  const { database } = services
  const { customer } = history.borrower
  const loans = await readLoans(database, customer)
  const ends = await Promise.all(
    history.draws.map(async (drawNo) => {
      const application = await findLoanApplication(database, { customer, drawNo })
      const draw = await findDraw(database, { customer, drawNo })
      return { drawNo, state: application?.state, draw }
    }),
  )
  for (const { state, draw } of ends) {
    const order = bank.orders.get(draw?.loanNo ?? '')
    // Money was transferred once, to the fen, if and only if there is a loan.
    expect(state === 'paid' || state === 'failed').toBe(true)
    expect(order?.result === 'done').toBe(state === 'paid')
    expect(loans.filter(({ loanNo }) => loanNo === draw?.loanNo)).toHaveLength(
      state === 'paid' ? 1 : 0,
    )
    if (order) expect(order.amount).toBe(draw?.amount)
  }
  expect(loans).toHaveLength(ends.filter(({ state }) => state === 'paid').length)
  for (const { loanNo, loan } of loans) {
    const balances = await readBalances(database, { customer, loanNo })
    expect(balances.principal).toBe(loan.amount)
  }
  await expectCouponExact(history, loans)
  await expectOneSms(history, ends)
}

async function expectCouponExact(
  { world, borrower }: History,
  loans: Awaited<ReturnType<typeof readLoans>>,
): Promise<void> {
  const [own] = await readCoupons(world.services.database, borrower.customer)
  const spentOn = loans.filter(({ couponNo }) => couponNo === COUPON)
  expect(spentOn.length).toBe(own?.coupon.state.kind === 'used' ? 1 : 0)
  expect(own?.coupon.state.kind).not.toBe('reserved')
}

async function expectOneSms(
  { world, borrower }: History,
  ends: readonly {
    drawNo: string
    state: string | undefined
    draw: { loanNo: string } | undefined
  }[],
): Promise<void> {
  const rows = await world.services.database.query<{ message_no: string }>(
    'SELECT message_no FROM outbox WHERE customer_no = $1 ORDER BY message_no',
    [borrower.customer],
  )
  const lapsed = await world.services.database.query<{ draw_no: string }>(
    'SELECT draw_no FROM draw_applications WHERE customer_no = $1 AND reason = $2',
    [borrower.customer, UNVERIFIED],
  )
  const expected = ends
    .filter(({ draw }) => world.bank.orders.has(draw?.loanNo ?? ''))
    .map(({ drawNo, state }) => `${drawNo}-${state}`)
    .concat(lapsed.map(({ draw_no: drawNo }) => `${drawNo}-lapsed`))
  expect(rows.map((row) => row.message_no)).toEqual(expected.toSorted())
}
