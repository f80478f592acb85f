import type { bureauReportsShapes } from '@qingzhou/contract/features/bureau-reports'
import type { Output } from '@qingzhou/contract/wire/shape'
import { currentFacts } from '@qingzhou/domain/bureau/month-events'
import { product } from '@qingzhou/domain/product'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { listDisputes, type Dispute } from './dispute-store.ts'
import { listEvents, type StoredEvent } from './event-store.ts'

type Answer = Output<(typeof bureauReportsShapes)['reported']>

/** What the bureau is told of the borrower's loans, the newest first, each with its newest dispute. [Q5] */
export async function readReported(
  services: Pick<Services, 'database' | 'vault'>,
  { session: { customer } }: SignedInCaller,
): Promise<Answer> {
  const stored = await listEvents(services.database, customer)
  const disputes = await listDisputes(services.database, services, customer)
  const byLoan = Map.groupBy(stored, ({ loanNo }) => loanNo)
  const events = [...byLoan.values()].flatMap((ofLoan) => viewEvents(ofLoan, disputes))
  return {
    events: events.toSorted((one, other) => (one.asOf < other.asOf ? 1 : -1)),
    answerDays: product.bureau.disputeAnswerDays,
  }
}

function viewEvents(
  events: readonly StoredEvent[],
  disputes: readonly Dispute[],
): Answer['events'] {
  return currentFacts(events).map(({ event, fact: now }) => {
    const { loanNo, eventNo, asOf, fileMonth: month, fact: told = now } = event
    const isCorrected = events.some(({ kind, named }) => kind === 'corrected' && named === eventNo)
    const newest = disputes.find((one) => one.loanNo === loanNo && one.eventNo === eventNo)
    const dispute = newest && disputeView(newest)
    return { loanNo, eventNo, asOf, month, told, now, isCorrected, dispute }
  })
}

function disputeView(dispute: Dispute): NonNullable<Answer['events'][number]['dispute']> {
  const { state, reason, text, disputedOn, answerBy, answer } = dispute
  return {
    state,
    reason,
    text,
    disputedOn,
    answerBy,
    answeredOn: answer?.on,
    answer: answer?.text,
  }
}
