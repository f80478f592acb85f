import { setTimeout as sleep } from 'node:timers/promises'

import { fen, type Money } from '@qingzhou/domain/money/money'
import {
  openSession,
  passSession,
} from '@qingzhou/server/features/identity/face/face-session-store.ts'
import {
  readyToApply,
  type TestBorrower,
} from '@qingzhou/server/features/loans/testing/borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import { newOrderRequestNo } from '@qingzhou/server/features/repayment/testing/payer.ts'
import type { Chance } from '#simulator/chance.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import { RETRY_AFTER_MS, repeatUntilAnswered } from './patience.ts'

/**
 * The responses a client received. It records them itself, and the books are compared with them
 * afterwards.
 */
export type Ack =
  | {
      readonly kind: 'draw'
      readonly customer: string
      readonly drawNo: string
      readonly amount: Money
    }
  | { readonly kind: 'repayment'; readonly customer: string; readonly requestNo: string }

export type ActingContext = {
  readonly product: TestProduct
  readonly chance: Chance
  /** No new operation is started once this is true; the current one is finished. */
  isOver(): boolean
  readonly acks: Ack[]
  /**
   * Operations abandoned after a long time, with the last error. Their effect is unknown to the
   * client.
   */
  readonly abandoned: string[]
}

const OPEN_LOANS_MAX = 10

/**
 * Draws and repays until it is over. Repeats a request with the same idempotency key whenever there
 * is no response.
 */
export async function drawAndRepayUntilOver(
  context: ActingContext,
  borrower: TestBorrower,
): Promise<void> {
  while (!context.isOver()) {
    try {
      await repeatUntilAnswered(() => clearRateLimits(context))
      await draw(context, borrower)
      const isRepaying = context.chance.happens(0.7)
      const open = await repeatUntilAnswered(() => openLoans(context, borrower))
      // Without an expiry of the limit, however long the run takes.
      if (isRepaying || open.length > OPEN_LOANS_MAX) await repay(context, borrower)
    } catch (error) {
      context.abandoned.push(error instanceof Error ? error.message : String(error))
      await sleep(RETRY_AFTER_MS)
    }
  }
}

async function draw(context: ActingContext, borrower: TestBorrower): Promise<void> {
  const { chance, acks } = context
  const { client, customer } = borrower
  const amount = fen(BigInt(6 + chance.below(6)) * 100_00n)
  const months = chance.pick([3, 6, 12])
  const request = await repeatUntilAnswered(() => readyToApply(borrower, { amount, months }))
  const { drawNo, verification } = await repeatUntilAnswered(() => client.api.loans.apply(request))
  await repeatUntilAnswered(() => passChecks(context, borrower, 'loan'))
  if (verification.includes('face')) {
    await repeatUntilAnswered(() => passFace(context, borrower, drawNo))
  }
  const { state } = await repeatUntilAnswered(() => client.api.loans.execute({ drawNo }))
  if (state === 'failed') throw new Error(`draw ${drawNo} failed at once`)
  acks.push({ kind: 'draw', customer: String(customer), drawNo, amount })
  await repeatUntilAnswered(async () => {
    const result = await client.api.loans.result({ drawNo })
    // Staff may stop a draw before its money is ordered.
    if (result.state !== 'paid' && result.state !== 'failed')
      throw new Error(`draw ${drawNo} is ${result.state}`)
  })
}

async function repay(context: ActingContext, borrower: TestBorrower): Promise<void> {
  const { client, customer, card } = borrower
  const [loanNo] = await repeatUntilAnswered(() => openLoans(context, borrower))
  if (loanNo === undefined) throw new Error(`customer ${customer} has no open loan`)
  const aim = { kind: 'earlyFull', loanNo } as const
  const { quoteId } = await repeatUntilAnswered(() => client.api.repayment.quote({ aim }))
  const requestNo = newOrderRequestNo()
  const order = { requestNo, aim, quoteId, payBy: 'card', cardId: card.cardId } as const
  await repeatUntilAnswered(() => client.api.repayment.place(order))
  await repeatUntilAnswered(() => passChecks(context, borrower, 'payment'))
  const { state } = await repeatUntilAnswered(() => client.api.repayment.confirm({ requestNo }))
  if (state === 'closed' || state === 'failed') throw new Error(`order ${requestNo} is ${state}`)
  context.acks.push({ kind: 'repayment', customer: String(customer), requestNo })
  await repeatUntilAnswered(async () => {
    const result = await client.api.repayment.result({ requestNo })
    // The bank may take the money back at once.
    if (result.state !== 'paid' && result.state !== 'failed')
      throw new Error(`order ${requestNo} is ${result.state}`)
  })
}

/** Oldest first. */
async function openLoans(
  { product }: ActingContext,
  { customer }: TestBorrower,
): Promise<string[]> {
  const rows = await product.services.database.query<{ loan_no: string }>(
    'SELECT loan_no FROM loans WHERE customer_no = $1 AND NOT is_settled ORDER BY loan_no',
    [customer],
  )
  return rows.map(({ loan_no: loanNo }) => loanNo)
}

/**
 * Clears the rate limits: this borrower draws hundreds of times an hour, and limits are not under
 * test.
 */
async function clearRateLimits({ product }: ActingContext): Promise<void> {
  await product.services.database.query('DELETE FROM rate_limits')
}

/**
 * Marks the SMS code as verified: a real message to the same phone would have to wait for a minute.
 */
async function passChecks(
  { product }: ActingContext,
  { customer }: TestBorrower,
  purpose: 'loan' | 'payment',
): Promise<void> {
  const { services } = product
  const rows = await services.database.query<{ id: string }>(
    'SELECT session_id AS id FROM sessions WHERE customer_no = $1',
    [customer],
  )
  for (const { id } of rows) {
    await savePassedCheck(services.database, services, { session: { id, customer }, purpose })
  }
}

/** Marks the face check as passed: it is not under test. */
async function passFace(
  { product }: ActingContext,
  { customer }: TestBorrower,
  drawNo: string,
): Promise<void> {
  const { services } = product
  const session = { customer, faceSessionNo: crypto.randomUUID() }
  const check = { ...session, purpose: 'loan', businessNo: drawNo } as const
  await openSession(services.database, services, check)
  await services.database.inTransaction((tx) => passSession(tx, services, session))
}
