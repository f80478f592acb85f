import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { fen } from '@qingzhou/domain/money/money'
import type { Bank } from '@qingzhou/providers/bank/port'
import { readConfig } from '@qingzhou/platform/config/config'
import { createLog } from '@qingzhou/platform/log'
import { quoteRepayment } from '@qingzhou/lending/index'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { createServer } from '@qingzhou/server/boot/server.ts'
import { applyForLoan } from '@qingzhou/server/features/loans/apply-for-loan.ts'
import { executeLoan } from '@qingzhou/server/features/loans/execute-loan.ts'
import { quoteDrawFor } from '@qingzhou/server/features/loans/quote/quote-draw-for.ts'
import { allAgreements } from '@qingzhou/server/features/loans/testing/draw-history.ts'
import {
  insertBorrower,
  passVerifications,
  type InsertedBorrower,
} from '@qingzhou/server/features/loans/testing/inserted-borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import { confirmRepayment } from '@qingzhou/server/features/repayment/orders/confirm-repayment.ts'
import { placeRepayment } from '@qingzhou/server/features/repayment/orders/place-repayment.ts'
import { readBills } from '@qingzhou/server/features/repayment/read-bills.ts'
import type { Services } from '@qingzhou/server/services.ts'
import { runTasks } from '@qingzhou/server/testing/run-tasks.ts'
import { newNo } from '@qingzhou/platform/ids'

/** What borrowers do, each act with its tasks and messages, until nothing of it is left to do. */
export type BorrowerActs = {
  /** A draw: quoted, reserved, ordered from the bank and booked. */
  draw(): Promise<void>
  /** A repayment: quoted, ordered, debited by the bank and booked. */
  repay(): Promise<void>
  close(): Promise<void>
}

const BORROWERS = 200
const LOANS_EACH = 2
/** Draws of one borrower, far from the limits of the hour and of the credit. */
const DRAWS_MAX = 50

/**
 * The use cases of the server on a database, in this process. Bank and SMS service answer at once,
 * so the figures are those of the product alone. The folder has the keys of the database if a server
 * has used it before; it is removed at the end.
 */
export async function createBorrowerActs(
  url: string,
  connections: number,
  directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-acts-')),
): Promise<BorrowerActs> {
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_CONNECTIONS_MAX: String(connections),
    DATA_DIR: directory,
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_SECRET: 'the providers of the bench are in its process',
  })
  const log = createLog({ level: 'error', destination: process.stderr })
  const server = await createServer(config, { log, now: () => new Date(), endpoints: () => [] })
  const services = withProvidersInside(server.services)
  await setBusinessDate(services.database, services.today())
  const borrowers: Borrower[] = []
  for (let one = 0; one < BORROWERS; one += 1) {
    borrowers.push({ ...(await insertBorrower(services)), draws: 0 })
  }
  const bills: Bill[] = []
  for (let loan = 0; loan < LOANS_EACH; loan += 1) {
    for (const borrower of borrowers) bills.push(await drawOnce(services, borrower))
  }
  return {
    draw: () =>
      withOne(borrowers, async (borrower) => {
        bills.push(await drawOnce(services, borrower))
      }),
    repay: async () => {
      const bill = bills.shift()
      if (!bill) throw new Error('no loan is left to repay')
      await repayOnce(services, bill)
    },
    async close() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Borrower = InsertedBorrower & { draws: number }
type Bill = { readonly borrower: Borrower; readonly loanNo: string }

/** One act of a borrower at a time, as of a person with a phone. */
async function withOne(
  borrowers: Borrower[],
  act: (borrower: Borrower) => Promise<void>,
): Promise<void> {
  const borrower = borrowers.shift()
  if (!borrower) throw new Error('all borrowers are busy')
  await act(borrower)
  if (borrower.draws < DRAWS_MAX) borrowers.push(borrower)
}

async function drawOnce(services: Services, borrower: Borrower): Promise<Bill> {
  const { customer, caller, cardId } = borrower
  borrower.draws += 1
  const terms = { amount: fen(500_00n), months: 12, method: 'equal-instalments' } as const
  const { quoteId, costSheet } = await quoteDrawFor(services, customer, terms)
  const { drawNo } = await applyForLoan(services, caller, {
    ...terms,
    requestNo: newNo(),
    purposeCode: 'daily',
    cardId,
    quoteId,
    costSheetDigest: costSheet.digest,
    agreed: allAgreements,
  })
  await passVerifications(services, borrower, drawNo)
  await executeLoan(services, caller, { drawNo })
  await runTasks(services)
  const [loan] = await services.database.query<{ loan_no: string }>(
    'SELECT loan_no FROM draws WHERE customer_no = $1 AND draw_no = $2',
    [customer, drawNo],
  )
  return { borrower, loanNo: loan?.loan_no ?? '' }
}

async function repayOnce(services: Services, { borrower, loanNo }: Bill): Promise<void> {
  const { customer, caller, cardId } = borrower
  const requestNo = newNo()
  const aim: RepaymentAim = { kind: 'due', picks: [{ loanNo, n: 1 }] }
  const { quoteId } = quoteRepayment(await readBills(services, customer), aim)
  await placeRepayment(services, caller, { requestNo, aim, quoteId, payBy: 'card', cardId })
  await savePassedCheck(services.database, services, {
    session: caller.session,
    purpose: 'payment',
  })
  await confirmRepayment(services, caller, { requestNo })
  await runTasks(services)
}

function withProvidersInside(services: Services): Services {
  const { providers } = services
  const bank: Bank = {
    ...providers.bank,
    transfer: async () => ({ state: 'done', on: services.today() }),
    transferState: async () => ({ state: 'done', on: services.today() }),
  }
  const sms = { send: async () => {}, has: async () => false }
  return { ...services, providers: { ...providers, bank, sms } }
}
