import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { daysOverdue, sumOfParts } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO, add, displayYuan } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import type { WaiverOffer } from '@qingzhou/domain/waiver/waiver'
import { waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import { dueLoans, readBills } from '#features/repayment/index.ts'
import { findOffer, offerWaiver, readLoans, readOffers, quoteWaiver } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inTransactionOrDryRun } from '@qingzhou/platform/database/read-only'
import { inside } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'

/** Which debts get an offer; the bounds are inclusive. */
export type Segment = {
  readonly daysLateMin: number
  readonly daysLateMax: number
  readonly amountMin: Money
  readonly amountMax: Money
}

export type OffersOrder = {
  /** Part of the offer numbers: a repeated run with the same number offers nothing twice. */
  readonly batchNo: string
  readonly actor: string
  readonly segment: Segment
  readonly offer: WaiverOffer
}

export type OffersProgress = {
  readonly looked: number
  readonly offered: number
  readonly due: Money
  readonly waived: Money
  /** Skipped loans by reason. */
  readonly passedOver: { readonly [Why in Refusal['kind'] | 'offered-before']?: number }
}

type Deps = Pick<Services, 'database' | 'now' | 'tasks'>
type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }
type OfferOutcome =
  | { readonly kind: 'outside' }
  | { readonly kind: 'passed-over'; readonly why: Refusal['kind'] | 'offered-before' }
  | { readonly kind: 'offered'; readonly due: Money; readonly waived: Money }

const LOANS_PER_PAGE = 500
const LOANS_AT_ONCE = 8

/**
 * Creates a waiver offer for every debt of a segment and enqueues its announcement. Each offer has
 * its own transaction and a number derived from batch and loan, so an interrupted run can be
 * repeated.
 */
export async function createOffers(
  deps: Deps,
  order: OffersOrder,
  run: { readonly isDryRun: boolean; readonly onProgress?: (progress: OffersProgress) => void },
): Promise<OffersProgress> {
  const today = await readBusinessDate(deps.database)
  const date = addDays(today, -order.segment.daysLateMin)
  let progress: OffersProgress = {
    looked: 0,
    offered: 0,
    due: ZERO,
    waived: ZERO,
    passedOver: {},
  }
  let after = { customer: '', loanNo: '' }
  for (;;) {
    const page = await dueLoans(deps.database, { date, after, count: LOANS_PER_PAGE })
    const last = page.at(-1)
    if (!last) return progress
    for (let first = 0; first < page.length; first += LOANS_AT_ONCE) {
      const some = page.slice(first, first + LOANS_AT_ONCE)
      const found = await Promise.all(
        some.map((loan) => offerTo(deps, order, { loan, today, isDryRun: run.isDryRun })),
      )
      progress = found.reduce(countOffer, progress)
    }
    run.onProgress?.(progress)
    after = last
  }
}

async function offerTo(
  deps: Deps,
  order: OffersOrder,
  { loan: name, today, isDryRun }: { loan: LoanName; today: LocalDate; isDryRun: boolean },
): Promise<OfferOutcome> {
  const { customer, loanNo } = name
  const offerNo = `${order.batchNo}-${loanNo}`
  const loans = await readLoans(deps.database, customer)
  const loan = loans.find((record) => record.loanNo === loanNo)?.loan
  if (!loan) return { kind: 'outside' }
  const terms = waiverTermsOn(today, { loan, offer: order.offer })
  const due = sumOfParts(terms.due)
  if (!isIn(order.segment, { days: daysOverdue(loan, today), due })) return { kind: 'outside' }
  const offers = await readOffers(deps.database, customer)
  const others = offers.filter((record) => record.loanNo === loanNo && record.offerNo !== offerNo)
  // One open offer per loan: two would confuse the borrower.
  if (others.some(({ state, offer }) => state === 'open' && offer.lastDay >= today)) {
    return { kind: 'passed-over', why: 'offered-before' }
  }
  try {
    await make(deps, order, { ...name, offerNo, isDryRun })
    return { kind: 'offered', due, waived: terms.waived }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'passed-over', why: error.refusal.kind }
    throw error
  }
}

/** Creates an offer and enqueues its announcement. */
async function make(
  { database, now, tasks }: Deps,
  { actor, offer }: OffersOrder,
  named: LoanName & { readonly offerNo: string; readonly isDryRun: boolean },
): Promise<void> {
  const { customer, loanNo, offerNo, isDryRun } = named
  await inTransactionOrDryRun(database, { isDryRun }, async (tx) => {
    const act = { customer, requestNo: offerNo, actor }
    await offerWaiver({ database: inside(tx), now }, act, { ...offer, loanNo })
    const payload = { customer, offerNo }
    await tasks.add(tx, { kind: 'announce-offer', payload, key: `${customer}:${offerNo}` })
  })
}

function isIn(segment: Segment, debt: { readonly days: number; readonly due: Money }): boolean {
  const { daysLateMin, daysLateMax, amountMin, amountMax } = segment
  const { days, due } = debt
  return days >= daysLateMin && days <= daysLateMax && due >= amountMin && due <= amountMax
}

function countOffer(progress: OffersProgress, found: OfferOutcome): OffersProgress {
  const looked = progress.looked + 1
  if (found.kind === 'outside') return { ...progress, looked }
  if (found.kind === 'passed-over') {
    const { passedOver } = progress
    const times = (passedOver[found.why] ?? 0) + 1
    return { ...progress, looked, passedOver: { ...passedOver, [found.why]: times } }
  }
  return {
    ...progress,
    looked,
    offered: progress.offered + 1,
    due: add(progress.due, found.due),
    waived: add(progress.waived, found.waived),
  }
}

/** Announces an offer by SMS, unless it is no longer open. */
export async function announceOffer(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { customer, offerNo }: { readonly customer: CustomerNo; readonly offerNo: string },
): Promise<void> {
  const record = await findOffer(services.database, { customer, offerNo })
  if (!record) return
  const { isGood, toPay, waived } = quoteWaiver(record, await readBills(services, customer))
  if (!isGood) return
  const sms = smsOf('waiver-offered', {
    lastDay: record.offer.lastDay,
    amount: displayYuan(toPay),
    waived: displayYuan(waived),
  })
  const message = { customer, messageNo: `${offerNo}-offered`, sms }
  await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
}
