import { inside, type Transaction } from '#platform/database/database.ts'
import { displayYuan } from '@qingzhou/domain/money/money'
import { grantForbearanceOnLoan, lockCustomerBooks, readLoans } from '#lending/index.ts'
import { loanOf } from '#features/repayment/read-bills.ts'
import { withoutFinalPunctuation, type Reviewed } from '#features/proofs/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { smsOf, type Sms } from '#platform/sms/sms-templates.ts'
import { figuresOf } from './forbearance-figures.ts'
import {
  endReview,
  listForbearances,
  saveFigures,
  type ForbearanceRequest,
  type ForbearanceRecord,
} from './forbearance-store.ts'

/** Applies a review in its transaction: books the new due dates, or sends the refusal reason. */
export async function forbearanceReviewed(
  tx: Transaction,
  services: Services,
  reviewed: Reviewed,
): Promise<void> {
  const { customer, proofNo, round, verdict } = reviewed
  const reliefs = await listForbearances(tx, services, customer)
  const relief = reliefs.find((one) => one.proofNo === proofNo)
  if (!relief) throw new Refused({ kind: 'proof-unknown' })
  // Evidence submitted without an application has no number of days; an earlier application is
  // already decided.
  if (relief.state !== 'review' || !relief.request) throw new Refused({ kind: 'proof-changed' })
  const sms =
    verdict === 'approved'
      ? await relieved(tx, services, { reviewed, relief, request: relief.request })
      : smsOf('relief/refused', { reason: withoutFinalPunctuation(reviewed.reason ?? '') })
  await endReview(tx, relief, verdict)
  const messageNo = `relief-${relief.forbearanceNo}-${round}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}

async function relieved(
  tx: Transaction,
  services: Services,
  {
    reviewed: { customer, staffNo },
    relief,
    request: { days, asked },
  }: {
    readonly reviewed: Reviewed
    readonly relief: ForbearanceRecord
    readonly request: ForbearanceRequest
  },
): Promise<Sms> {
  const { loanNo, forbearanceNo } = relief
  const readLoan = async () => loanOf({ loans: await readLoans(tx, customer) }, loanNo).loan
  await lockCustomerBooks(tx, customer)
  const before = await readLoan()
  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: `relief-${forbearanceNo}`, actor: staffNo }
  const { bookedOn: today } = await grantForbearanceOnLoan(deps, act, { loanNo, days, asked })
  const booked = figuresOf(before, { after: await readLoan(), today })
  await saveFigures(tx, relief, booked)
  const { n, newDueDate, newAmount, cost } = booked
  return smsOf('relief/approved', {
    days: String(days),
    n: String(n),
    newDueDate,
    amount: displayYuan(newAmount),
    interest: displayYuan(cost),
  })
}
