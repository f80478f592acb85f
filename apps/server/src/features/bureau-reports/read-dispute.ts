import type { DisputeReview } from '@qingzhou/contract/features/console/reviews'
import { isSameFact } from '@qingzhou/domain/bureau/bureau-event'
import { currentFacts } from '@qingzhou/domain/bureau/month-events'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { isOwnAccount, namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#services.ts'
import { readBooksFact } from './books-fact.ts'
import { findDispute } from './dispute-store.ts'
import { listEvents } from './event-store.ts'

/** What was reported beside what the books say; undefined for another number. The access is logged first. */
export async function readDispute(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { staff }: StaffCaller,
  disputeNo: string,
): Promise<DisputeReview | undefined> {
  const { database } = services
  const dispute = await findDispute(database, services, disputeNo)
  if (!dispute) return undefined
  const { customer, loanNo, eventNo, reason, text, disputedOn, answerBy, answer } = dispute
  const about = `dispute=${disputeNo}`
  await recordStaffAct(database, services, {
    staff,
    act: 'look-at-bureau-dispute',
    customer,
    about,
  })

  const events = (await listEvents(database, customer)).filter((one) => one.loanNo === loanNo)
  const found = currentFacts(events).find(({ event }) => event.eventNo === eventNo)
  if (!found) throw new Error(`dispute ${disputeNo}: event missing`)
  const { event, fact: now } = found
  const books = await readBooksFact(database, dispute, event)
  const names = await namesOfStaff(database, services, answer ? [answer.by] : [])
  return {
    customer,
    loanNo,
    eventNo,
    asOf: event.asOf,
    month: event.fileMonth,
    told: event.fact ?? now,
    now,
    books,
    differs: books !== undefined && !isSameFact(books, now),
    reason,
    text,
    disputedOn,
    answerBy,
    isOwn: await isOwnAccount(database, { customer, staffNo: staff.staffNo }),
    decision: answer && {
      verdict: dispute.state === 'upheld' ? 'approved' : 'refused',
      by: names.get(answer.by) ?? answer.by,
      at: answer.at.getTime(),
      reason: answer.text,
    },
  }
}
