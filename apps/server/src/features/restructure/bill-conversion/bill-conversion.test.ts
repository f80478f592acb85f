import { describe, expect, it } from 'vitest'
import { sum } from '@qingzhou/domain/money/money'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { readLoans } from '@qingzhou/lending/index'
import { signingCode } from '#features/onboarding/testing/signing-code.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  confirmCardPayment,
  dueOf,
  newPayer,
  newOrderRequestNo,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const event = {
  prodSubNo: '103001',
  channelCode: '000000000004',
  eventType: '0502',
  hasFund: false,
} as const

/** Gets a quote and an SMS code, accepts the agreements and returns the request to sign. */
async function readyToConvert(payer: Payer, months = 3) {
  const { client, loanNo } = payer
  const { quote } = await client.api.restructure.quoteBillConversion({ loanNo, months })
  if (!quote) throw new Error(`loan ${loanNo}: no bill conversion quote for ${months} months`)
  const { agreements } = await client.api.agreements.toConfirm({
    ...event,
    billConversion: { loanNo, months },
  })
  const request = {
    requestNo: newOrderRequestNo(),
    loanNo,
    months,
    quoteId: quote.quoteId,
    costSheetDigest: quote.costSheet.digest,
    agreed: agreements.map(({ code, version }) => ({ code, version })),
    dynamicCode: await signingCode(product, payer),
  }
  return { quote, agreements, request }
}

const loansOf = ({ customer }: Payer) => readLoans(product.services.database, customer)

describe('a bill conversion', { timeout: 60_000 }, () => {
  it('[7.117] is booked once as quoted, with the agreement as shown and one SMS', async () => {
    const payer = await newPayer(product)
    const { restructure, agreements: documents } = payer.client.api
    await skipDays(product.services, 10)
    const { quote, agreements, request } = await readyToConvert(payer)
    const { bills } = await restructure.quoteBillConversion({})
    expect(bills).toMatchObject([{ bill: { n: 1, amount: quote.amount } }])
    expect(bills[0]?.refusal).toBeUndefined()

    const { loanNo } = await restructure.signBillConversion(request)
    expect(await restructure.signBillConversion(request)).toEqual({ loanNo })
    const other = { ...request, months: 6 }
    await expectRefusal(restructure.signBillConversion(other), { kind: 'number-taken' })

    const detail = await restructure.convertedPlan({ loanNo })
    expect(detail).toMatchObject({
      plan: { kind: 'billConversion', amount: quote.amount, months: 3, signedOn: quote.validOn },
      from: [{ loanNo: payer.loanNo, n: 1, amount: quote.amount }],
      card: { cardId: payer.card.cardId },
    })
    expect(detail.instalments.map(({ amount }) => amount)).toEqual(
      quote.plan.map(({ amount }) => amount),
    )
    // Its interest begins on the bill's due date, but it is dated on the day it was signed.
    const booked = await payer.client.api.repayment.plan({ loanNo })
    expect(booked.loan.drawnOn).toBe(quote.validOn)
    const agreementNo = detail.agreements.find(({ title }) => title === '账单分期协议')?.agreementNo
    const signed = await documents.signed({ agreementNo: agreementNo ?? '' })
    expect(signed.blocks).toEqual(agreements[0]?.blocks)

    const { customer } = payer
    const stored = await loansOf(payer)
    const books = await Promise.all(
      stored.map((one) =>
        readBalances(product.services.database, { customer, loanNo: one.loanNo }),
      ),
    )
    const principal = sum(books.map((balance) => balance.principal))
    const left = stored.flatMap(({ loan }) => loan.instalments.map(({ due, paid }) => [due, paid]))
    const owed = left.reduce((total, [due, paid]) => {
      return total + (due?.principal ?? 0n) - (paid?.principal ?? 0n)
    }, 0n)
    expect(principal).toBe(owed)

    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('已办理账单分期'))).toHaveLength(1)
    const again = await restructure.quoteBillConversion({})
    const whyNot = new Map(again.bills.map(({ loan, refusal }) => [loan.loanNo, refusal]))
    expect(whyNot.get(payer.loanNo)).toContain('下期账单开始后')
    expect(whyNot.get(loanNo)).toBeDefined()
    await expectRefusal(restructure.convertedPlan({ loanNo: payer.loanNo }), {
      kind: 'loan-unknown',
    })
  })

  it('requires a code sent for agreements and consumes it', async () => {
    const payer = await newPayer(product)
    const { restructure, onboarding } = payer.client.api
    const { request } = await readyToConvert(payer)
    const wrong = request.dynamicCode === '00000' ? '00001' : '00000'
    await expectRefusal(restructure.signBillConversion({ ...request, dynamicCode: wrong }), {
      kind: 'sms-code-wrong',
      triesLeft: 4,
    })
    product.advance(61)
    await onboarding.sendPurposeCode({ purpose: 'payment' })
    const ofPayment = await latestCode(product, payer.phone)
    if (ofPayment !== request.dynamicCode) {
      const misused = restructure.signBillConversion({ ...request, dynamicCode: ofPayment })
      await expectRefusal(misused, { kind: 'sms-code-wrong', triesLeft: 3 })
    }
    await restructure.signBillConversion(request)
    const reused = { ...request, requestNo: newOrderRequestNo() }
    await expectRefusal(restructure.signBillConversion(reused), { kind: 'sms-code-void' })
  })

  it('is booked once with one answer for four concurrent requests', async () => {
    const payer = await newPayer(product)
    const { request } = await readyToConvert(payer)
    const { restructure } = payer.client.api
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => restructure.signBillConversion(request)),
    )
    expect(new Set(answers.map(({ loanNo }) => loanNo)).size).toBe(1)
    expect(await loansOf(payer)).toHaveLength(2)
  })

  it('is refused for an overdue bill, a bill being paid, an outdated quote and another customer', async () => {
    const payer = await newPayer(product)
    const { restructure } = payer.client.api
    const { request } = await readyToConvert(payer)
    const tampered = { ...request, quoteId: 'another-quote' }
    await expectRefusal(restructure.signBillConversion(tampered), { kind: 'plan-quote-outdated' })
    const stranger = await newPayer(product)
    const dynamicCode = await signingCode(product, stranger)
    const theirs = stranger.client.api.restructure.signBillConversion({ ...request, dynamicCode })
    await expectRefusal(theirs, { kind: 'loan-unknown' })

    await confirmCardPayment(product, payer, dueOf(payer, 1))
    const words = await countMessages([restructure.signBillConversion(request)])
    expect([...words.keys()]).toEqual([expect.stringContaining('正在处理')])
    await expectRefusal(restructure.quoteBillConversion({ loanNo: payer.loanNo, months: 3 }), {
      kind: 'payment-running',
    })
    await waitForBank(product)
    expect(await loansOf(payer)).toHaveLength(1)

    await skipDays(product.services, 70)
    const { bills } = await restructure.quoteBillConversion({})
    expect(bills[0]?.refusal).toContain('逾期')
    const late = restructure.quoteBillConversion({ loanNo: payer.loanNo, months: 3 })
    await expectRefusal(late, { kind: 'bill-overdue' })
  })
})
