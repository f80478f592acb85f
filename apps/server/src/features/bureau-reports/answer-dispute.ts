import type { consoleQueuesShapes } from '@qingzhou/contract/features/console/queues'
import type { Input } from '@qingzhou/contract/wire/shape'
import { lateClassOf, type BureauFact } from '@qingzhou/domain/bureau/bureau-event'
import { correctedFact, fileMonthAbout } from '@qingzhou/domain/bureau/dispute'
import { currentFacts } from '@qingzhou/domain/bureau/month-events'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { smsOf, withoutFinalPunctuation } from '@qingzhou/platform/sms/sms-templates'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { readBooksFact } from './books-fact.ts'
import { findDispute, saveAnswer, type Dispute } from './dispute-store.ts'
import { insertEvent, listEvents, type StoredEvent } from './event-store.ts'
import { readHolder } from './holder.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'tasks'>
type Review = Pick<
  Input<(typeof consoleQueuesShapes)['decideReview']>,
  'verdict' | 'reason' | 'found'
> & { readonly disputeNo: string }

const BY_BOOKS = '已按账务记录更正'

/**
 * Upholds a dispute, which corrects the event, or rejects it, which ends its mark. Of two reviewers at once,
 * the second is refused. The borrower is told. [Q5]
 */
export async function answerDispute(
  services: Deps,
  { staff }: StaffCaller,
  { disputeNo, verdict, reason, found }: Review,
): Promise<void> {
  const given = reason?.trim()
  const isUpheld = verdict === 'approved'
  if (!given && (!isUpheld || found)) throw new Refused({ kind: 'reason-needed' })
  const text = given || BY_BOOKS
  await services.database.inTransaction(async (tx) => {
    const dispute = await lockOpenDispute(tx, services, disputeNo)
    const { customer, loanNo } = dispute
    const on = await readBusinessDate(tx)
    const events = (await listEvents(tx, customer)).filter((one) => one.loanNo === loanNo)
    const told = currentFacts(events).find(({ event }) => event.eventNo === dispute.eventNo)
    if (!told) throw new Error(`dispute ${disputeNo}: event missing`)
    const books = found ? undefined : await readBooksFact(tx, dispute, told.event)
    const fact = isUpheld
      ? orRefuse(correctedFact(told.fact, { found: found && factFound(found), books }))
      : undefined
    const answer = { on, at: services.now(), by: staff.staffNo, text }
    const state = isUpheld ? 'upheld' : 'rejected'
    if (!(await saveAnswer(tx, services, { dispute, state, answer }))) {
      throw new Refused({ kind: 'review-closed' })
    }
    await writeAnswer(tx, services, {
      dispute,
      event: told.event,
      eventNo: events.length + 1,
      fact,
    })
    const sms = smsOf(isUpheld ? 'bureau-dispute/upheld' : 'bureau-dispute/rejected', {
      loan: loanNo.slice(-4),
      answer: withoutFinalPunctuation(text),
    })
    await enqueueSms(tx, services, { customer, messageNo: `bureau-dispute-${disputeNo}`, sms })
    const about = `dispute=${disputeNo} verdict=${state}`
    await recordStaffAct(tx, services, { staff, act: 'review-bureau-dispute', customer, about })
  })
}

async function lockOpenDispute(
  tx: Transaction,
  services: Deps,
  disputeNo: string,
): Promise<Dispute> {
  const found = await findDispute(tx, services, disputeNo)
  if (found?.state !== 'open') throw new Refused({ kind: 'review-closed' })
  await lockCustomerBooks(tx, found.customer)
  return found
}

function factFound(found: NonNullable<Review['found']>): BureauFact {
  if (found.about === 'status') return { ...found, lateClass: lateClassOf(found.daysLate) }
  return found.about === 'closed' ? { about: 'closed', reason: found.reason } : found
}

/** A correction says what is true; without one, the mark of the dispute ends. */
async function writeAnswer(
  tx: Transaction,
  services: Deps,
  {
    dispute: { customer, loanNo, disputeNo },
    event,
    eventNo,
    fact,
  }: {
    readonly dispute: Dispute
    readonly event: StoredEvent
    readonly eventNo: number
    readonly fact: BureauFact | undefined
  },
): Promise<void> {
  const today = await readBusinessDate(tx)
  const written = {
    customer,
    loanNo,
    eventNo,
    named: event.eventNo,
    disputeNo,
    recordedOn: today,
    fileMonth: fileMonthAbout(event, today),
    holder: await readHolder(tx, services, customer),
  }
  if (fact) {
    const corrected = { kind: 'corrected', about: fact.about, asOf: event.asOf, fact } as const
    return insertEvent(tx, services, { ...written, ...corrected })
  }
  const { about } = event.fact ?? {}
  if (!about) throw new Error(`event ${event.eventNo} of loan ${loanNo}: tells nothing`)
  return insertEvent(tx, services, { ...written, kind: 'disputed', about, asOf: today, fact })
}
