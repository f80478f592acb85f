import { randomUUID } from 'node:crypto'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { bookDraw, confirmTransfer, reserveDraw } from '@qingzhou/lending/index'
import { percentile, measureTimes } from './bills.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { anyPunctualCustomer, fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import type { Row } from './row.ts'
import { perSecond, ratioTo } from './row.ts'
import { borrowerWithLoans, quoteOnce } from './sealed-client.ts'
import { withProduct } from './sealed-calls.ts'

const TRIALS = 600
/** A server compiles its most used functions in the first thousands of calls. */
const WARM_UP = 2_000
const CLIENTS = 8
const TURN_MS = 3_000
const LOANS = 5_000
const day = localDate('2026-11-15')

/**
 * Quoting a draw through the sealed HTTP layer, and drawing in two transactions beside a standard
 * transaction.
 */
export async function benchBorrow(): Promise<Row[]> {
  return [...(await benchTrial()), ...(await benchHeldDraws())]
}

/**
 * A quote as requested while the slider moves: sealed, authenticated, read, computed and answered.
 */
async function benchTrial(): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address }) => {
        const borrower = await borrowerWithLoans(address, url)
        const bills = () => borrower.call('repayment', 'overview', {})
        const empty = () => borrower.call('system', 'version', {})
        await measureTimes(WARM_UP, (count) => quoteOnce(borrower, count))
        await measureTimes(WARM_UP, bills)
        await measureTimes(WARM_UP, empty)
        const quotes = await measureTimes(TRIALS, (count) => quoteOnce(borrower, count))
        const empties = await measureTimes(TRIALS, empty)
        const overviews = await measureTimes(TRIALS, bills)
        const row = (what: string, times: readonly number[], share: number): Row => ({
          what: `${what}, ms`,
          value: percentile(times, share).toFixed(1),
          beside: `${(percentile(times, share) / percentile(empties, share)).toFixed(2)} × an empty sealed call (${percentile(empties, share).toFixed(1)})`,
        })
        return [
          {
            ...row('quote through the sealed API, p50', quotes, 0.5),
            goal: { measured: percentile(quotes, 0.5) / percentile(empties, 0.5), atMost: 1.5 },
          },
          row('the same, p99', quotes, 0.99),
          row('bills through the sealed API, p50', overviews, 0.5),
          row('the same, p99', overviews, 0.99),
        ]
      },
      { DATABASE_URL: url },
    ),
  )
}

/** A complete draw: reserved, booked after the bank's payment, and cleared. */
async function benchHeldDraws(): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) => {
    await fillWithLoans(url, { count: LOANS, day })
    await fillTpcB(url)
    const database = connect(url, CLIENTS)
    const tpcB = createTpcB(url, CLIENTS)
    const deps = { database, now: () => new Date(), serviceFees: [] }
    try {
      const limit = await rateOf(() => tpcB.inSteps())
      const draws = await rateOf(async () => {
        const customer = anyPunctualCustomer(LOANS)
        const drawNo = randomUUID()
        const act = (what: string) => ({ customer, requestNo: `${drawNo}${what}`, actor: 'bench' })
        const { loanNo } = await reserveDraw(deps, act(''), {
          amount: fen(500_00n),
          months: 12,
          method: 'equal-instalments',
          purpose: 'daily',
        })
        await bookDraw(deps, act('-book'), { drawNo })
        await confirmTransfer(deps, act('-paid'), { kind: 'disbursement', transferNo: loanNo })
      })
      return [
        {
          what: `draws held, booked and cleared a second, ${CLIENTS} clients`,
          value: Math.round(draws).toLocaleString('en'),
          beside: `three transactions each, ${ratioTo({ name: 'TPC-B', value: limit }, draws * 3)}`,
        },
      ]
    } finally {
      await tpcB.close()
      await database.close()
    }
  })
}

async function rateOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - started < TURN_MS) {
        await act()
        done += 1
      }
    }),
  )
  return perSecond(done, performance.now() - started)
}
