import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { startAgreementTests, type AgreementTests } from './testing/agreements.ts'

let tests: AgreementTests
beforeAll(async () => {
  tests = await startAgreementTests()
})
afterAll(() => tests.stop())
afterEach(() => tests.restore())

const refusal = (subCode: string) => ({ code: '40004', msg: 'Failed', sub_code: subCode })

/** Replaces the answers to one method by another one that the app signed. */
function answerInstead(method: string, content: object): void {
  const key = `${method.replaceAll('.', '_')}_response`
  tests.sandbox.between.state.change = (answer) =>
    answer.toString().includes(key) ? tests.sandbox.answer(method, content) : answer
}

describe('an agreement with the payment app', () => {
  it('is signed on the page of the app, and ended once', async () => {
    const order = tests.newAgreement()
    const url = await tests.agreements.agreementUrl(order)
    expect(await tests.agreements.agreement(order)).toEqual({ state: 'unknown' })
    expect(await tests.sandbox.decide(url, 'cancel')).toBe(303)
    expect(await tests.agreements.agreement(order)).toEqual({ state: 'unknown' })
    expect(await tests.sandbox.decide(await tests.agreements.agreementUrl(order), 'agree')).toBe(
      303,
    )
    expect(await tests.agreements.agreement(order)).toMatchObject({ state: 'signed' })
    // A number that was used is not signed again.
    expect((await fetch(await tests.agreements.agreementUrl(order))).status).toBe(400)
    for (const _ of [1, 2]) await tests.agreements.endAgreement(order)
    expect(await tests.agreements.agreement(order)).toEqual({ state: 'unknown' })
    expect((await fetch(await tests.agreements.agreementUrl(order))).status).toBe(400)
  })

  it('is signed by nobody but the customer, whose account is named', async () => {
    const order = tests.newAgreement()
    const url = await tests.agreements.agreementUrl(order)
    expect(await tests.sandbox.agreeAsAnother(url)).toBe(403)
    expect(await tests.agreements.agreement(order)).toEqual({ state: 'unknown' })
    expect(await tests.sandbox.decide(url, 'agree')).toBe(303)
    const signers = [expect.stringMatching(/^2088\d{12}$/)]
    expect(await tests.agreements.agreement(order)).toMatchObject({ state: 'signed', signers })
    answerInstead('alipay.user.agreement.query', {
      code: '10000',
      msg: 'Success',
      status: 'NORMAL',
      agreement_no: '1',
      external_agreement_no: order.wireNo,
    })
    await expect(tests.agreements.agreement(order)).rejects.toThrow(ProviderFault)
  })

  it('shows the most per debit and the day before it is signed', async () => {
    const order = tests.newAgreement()
    const page = await (await fetch(await tests.agreements.agreementUrl(order))).text()
    expect(page).toContain('5,000.00')
    expect(page).toContain(order.rule.firstOn)
  })

  it('is not offered without a scene of the contract', async () => {
    const without = await tests.open({ signScene: undefined })
    expect(without.agreements).toBeUndefined()
  })

  it('an agreement with the payment app of a day after the 28th is refused by the app', async () => {
    const order = tests.newAgreement(localDate('2031-01-29'))
    expect((await fetch(await tests.agreements.agreementUrl(order))).status).toBe(400)
  })
})

describe('a debit by an agreement', () => {
  it('is taken once, is in the day file and is refunded like a payment', async () => {
    const order = tests.debitOf(await tests.signed())
    expect(await tests.wallet.payment(order)).toEqual({ state: 'unknown' })
    for (const _ of [1, 2, 3]) {
      expect(await tests.agreements.debit(order)).toEqual({ state: 'processing' })
    }
    tests.advance(3)
    expect(await tests.agreements.debit(order)).toEqual({ state: 'done', on: tests.today() })
    expect(await tests.wallet.payment(order)).toEqual({ state: 'done', on: tests.today() })
    expect(await tests.linesOf(order.wireNo)).toEqual([
      { wireNo: order.wireNo, kind: 'debit', amount: order.amount },
    ])
    const refund = { ...tests.newWire(), amount: fen(34_56n), original: order }
    await tests.wallet.refund(refund)
    tests.advance(3)
    expect(await tests.wallet.refundState(refund)).toMatchObject({ state: 'done' })
  })

  it('is declined beyond what was agreed: amount, period, end', async () => {
    const agreement = await tests.signed()
    const declined = { state: 'declined', reason: expect.any(String) }
    expect(await tests.agreements.debit(tests.debitOf(agreement, 5_000_01n))).toEqual(declined)
    const ahead = await tests.signed(localDate(`${Number(tests.today().slice(0, 4)) + 1}-12-15`))
    expect(await tests.agreements.debit(tests.debitOf(ahead))).toEqual(declined)
    await tests.agreements.debit(tests.debitOf(agreement))
    // The next one is due in a month.
    expect(await tests.agreements.debit(tests.debitOf(agreement))).toEqual(declined)
    const other = await tests.signed()
    await tests.agreements.endAgreement(other)
    expect(await tests.agreements.debit(tests.debitOf(other))).toEqual(declined)
    const unknown = { ...agreement, reference: '20310106000000000000' }
    expect(await tests.agreements.debit(tests.debitOf(unknown))).toEqual(declined)
  })

  it('a debit by an agreement without money is declined with the reason, and a new number can be paid later', async () => {
    const agreement = await tests.signed()
    const order = tests.debitOf(agreement)
    await tests.sandbox.setFault({ decline: true })
    expect(await tests.agreements.debit(order)).toEqual({
      state: 'declined',
      reason: '支付应用余额不足',
    })
    expect(await tests.wallet.payment(order)).toEqual({ state: 'unknown' })
    await tests.sandbox.setFault({ decline: false })
    expect(await tests.agreements.debit(tests.debitOf(agreement))).toEqual({ state: 'processing' })
  })

  it.each(['ACQ.SYSTEM_ERROR', 'ACQ.NEVER_SEEN_BEFORE', 'ACQ.CONTEXT_INCONSISTENT', ''])(
    'a debit by an agreement with the sub code %s stays open',
    async (subCode) => {
      const agreement = await tests.signed()
      await tests.agreements.endAgreement(agreement)
      answerInstead('alipay.trade.pay', refusal(subCode))
      await expect(tests.agreements.debit(tests.debitOf(agreement))).rejects.toThrow(ProviderFault)
    },
  )

  it('a debit by an agreement that was taken counts, whatever the answer to the order says', async () => {
    const order = tests.debitOf(await tests.signed())
    answerInstead('alipay.trade.pay', refusal('ACQ.BUYER_BALANCE_NOT_ENOUGH'))
    expect(await tests.agreements.debit(order)).toEqual({ state: 'processing' })
    tests.advance(3)
    expect(await tests.agreements.debit(order)).toMatchObject({ state: 'done' })
  })

  it('is neither signed, ended nor taken by an answer about another number', async () => {
    const agreement = await tests.signed()
    answerInstead('alipay.user.agreement.query', {
      code: '10000',
      msg: 'Success',
      external_agreement_no: 'another',
      agreement_no: '1',
      status: 'NORMAL',
    })
    await expect(tests.agreements.agreement(agreement)).rejects.toThrow(ProviderFault)
    answerInstead('alipay.user.agreement.query', refusal('SYSTEM_ERROR'))
    await expect(tests.agreements.agreement(agreement)).rejects.toThrow(ProviderFault)
    answerInstead('alipay.user.agreement.unsign', refusal('SYSTEM_ERROR'))
    await expect(tests.agreements.endAgreement(agreement)).rejects.toThrow(ProviderFault)
  })
})
