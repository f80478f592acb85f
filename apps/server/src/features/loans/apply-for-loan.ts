import type { loansShapes } from '@qingzhou/contract/features/loans'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { Quote } from '@qingzhou/domain/draws/draw-request'
import { faceReasons } from '@qingzhou/domain/draws/draw-request'
import type { ProductNo } from '@qingzhou/domain/product'
import { mallProductNo, product } from '@qingzhou/domain/product'
import { signAgreements } from '#features/agreements/index.ts'
import { lockApplication, requireStep } from '#features/applications/index.ts'
import type { Card } from '#features/cards/index.ts'
import { findCard } from '#features/cards/index.ts'
import { requireKnownCard } from '#features/identity/index.ts'
import { hasOtherDeviceKeys } from '#features/onboarding/index.ts'
import { reserveDraw, type DrawRequest } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { appOf, type SignedInCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import { timeOrderedNo, type CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readDrawSignals } from './draw-signals-store.ts'
import { endVerification, requireNoDisbursement } from './disbursement/end-unverified-draw.ts'
import type { LoanApplication } from './loan-application-store.ts'
import { findByRequestNo, insertLoanApplication, lockRunning } from './loan-application-store.ts'
import { loanFacts, productFor } from './quote/quote-draw-for.ts'
import type { Verification } from './open-draw.ts'
import { requiredVerifications } from './open-draw.ts'
import { quoteIdOf, costSheetView } from './quote/quote-view.ts'
import { requireSameRequest } from '@qingzhou/platform/idempotency'
import { requireAllowance } from '@qingzhou/platform/network-allowance'

export type LoanRequest = Input<(typeof loansShapes)['apply']>
/** A draw that pays the mall; its order is stored in the same transaction. */
export type Purchase = {
  keep(tx: Transaction, drawn: { drawNo: string; quote: Quote }): Promise<void>
}

export type LoanApplicationAnswer = { drawNo: string; verification: Verification[] }

/**
 * Applies for a draw: reserves limit and coupon, signs the agreements, and returns the
 * verifications required before disbursement, all in one transaction. The client chooses
 * `requestNo`: repeating a call with the same number returns the first answer.
 */
export async function applyForLoan(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'serviceFees' | 'today'
  >,
  caller: SignedInCaller,
  request: LoanRequest,
  purchase?: Purchase,
): Promise<LoanApplicationAnswer> {
  const { customer } = caller.session
  // Rate limit: each application stores signed documents.
  const allowance = { key: `loan:customer:${customer}`, limit: 60, windowSeconds: 3_600 }
  await requireAllowance(services, allowance)
  return services.database.inTransaction(async (tx) => {
    // Serialises the applications of one borrower.
    await lockApplication(tx, services, customer)
    const { requestNo } = request
    const earlier = await findByRequestNo(tx, { customer, requestNo })
    if (earlier) return sameAnswer(earlier, request)

    await requireStep(tx, services, caller, 'borrow')
    await replaceUnverifiedDraw(tx, services, await lockRunning(tx, customer))
    const card = await findCard(tx, services, { customer, cardId: request.cardId })
    if (!card) throw new Refused({ kind: 'card-unknown' })

    const productNo = purchase ? mallProductNo : await productFor(tx, customer, {})
    const { applied, quote } = await apply(tx, services, { caller, request, productNo, card })
    await purchase?.keep(tx, { drawNo: applied.drawNo, quote })
    return applied
  })
}

/** Returns the first answer again if it was lost; a draw that has ended is not restored. */
function sameAnswer(earlier: LoanApplication, request: LoanRequest): LoanApplicationAnswer {
  requireSameRequest(earlier, { fingerprint: digestOf(request) })
  if (earlier.state === 'failed') throw new Refused({ kind: 'draw-ended' })
  return { drawNo: earlier.drawNo, verification: requiredVerifications(earlier) }
}

/**
 * Cancels an unverified draw, which the new one replaces; refuses while a disbursement is in
 * progress.
 */
async function replaceUnverifiedDraw(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  running: LoanApplication | undefined,
): Promise<void> {
  requireNoDisbursement(running)
  if (running) await endVerification(tx, services, { ...running, reason: '您已重新申请' })
}

/**
 * The borrower signs exactly what was shown: refuses if rate, day, coupon or product have changed
 * since the quote.
 */
function requireAgreed(
  request: LoanRequest,
  quoted: { readonly quote: Quote; readonly productNo: ProductNo },
): void {
  if (quoteIdOf(request, quoted) !== request.quoteId) {
    throw new Refused({ kind: 'quote-outdated' })
  }
  if (costSheetView(quoted.quote).digest !== request.costSheetDigest) {
    throw new Refused({ kind: 'cost-sheet-unread' })
  }
}

type ApplyForLoanInput = {
  readonly caller: SignedInCaller
  readonly request: LoanRequest
  readonly productNo: ProductNo
  readonly card: Card
}

async function apply(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now' | 'serviceFees' | 'today'>,
  { caller, request, productNo, card }: ApplyForLoanInput,
): Promise<{ applied: LoanApplicationAnswer; quote: Quote }> {
  const { customer } = caller.session
  const { amount, months, method, couponNo } = request
  const { purposeCode: purpose, cardId, agreed, requestNo } = request
  const appliedAt = services.now()
  const drawNo = timeOrderedNo('L', appliedAt)
  const coupon = couponNo === undefined ? {} : { couponNo }
  const draw = { amount, months, method, ...coupon, product: productNo, purpose, cardId }
  const deviceIndex =
    caller.deviceId === undefined ? undefined : services.vault.index('device', caller.deviceId)
  // Read before the reservation: this draw does not count among the day's earlier ones.
  const quotedOn = await readBusinessDate(tx)
  const habits = await readDrawSignals(tx, { customer, deviceIndex, cardId, today: quotedOn })
  const isNewDevice = habits.isNewDevice || (await hasOtherDeviceKeys(tx, services, caller))
  const needsFace = faceReasons({ amount, ...habits, isNewDevice }).length > 0

  const quote = await reserve(tx, services, { customer, drawNo, request, draw })
  if (needsFace) await requireKnownCard(tx, services, { customer, isRenewalKnown: true })

  const loan = loanFacts({ productNo, quoteInput: request, quote, card, purpose })
  const signing = { events: ['0301', '0302'] as const, businessNo: drawNo, agreed, loan }
  await signAgreements(tx, services, caller, signing)
  await insertLoanApplication(tx, {
    customer,
    drawNo,
    requestNo,
    needsFace,
    cardId,
    appliedAt,
    deviceIndex,
    app: appOf(caller),
    quotedOn,
    fingerprint: digestOf(request),
  })
  await services.tasks.add(tx, {
    kind: 'end-unverified-draw',
    payload: { customer, drawNo },
    key: drawNo,
    runAt: minutesAfter(appliedAt, product.verification.minutes),
  })
  return {
    applied: { drawNo, verification: requiredVerifications({ state: 'verifying', needsFace }) },
    quote,
  }
}

/** Reserves limit and coupon, if the quote of this moment is the one that the borrower has signed. */
async function reserve(
  tx: Transaction,
  { now, serviceFees }: Pick<Services, 'now' | 'serviceFees'>,
  drawn: {
    readonly customer: CustomerNo
    readonly drawNo: string
    readonly request: LoanRequest
    readonly draw: DrawRequest & { readonly product: ProductNo }
  },
): Promise<Quote> {
  const { customer, drawNo, request, draw } = drawn
  const act = { customer, requestNo: drawNo, actor: 'customer' }
  let reserved: Quote | undefined
  const deps = { database: inside(tx), now, serviceFees }
  await reserveDraw(deps, act, draw, (quote) => {
    requireAgreed(request, { quote, productNo: draw.product })
    reserved = quote
  })
  if (!reserved) throw new Error(`draw ${drawNo}: number used before`)
  return reserved
}
