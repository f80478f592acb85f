import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { fen } from '@qingzhou/domain/money/money'
import { receivePayment } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { withClient } from '@qingzhou/platform/database/connections/connection'
import { checkBooks, openBorrowers } from '#prove/citus/checks.ts'

/** Draws and repayments without HTTP: hundreds of commits, some of them at the moment of a kill. */
export type Acts = {
  /** How many acts were acknowledged. */
  count(): number
  /** Ends them. Returns what was acknowledged and is not in the books. */
  end(): Promise<readonly string[]>
}

const BORROWERS = 200
const LANES = 2
const PAUSE_MS = 10

type AcknowledgedAct = { readonly customer: string; readonly requestNo: string }

/** In a database of its own, whose business date stands still. */
export async function startActs(url: string): Promise<Acts> {
  const own = url.replace('/postgres?', '/acts?')
  await withClient(url, (admin) => admin.query('CREATE DATABASE acts'))
  await migrate(own)
  const borrowers = await openBorrowers(own, BORROWERS)
  const database = createDatabase(own, { max: LANES, role: 'qingzhou_app', onIdleError: () => {} })
  const acknowledged: AcknowledgedAct[] = []
  const over = new AbortController()
  const deps = { database, now: () => new Date(), serviceFees: [] }

  async function act(turn: number): Promise<void> {
    const { customer, loanNo } = borrowers[turn % borrowers.length] ?? {}
    if (customer === undefined || loanNo === undefined) throw new Error('there is no borrower')
    const requestNo = randomUUID()
    const by = { customer, requestNo, actor: 'customer' }
    if (turn % 3 === 0) await drawLoan(deps, by, drawRequest)
    else await receivePayment(deps, by, { loanNo, amount: fen(1_00n), cardId: 'card' })
    acknowledged.push({ customer, requestNo })
  }
  const lane = async (first: number): Promise<void> => {
    for (let turn = first; !over.signal.aborted; turn += LANES) {
      // Without a primary it fails, and its effect is unknown.
      await act(turn).catch(() => undefined)
      await sleep(PAUSE_MS)
    }
  }
  const lanes = Array.from({ length: LANES }, (_, first) => lane(first))
  return {
    count: () => acknowledged.length,
    async end() {
      over.abort()
      await Promise.all(lanes)
      try {
        await checkBooks(own)
        return await findMissing(database, acknowledged)
      } finally {
        await database.close()
      }
    },
  }
}

const drawRequest = {
  amount: fen(500_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'daily',
} as const

async function findMissing(
  database: PoolDatabase,
  acknowledged: readonly AcknowledgedAct[],
): Promise<string[]> {
  const rows = await database.query<{ customer_no: string; request_no: string }>(
    'SELECT customer_no, request_no FROM audit_log',
  )
  const booked = new Set(rows.map((row) => `${row.customer_no}:${row.request_no}`))
  return acknowledged
    .filter(({ customer, requestNo }) => !booked.has(`${customer}:${requestNo}`))
    .map(({ customer, requestNo }) => `act ${requestNo} of ${customer} is not in the books`)
}
