import { assert } from '@qingzhou/domain/assert'
import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { add, displayYuan, sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { signAgreements } from '#features/agreements/index.ts'
import type { Card } from '#features/cards/index.ts'
import { consumeMatch, takePassedFace } from '#features/identity/index.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import {
  lockCustomerBooks,
  lockLoanRow,
  consolidateLoans,
  readLoans,
  type LoanRecord,
  readDatedRows,
} from '@qingzhou/lending/index'
import { loanOf, loansBeingPaid } from '#features/repayment/index.ts'
import { hasValidDocument } from '#features/restructure/documents/document-store.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { factsOfPlan, needsDocument, quotePlan, type QuotedPlan } from './quote-plan.ts'
import { findPlanCard } from './plan-step.ts'
import { findPlan, isRequestTaken, markSigned, type PlanRecord } from './plan-store.ts'
import { requireReached } from './save-contacts-and-card.ts'

type SignPlanInput = Input<(typeof restructureShapes)['sign']>
type SignAnswer = Output<(typeof restructureShapes)['sign']>

/**
 * Signs a plan exactly as quoted: old loans are settled, the new loan is booked, agreements and SMS
 * are stored in one transaction.
 *
 * Repeated and concurrent requests with the same content get the same answer.
 */
export async function signPlan(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  caller: SignedInCaller,
  request: SignPlanInput,
): Promise<SignAnswer> {
  const { customer } = caller.session
  const { planNo, requestNo } = request
  const fingerprint = digestOf(request)
  return services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    const plan = await findPlan(tx, services, { customer, planNo })
    if (!plan) throw new Refused({ kind: 'plan-unknown' })
    if (plan.signed) return sameAnswer(plan.signed, request)
    if (await isRequestTaken(tx, { customer, requestNo })) throw numberTaken()

    const card = await requireReady(tx, services, plan)
    const loanNo = await book(tx, services, { caller, request, plan, card })
    await markSigned(tx, services, { customer, planNo, requestNo, fingerprint, loanNo })
    return { loanNo }
  })
}

/**
 * Another phone uses another request number: same content gets the same answer, other content is
 * refused.
 */
function sameAnswer(signed: NonNullable<PlanRecord['signed']>, request: SignPlanInput): SignAnswer {
  const { requestNo, loanNo } = signed
  if (signed.fingerprint.equals(digestOf({ ...request, requestNo }))) return { loanNo }
  throw requestNo === request.requestNo
    ? numberTaken()
    : new Refused({ kind: 'plan-quote-outdated' })
}

function numberTaken(): Refused {
  return new Refused({ kind: 'number-taken' })
}

/** Requires all steps and consumes the name match and the face check. */
async function requireReady(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  plan: PlanRecord,
): Promise<Card> {
  await requireReached(tx, services, { plan, step: 'sign' })
  const card = await findPlanCard(tx, services, plan)
  const subject = { customer: plan.customer, purpose: 'plan', businessNo: plan.planNo } as const
  const isVerified =
    (await consumeMatch(tx, services, subject)) && (await takePassedFace(tx, services, subject))
  if (!card || !isVerified) throw new Refused({ kind: 'plan-not-ready' })
  return card
}

type Signing = {
  readonly caller: SignedInCaller
  readonly request: SignPlanInput
  readonly plan: PlanRecord
  readonly card: Card
}

async function book(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  signing: Signing,
): Promise<string> {
  const { caller, request, plan, card } = signing
  const { customer, planNo, months } = plan
  const today = await readBusinessDate(tx)
  const loans = await readLoans(tx, customer)
  const dated = await readDatedRows(tx)
  const quoted = quotePlan({ today, loans, dated }, plan)
  await requireAgreed(tx, { request, plan, quoted })

  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: `plan-${planNo}`, actor: 'customer' }
  const { loanNos } = quoted
  // Lock in loan number order, as payment orders do, to avoid a deadlock.
  for (const old of loanNos) await lockLoanRow(tx, { customer, loanNo: old })
  const { loanNo } = await consolidateLoans(deps, act, { loanNos, months, cardId: card.cardId })
  // The old loans are locked now: a payment that starts later sees them settled.
  const paying = await loansBeingPaid(tx, customer)
  if (loanNos.some((old) => paying.has(old))) throw new Refused({ kind: 'payment-running' })
  requireAsTried(loanOf({ loans: await readLoans(tx, customer) }, loanNo), quoted)

  const facts = factsOfPlan(quoted, { loans, card })
  const { agreed } = request
  const signed = { events: ['0501'] as const, businessNo: planNo, agreed, plan: facts, loanNo }
  await signAgreements(tx, services, caller, signed)
  const sms = messageOf(quoted, card)
  await enqueueSms(tx, services, { customer, messageNo: `${planNo}-signed`, sms })
  return loanNo
}

/** Refuses if the signed quote or cost sheet is not the current one, or a document is missing. */
async function requireAgreed(
  tx: Transaction,
  signing: {
    readonly request: SignPlanInput
    readonly plan: PlanRecord
    readonly quoted: QuotedPlan
  },
): Promise<void> {
  const { request, plan, quoted } = signing
  const { customer, months } = plan
  if (quoted.quoteId !== request.quoteId) throw new Refused({ kind: 'plan-quote-outdated' })
  if (quoted.costSheet.digest !== request.costSheetDigest) {
    throw new Refused({ kind: 'cost-sheet-unread' })
  }
  const today = quoted.validOn
  if (needsDocument(months) && !(await hasValidDocument(tx, { customer, today }))) {
    const monthsMax = product.personalisedPlan.monthsWithoutDocument
    throw new Refused({ kind: 'plan-document-needed', monthsMax })
  }
}

/** Refuses if the business date has changed since the quote was computed. */
function requireAsTried({ loan }: LoanRecord, quoted: QuotedPlan): void {
  const owed = sum(loan.instalments.map(({ due }) => add(due.principal, due.penalty)))
  const isSame = loan.start === quoted.validOn && owed === quoted.amount
  if (!isSame) throw new Refused({ kind: 'plan-quote-outdated' })
}

function messageOf({ amount, months, plan }: QuotedPlan, { bankName, lastFour }: Card): Sms {
  const [first] = plan
  assert(first !== undefined, 'a plan has a first instalment')
  return smsOf('plan-signed', {
    amount: displayYuan(amount),
    months: String(months),
    firstDue: first.dueDate,
    firstAmount: displayYuan(first.amount),
    bank: bankName,
    lastFour,
  })
}
