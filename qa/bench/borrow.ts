import { percentile, timesOf } from './bills.ts'
import { withLendingDatabase } from './lending-end-of-day.ts'
import type { Row } from './row.ts'
import { borrowerWithLoans, quoteOnce } from './sealed-client.ts'
import { withProduct } from './sealed-calls.ts'

const TRIALS = 600
/** A server compiles its most used functions in the first thousands of calls. */
const WARM_UP = 2_000

/**
 * A quote as requested while the slider moves: sealed, authenticated, read, computed and answered.
 */
export async function benchBorrow(): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address }) => {
        const borrower = await borrowerWithLoans(address, url)
        const bills = () => borrower.call('repayment', 'overview', {})
        const empty = () => borrower.call('system', 'version', {})
        await timesOf(WARM_UP, (count) => quoteOnce(borrower, count))
        await timesOf(WARM_UP, bills)
        await timesOf(WARM_UP, empty)
        const quotes = await timesOf(TRIALS, (count) => quoteOnce(borrower, count))
        const empties = await timesOf(TRIALS, empty)
        const overviews = await timesOf(TRIALS, bills)
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
