import { findPeriodObstacle, type PeriodFacts } from '@qingzhou/domain/books/period'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { readTrialBalance } from '@qingzhou/lending/end-of-day/ledger-day-store'
import {
  insertPeriodClosing,
  readPeriodFacts,
} from '@qingzhou/lending/end-of-day/period-closing-store'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { listLedgerDifferences } from '#features/end-of-day/index.ts'
import { dayField, proposalKind } from '#features/proposals/index.ts'

/** Closes the lender's books up to a day, which then takes no entry. [X12] */
export const closePeriod = proposalKind<{ readonly until: LocalDate }>({
  kind: 'close-period',
  // A command proposes it.
  fields: { until: { ...dayField, form: 'none' } },
  touches: ['facts'],
  describe: async ({ database }, { until }) => {
    const { lastClosed } = await readPeriodFacts(database, until)
    const balances = await readTrialBalance(database, until)
    const debits = balances.filter(({ closing }) => closing > 0n).map(({ closing }) => closing)
    const before = lastClosed ? `（此前关账至 ${lastClosed}）` : ''
    return [`关账至 ${until}${before}`, `借方余额合计 ${displayYuan(sum(debits))} 元`]
  },
  perform: async ({ database }, { until }, { proposalNo }) =>
    database.inTransaction(async (tx) => {
      const obstacle = findPeriodObstacle(await readFacts(tx, until))
      if (obstacle) throw new Refused({ kind: 'period-not-closable', until, obstacle })
      await insertPeriodClosing(tx, { until, proposalNo })
      return `until=${until}`
    }),
})

async function readFacts(db: Queryable, until: LocalDate): Promise<PeriodFacts> {
  const facts = await readPeriodFacts(db, until)
  const found = await listLedgerDifferences(db)
  return { ...facts, differences: facts.differences + found.length }
}
