import { randomUUID } from 'node:crypto'

import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { customerNo } from '@qingzhou/server/platform/customer-no.ts'
import {
  bookDraw,
  confirmTransfer,
  reserveDraw,
  openLimit,
} from '@qingzhou/server/lending/index.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import { withProduct } from './sealed-calls.ts'
import { perSecond, ratioTo, type Row } from './row.ts'
import { signIn, type Borrower } from './signed-in.ts'
import { percentile, timesOf } from './bills.ts'

const TRIALS = 600
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
  return withLendingDatabase(async (url) =>
    withProduct(
      async (address) => {
        const borrower = await signIn(address)
        const database = connect(url, 1)
        const customer = customerNo(borrower.customerNo)
        const act = { customer, requestNo: 'limit-of-a-bench', actor: 'system' }
        const limit = { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' } as const
        await openLimit({ database, now: () => new Date() }, act, limit)
        await database.close()

        await timesOf(TRIALS / 10, (count) => quoteOnce(borrower, count))
        const times = await timesOf(TRIALS, (count) => quoteOnce(borrower, count))
        const echoes = await timesOf(TRIALS, () => borrower.call('system', 'version', {}))
        const row = (what: string, share: number): Row => ({
          what: `${what}, ms`,
          value: percentile(times, share).toFixed(1),
          beside: `an empty sealed call: ${percentile(echoes, share).toFixed(1)}`,
        })
        return [row('trial through the sealed edge, p50', 0.5), row('the same, p99', 0.99)]
      },
      { DATABASE_URL: url },
    ),
  )
}

async function quoteOnce(borrower: Borrower, count: number): Promise<void> {
  const hundreds = 5 + (count % 495)
  await borrower.call('loans', 'quote', {
    loanAmount: `${hundreds * 100}.00`,
    instalment: [3, 6, 9, 12, 24][count % 5],
    repayMethod: 'equal-instalments',
  })
}

/** A complete draw: reserved, booked after the bank's payment, and cleared. */
async function benchHeldDraws(): Promise<Row[]> {
  return withLendingDatabase(async (url) => {
    await fillWithLoans(url, { count: LOANS, day })
    await fillTpcB(url)
    const database = connect(url, CLIENTS)
    const tpcB = createTpcB(url, CLIENTS)
    const deps = { database, now: () => new Date(), serviceFees: [] }
    try {
      const limit = await rateOf(() => tpcB.inSteps())
      const draws = await rateOf(async () => {
        const customer = customerNo(
          `C${String(1 + Math.floor(Math.random() * LOANS)).padStart(12, '0')}`,
        )
        const drawNo = randomUUID()
        const act = (what: string) => ({ customer, requestNo: `${drawNo}${what}`, actor: 'bench' })
        const { loanNo } = await reserveDraw(deps, act(''), {
          amount: fen(500_00n),
          months: 12,
          method: 'equal-instalments',
          purpose: 'daily',
        })
        await bookDraw(deps, act('-book'), { drawNo })
        await confirmTransfer(deps, act('-paid'), { kind: 'payout', transferNo: loanNo })
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
