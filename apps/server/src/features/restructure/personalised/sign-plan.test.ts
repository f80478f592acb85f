import { describe, expect, it } from 'vitest'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { refusalMessage } from '#http/refusals.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { readLoans } from '@qingzhou/lending/index'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, countMessages } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  confirmCardPayment,
  dueOf,
  newOrderRequestNo,
  readOrderState,
} from '#features/repayment/testing/payer.ts'
import {
  newSignRequest,
  newLatePayer,
  readyToSign,
  type LatePayer,
} from '#features/restructure/testing/late-payer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const loansOf = ({ customer }: LatePayer) => readLoans(product.services.database, customer)

const newLoansOf = async (payer: LatePayer) =>
  (await loansOf(payer)).filter(({ origin }) => origin === 'consolidation-plan')

describe('a consolidation plan', { timeout: 60_000 }, () => {
  it('[7.114] is booked as quoted, with the agreements as shown and one SMS', async () => {
    const payer = await newLatePayer(product)
    const { api } = payer.client
    const { loans } = await api.restructure.bills({})
    expect(loans.map(({ refusal }) => refusal)).toEqual([undefined, undefined])

    const request = await readyToSign(product, payer)
    const { quote } = await api.restructure.quote({ loanNos: [...payer.loanNos], months: 12 })
    expect(quote.amount).toBe(sum(loans.flatMap(({ open }) => Object.values(open))))
    expect(quote.amount).toBe(sum(Object.values(quote.parts)))
    expect(quote).toMatchObject({ needsDocument: false, oldRate: 144_000n, annualRate: 86_400n })
    const { agreements } = await api.agreements.toConfirm({
      prodSubNo: '103001',
      channelCode: '000000000004',
      eventType: '0501',
      hasFund: false,
      plan: { planNo: request.planNo },
    })
    expect(agreements.map(({ title }) => title)).toEqual(['个性化分期还款协议', '委托扣款授权书'])

    const { loanNo } = await api.restructure.sign(request)
    const stored = (await loansOf(payer)).find((loan) => loan.loanNo === loanNo)
    expect(stored?.loan.amount).toBe(quote.amount - quote.parts.penalty)
    const { plans, detail } = await api.restructure.signedPlans({ loanNo })
    expect(plans).toMatchObject([
      { loanNo, kind: 'personalised', state: 'open', months: 12, amount: stored?.loan.amount },
    ])
    const planned = detail?.instalments.map(({ dueDate, amount }) => ({ dueDate, amount }))
    expect(planned).toEqual(quote.plan.map(({ dueDate, amount }) => ({ dueDate, amount })))
    expect(plans[0]?.leftTotal).toBe(quote.totalAmount)
    expect(detail?.from.map((one) => one.loanNo)).toEqual(payer.loanNos)
    expect(sum((detail?.from ?? []).map(({ amount }) => amount))).toBe(quote.amount)
    expect(detail?.card).toMatchObject({ cardId: payer.card.cardId })

    const titles = ['个性化分期还款协议', '委托扣款授权书', '综合融资成本明示表']
    expect(detail?.agreements.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    const no = detail?.agreements.find(({ title }) => title === titles[0])?.agreementNo ?? ''
    expect((await api.agreements.signed({ agreementNo: no })).blocks).toEqual(agreements[0]?.blocks)
    const { agreements: listed } = await api.agreements.signedList({ loanNo, pageNo: 1 })
    expect(listed.map(({ loan }) => loan?.loanNo)).toEqual([loanNo, loanNo, loanNo])

    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('个性化分期已签约'))).toHaveLength(1)
    expect(texts[0]).toContain(`首期 ${quote.plan[0]?.dueDate ?? ''}`)
  })

  it('settles the old loans, moves no money and keeps the ledger consistent', async () => {
    const payer = await newLatePayer(product)
    const { customer } = payer
    const { database } = product.services
    await payer.client.api.restructure.sign(await readyToSign(product, payer))
    for (const { loanNo, loan, origin } of await loansOf(payer)) {
      const books = await readBalances(database, { customer, loanNo })
      if (origin === 'draw') expect(isSettled(loan)).toBe(true)
      const principal = origin === 'draw' ? 0n : loan.amount
      // Penalty stays penalty in the new loan and bears no interest.
      const penalty = origin === 'draw' ? 0n : sum(loan.instalments.map(({ due }) => due.penalty))
      expect(books).toEqual({ fee: 0n, penalty, interest: 0n, principal })
      if (origin !== 'draw') expect(penalty).toBeGreaterThan(0n)
    }
    const [sums] = await database.query<{ conversion: bigint; bank: bigint }>(
      `SELECT coalesce(sum(CASE WHEN debit_account = 'conversion' THEN amount_fen
                                WHEN credit_account = 'conversion' THEN -amount_fen END), 0)::bigint
                AS conversion,
              coalesce(sum(amount_fen) FILTER (WHERE event = 'conversion'
                AND 'clearing' IN (debit_account, credit_account)), 0)::bigint AS bank
         FROM ledger_entries WHERE customer_no = $1`,
      [customer],
    )
    expect(sums).toEqual({ conversion: 0n, bank: 0n })
  })

  it('is signed once with one answer for ten concurrent requests from two phones', async () => {
    const payer = await newLatePayer(product)
    const elsewhere = { ...payer, ...(await onAnotherPhone(product, payer)), card: payer.card }
    const request = await readyToSign(product, payer)
    const there = { ...request, requestNo: newOrderRequestNo() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0
          ? payer.client.api.restructure.sign(request)
          : elsewhere.client.api.restructure.sign(there),
      ),
    )
    expect(new Set(answers.map(({ loanNo }) => loanNo)).size).toBe(1)
    expect(await newLoansOf(payer)).toHaveLength(1)
    // The first request number is now taken; the other one has an outdated quote.
    const others = [request, there].map((one) =>
      payer.client.api.restructure.sign({ ...one, quoteId: 'another-quote' }),
    )
    const kinds = ['number-taken', 'plan-quote-outdated'] as const
    expect(await countMessages(others)).toEqual(
      new Map(kinds.map((kind) => [refusalMessage({ kind }).message, 1])),
    )
  })

  it('is refused with an outdated quote, unread documents, or for another customer', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const request = await readyToSign(product, payer)
    const stranger = await newLatePayer(product)
    const ofStranger = stranger.client.api
    await expectRefusal(ofStranger.restructure.sign(request), { kind: 'plan-unknown' })
    await expectRefusal(ofStranger.restructure.quote({ loanNos: [...payer.loanNos], months: 12 }), {
      kind: 'loan-unknown',
    })
    const { planNo } = request
    const { cardId } = stranger.card
    await expectRefusal(restructure.saveContacts({ part: 'card', planNo, cardId }), {
      kind: 'card-unknown',
    })

    // Creating the stranger moved the business date, so the quote is outdated.
    const outdated = { kind: 'plan-quote-outdated' } as const
    await expectRefusal(restructure.sign(request), outdated)
    const today = await newSignRequest(payer, { planNo, months: 12 })
    const tampered = { ...today, quoteId: today.quoteId.split('').toReversed().join('') }
    await expectRefusal(restructure.sign(tampered), outdated)
    const unread = { ...today, costSheetDigest: 'another-sheet' }
    await expectRefusal(restructure.sign(unread), { kind: 'cost-sheet-unread' })
    const [first] = today.agreed
    const unticked = { ...today, agreed: first ? [first] : [] }
    await expectRefusal(restructure.sign(unticked), { kind: 'agreement-needed' })
    expect(await newLoansOf(payer)).toHaveLength(0)

    // The refusals consumed nothing: name match and face check are still valid.
    await restructure.sign(today)
    expect(await newLoansOf(payer)).toHaveLength(1)
  })

  it('a consolidation plan with yesterday’s quote is refused and needs a new quote', async () => {
    const payer = await newLatePayer(product)
    const request = await readyToSign(product, payer)
    await skipDays(product.services, 1)
    const { restructure } = payer.client.api
    await expectRefusal(restructure.sign(request), { kind: 'plan-quote-outdated' })
    await restructure.sign(await newSignRequest(payer, { planNo: request.planNo, months: 12 }))
  })

  it('is refused while a payment is in progress, and needs a new quote after it', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const request = await readyToSign(product, payer)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await expectRefusal(restructure.sign(request), { kind: 'payment-running' })
    const { loans } = await restructure.bills({})
    expect(loans.filter(({ refusal }) => refusal?.includes('正在处理'))).toHaveLength(1)
    const quoted = restructure.quote({ loanNos: [...payer.loanNos], months: 12 })
    await expectRefusal(quoted, { kind: 'payment-running' })
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    const words = await countMessages([restructure.sign(request)])
    expect(words.get('ok')).toBeUndefined()
    expect(await newLoansOf(payer)).toHaveLength(0)
  })
})
