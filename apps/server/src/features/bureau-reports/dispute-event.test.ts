import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monthEnd } from '@qingzhou/domain/bureau/month-events'
import { addDays, addMonths } from '@qingzhou/domain/calendar/local-date'
import type { Refusal } from '@qingzhou/domain/refusal'
import { reversePayment, receivePayment } from '@qingzhou/lending/index'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { getPhone } from '#features/onboarding/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'
import { disputeEvent } from './dispute-event.ts'
import { listEvents } from './event-store.ts'
import { readReported } from './read-reported.ts'
import { recordMonth } from './record-month.ts'
import { endDay, reportedBorrower, type ReportedBorrower } from './testing/reported-borrower.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
}, 60_000)
afterAll(() => product.stop())

const refusalLike = (kind: Refusal['kind']) => ({ refusal: { kind } })

/** A borrower whose first month is reported: opened, a balance and a status. */
async function insertReported(): Promise<ReportedBorrower> {
  const borrower = await reportedBorrower(product.services)
  await endDay(product, addDays(monthEnd(borrower.start), 1))
  return borrower
}

const reason = { reason: 'wrong-amount', text: '余额不对，10 月已还款' } as const
const dispute = ({ caller, loanNo }: ReportedBorrower, eventNo: number) =>
  disputeEvent(product.services, caller, { loanNo, eventNo, ...reason })

const eventsOf = ({ customer }: ReportedBorrower) => listEvents(product.services.database, customer)

async function findQueued(borrower: ReportedBorrower) {
  const reviewer = await newStaff(product, ['reviewer'])
  const calls = reviewer.client.api['console-queues']
  const filters = { kind: 'dispute', customer: borrower.customer } as const
  const sort = { by: 'since', order: 'up' } as const
  const { rows } = await calls.reviews({ filters, sort, limit: 20 })
  return { calls, items: rows, itemNo: rows[0]?.itemNo ?? '' }
}

async function newestMessage({ customer }: ReportedBorrower): Promise<string> {
  await product.runTasks()
  const { database } = product.services
  return (
    (await messagesTo(product, await getPhone(database, product.services, customer)))[0]?.text ?? ''
  )
}

describe('a dispute of what the bureau was told', { timeout: 120_000 }, () => {
  it('[Q5] marks the loan until it is answered, and waits in the queue of the reviewers', async () => {
    const { services } = product
    const borrower = await insertReported()
    const today = await services.businessDate()
    const { answerBy } = await dispute(borrower, 2)
    expect(answerBy).toBe(addDays(today, 20))
    expect((await eventsOf(borrower)).at(-1)).toMatchObject({
      kind: 'disputed',
      named: 2,
      fact: undefined,
      isDisputed: true,
      fileMonth: monthEnd(today),
    })
    const { events } = await readReported(services, borrower.caller)
    expect(events.map(({ eventNo, dispute: one }) => [eventNo, one?.state])).toEqual(
      expect.arrayContaining([
        [1, undefined],
        [2, 'open'],
        [3, undefined],
      ]),
    )
    const { items } = await findQueued(borrower)
    expect(items).toMatchObject([
      { kind: 'dispute', subjectNo: borrower.loanNo, summary: answerBy },
    ])

    const next = monthEnd(today)
    await endDay(product, addDays(next, 1))
    const later = (await eventsOf(borrower)).filter(({ asOf }) => asOf === next)
    expect(later.map(({ isDisputed }) => isDisputed)).toEqual([true, true])
  })

  it('[Q5] is refused twice for one event, for an unknown one and for that of another', async () => {
    const borrower = await insertReported()
    const other = await insertReported()
    const both = await Promise.allSettled([dispute(borrower, 2), dispute(borrower, 2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(dispute(borrower, 2)).rejects.toMatchObject(refusalLike('bureau-dispute-open'))
    const unknown = refusalLike('bureau-event-unknown')
    const mark = (await eventsOf(borrower)).at(-1)?.eventNo ?? 0
    await expect(dispute(borrower, mark)).rejects.toMatchObject(unknown)
    await expect(dispute(borrower, 99)).rejects.toMatchObject(unknown)
    const foreign = dispute({ ...borrower, caller: other.caller }, 2)
    await expect(foreign).rejects.toMatchObject(unknown)
    await dispute(borrower, 3)
  })

  it('[Q5] rejected, ends the mark, tells the borrower why, and is answered once', async () => {
    const borrower = await insertReported()
    await dispute(borrower, 2)
    const { calls, itemNo } = await findQueued(borrower)
    const { dispute: shown } = await calls.review({ itemNo })
    expect(shown).toMatchObject({ eventNo: 2, differs: false, isOwn: false, text: reason.text })
    expect(shown?.books).toEqual(shown?.told)
    await expectRefusal(calls.decideReview({ itemNo, verdict: 'refused' }), {
      kind: 'reason-needed',
    })
    await expectRefusal(calls.decideReview({ itemNo, verdict: 'approved' }), {
      kind: 'bureau-correction-needed',
    })
    const answer = { itemNo, verdict: 'refused', reason: '与账务一致。' } as const
    await calls.decideReview(answer)
    await expectRefusal(calls.decideReview(answer), { kind: 'review-closed' })
    expect((await eventsOf(borrower)).at(-1)).toMatchObject({
      kind: 'disputed',
      named: 2,
      isDisputed: false,
    })
    expect(await newestMessage(borrower)).toContain('不作更正。说明：与账务一致。')
    const { events } = await readReported(product.services, borrower.caller)
    expect(events.find(({ eventNo }) => eventNo === 2)).toMatchObject({
      isCorrected: false,
      dispute: { state: 'rejected', answer: '与账务一致。' },
    })
    expect((await calls.review({ itemNo })).dispute?.decision).toMatchObject({ verdict: 'refused' })
    await dispute(borrower, 2)
  })

  it('[Q5] upheld with what was found, corrects the event, and the books do not change it back', async () => {
    const { services } = product
    const borrower = await insertReported()
    await dispute(borrower, 2)
    const { calls, itemNo } = await findQueued(borrower)
    const found = { about: 'balance', balance: fen(5_000_00n), overdue: fen(0n) } as const
    const upheld = { itemNo, verdict: 'approved', found } as const
    await expectRefusal(calls.decideReview(upheld), { kind: 'reason-needed' })
    await calls.decideReview({ ...upheld, reason: '银行回单为准' })
    const corrected = { kind: 'corrected', named: 2, fact: found, isDisputed: false }
    expect((await eventsOf(borrower)).at(-1)).toMatchObject(corrected)
    expect(await newestMessage(borrower)).toContain('报送更正。说明：银行回单为准。')
    const month = monthEnd(borrower.start)
    await recordMonth(services, { month, after: '' })
    expect((await eventsOf(borrower)).at(-1)).toMatchObject(corrected)
    const { events } = await readReported(services, borrower.caller)
    expect(events.find(({ eventNo }) => eventNo === 2)).toMatchObject({
      isCorrected: true,
      now: found,
      dispute: { state: 'upheld' },
    })
  })

  it('[Q5] upheld without a figure, corrects to what the books say', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services)
    const { customer, loanNo, cardId } = borrower
    const due = addMonths(borrower.start, 1)
    await services.endOfDay(due, { debits: 'ignore' })
    const act = { customer, requestNo: 'pay-1', actor: 'customer' }
    await receivePayment(services, act, { loanNo, amount: fen(100_00n), cardId })
    await endDay(product, addDays(monthEnd(due), 1))
    await reversePayment(
      services,
      { customer, requestNo: 'reverse-1', actor: 'staff' },
      { paymentNo: 'pay-1', loanNo, reason: 'bounced' },
    )
    const events = await eventsOf(borrower)
    const balance = events.findLast(({ kind }) => kind === 'balance')
    await dispute(borrower, balance?.eventNo ?? 0)
    const { calls, itemNo } = await findQueued(borrower)
    const { dispute: shown } = await calls.review({ itemNo })
    expect(shown?.differs).toBe(true)
    await calls.decideReview({ itemNo, verdict: 'approved' })
    expect((await eventsOf(borrower)).at(-1)).toMatchObject({
      kind: 'corrected',
      fact: shown?.books,
    })
    expect(await newestMessage(borrower)).toContain('已按账务记录更正')
  })
})
