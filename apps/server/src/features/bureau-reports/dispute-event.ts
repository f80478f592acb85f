import type { bureauReportsShapes } from '@qingzhou/contract/features/bureau-reports'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { fileMonthAbout, openDispute } from '@qingzhou/domain/bureau/dispute'
import { product } from '@qingzhou/domain/product'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newNo } from '@qingzhou/platform/ids'
import { orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { insertDispute, listDisputes } from './dispute-store.ts'
import { insertEvent, listEvents } from './event-store.ts'
import { readHolder } from './holder.ts'

type Shape = (typeof bureauReportsShapes)['dispute']

/** Disputes an event of a loan: staff are asked, and the loan has the mark of a dispute until they answer. [Q5] */
export async function disputeEvent(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { session: { customer } }: SignedInCaller,
  { loanNo, eventNo, reason, text }: Input<Shape>,
): Promise<Output<Shape>> {
  return services.database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    const today = await readBusinessDate(tx)
    const events = (await listEvents(tx, customer)).filter((one) => one.loanNo === loanNo)
    const disputes = await listDisputes(tx, services, customer)
    const isDisputed = disputes.some(
      (one) => one.loanNo === loanNo && one.eventNo === eventNo && one.state === 'open',
    )
    const answerDays = product.bureau.disputeAnswerDays
    const { told, answerBy } = orRefuse(
      openDispute(events, { eventNo, isDisputed, today, answerDays }),
    )
    const disputeNo = newNo(8)
    const dispute = { customer, disputeNo, loanNo, eventNo, reason, text, answerBy }
    await insertDispute(tx, services, { ...dispute, disputedOn: today, at: services.now() })
    await insertEvent(tx, services, {
      customer,
      loanNo,
      eventNo: events.length + 1,
      kind: 'disputed',
      about: told.fact.about,
      asOf: today,
      recordedOn: today,
      fileMonth: fileMonthAbout(told.event, today),
      named: eventNo,
      disputeNo,
      fact: undefined,
      holder: await readHolder(tx, services, customer),
    })
    return { answerBy }
  })
}
