import { describe, expect, it } from 'vitest'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { hasDebitAgreement } from '#features/cards/index.ts'
import { newApplicant, onAnotherPhone, patient } from '#features/identity/testing/applicant.ts'
import { findLimit, openLimit } from '@qingzhou/lending/index'
import { newBorrower, type TestBorrower } from '#features/loans/testing/borrower.ts'
import { linkAccount } from '#features/onboarding/authorisation/linked-account-store.ts'
import { listLinkedApps } from '#features/onboarding/index.ts'
import { expectRefusal, latestCode, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { listSessions } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { fen } from '@qingzhou/domain/money/money'
import { readyToCancel, cancelLimitByCalls, newRequestNo } from './testing/cancellation.ts'

const product = startProductForFile(patient)

const api = ({ client }: { readonly client: Client }) => client.api['limit-cancellation']

describe('cancelling a limit', { timeout: 60_000 }, () => {
  it('unlinks the apps and ends the sessions', async () => {
    const borrower = await newBorrower(product)
    const { services } = product
    const { customer } = borrower
    const account = { provider: 'wallet', openId: 'wallet-of-a-leaver', customer } as const
    await services.database.inTransaction((tx) => linkAccount(tx, services, account))
    expect(await listLinkedApps(services.database, customer)).toHaveLength(1)
    await cancelLimitByCalls(product, borrower)
    expect(await listLinkedApps(services.database, customer)).toEqual([])
    expect(await listSessions(services.database, services, customer)).toEqual([])
  })

  it('shows an empty list to a customer without a limit', async () => {
    const applicant = await newApplicant(product)
    expect(await api(applicant).limits({})).toEqual({ limits: [] })
    await expectRefusal(api(applicant).currentStep({ reason: 'other' }), { kind: 'limit-unknown' })
  })

  it('[7.125] shows a limit without obstacles', async () => {
    const borrower = await newBorrower(product)
    const { limits } = await api(borrower).limits({})
    expect(limits).toMatchObject([
      { productNo: '103001', productName: '消费贷', total: 50_000_00n, used: 0n, state: 'open' },
    ])
    expect(limits).toMatchObject([{ canCancel: true, obstacles: [] }])
  })

  it('[7.127] stores reason and note encrypted, and returns them on every phone', async () => {
    const borrower = await newBorrower(product)
    expect(await api(borrower).currentStep({})).toMatchObject({ step: 'reason' })
    await api(borrower).currentStep({ reason: 'noNeed' })
    const note = '利率比沈青禾那家高'
    await api(borrower).currentStep({ reason: 'tooExpensive', note })
    const elsewhere = await onAnotherPhone(product, borrower)
    const today = await product.services.businessDate()
    expect(await api(elsewhere).currentStep({})).toEqual({
      step: 'notice',
      reason: 'tooExpensive',
      note,
      isConfirmed: false,
      maskedPhone: expect.stringMatching(/^137\*{4}\d{4}$/),
      retainedUntil: retentionEnd(today),
    })
    const rows = await product.services.database.query<{ row: string }>(
      'SELECT kept::text AS row FROM limit_cancellations AS kept',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from(note).toString('hex'))
  })

  it('[7.128] accepts a code for ten minutes, in the session it was entered in', async () => {
    const borrower = await newBorrower(product)
    await readyToCancel(product, borrower)
    const isConfirmed = async () => (await api(borrower).currentStep({})).isConfirmed
    expect(await isConfirmed()).toBe(true)
    product.advance(601)
    expect(await isConfirmed()).toBe(false)
    const late = api(borrower).cancel({ requestNo: newRequestNo() })
    await expectRefusal(late, { kind: 'verification-needed' })
    const wrong = api(borrower).checkSmsCode({ dynamicCode: '00000' })
    await expectRefusal(wrong, { kind: 'sms-code-void' })
  })

  it('requires a reason, and a code for this purpose', async () => {
    const borrower = await newBorrower(product)
    const { client, phone } = borrower
    product.advance(61)
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    const dynamicCode = await latestCode(product, phone)
    await expectRefusal(api(borrower).checkSmsCode({ dynamicCode }), { kind: 'sms-code-void' })
    await client.api.onboarding.sendPurposeCode({ purpose: 'cancellation' })
    await api(borrower).checkSmsCode({ dynamicCode: await latestCode(product, phone) })
    const cancelling = api(borrower).cancel({ requestNo: newRequestNo() })
    await expect(cancelling).rejects.toThrow('请先选择注销原因')
  })
})

describe('a cancelled limit', { timeout: 60_000 }, () => {
  it('[7.126] ends sessions and debit agreements, and the customer gets an SMS', async () => {
    const borrower = await newBorrower(product)
    const { customer, phone, card } = borrower
    const { services } = product
    const other = await onAnotherPhone(product, borrower)
    await signDebitAgreement(borrower)
    const debit = { customer, cardId: card.cardId }
    expect(await hasDebitAgreement(services.database, debit)).toBe(true)

    await readyToCancel(product, borrower)
    const cancelledOn = await services.businessDate()
    const requestNo = newRequestNo()
    const ended = { cancelledOn, retainedUntil: retentionEnd(cancelledOn) }
    expect(await api(borrower).cancel({ requestNo })).toEqual(ended)
    expect(await findLimit(services.database, customer)).toMatchObject({ state: 'cancelled' })
    expect(await hasDebitAgreement(services.database, debit)).toBe(false)
    for (const one of [borrower, other]) {
      await expectRefusal(api(one).limits({}), { kind: 'not-signed-in' })
    }
    await product.runTasks()
    const [message] = await messagesTo(product, phone)
    expect(message?.text).toContain('您的额度已于')
    const told = await services.database.query<{ is_told: boolean }>(
      `SELECT bank_ended_at IS NOT NULL AS is_told FROM debit_agreements WHERE customer_no = $1`,
      [customer],
    )
    expect(told).toEqual([{ is_told: true }])

    const back = await onAnotherPhone(product, borrower)
    expect(await api(back).cancel({ requestNo })).toEqual(ended)
    const again = api(back).cancel({ requestNo: newRequestNo() })
    await expect(again).rejects.toThrow(`该额度已于 ${cancelledOn} 注销`)
    expect(await api(back).limits({})).toMatchObject({
      limits: [{ state: 'cancelled', canCancel: false, obstacles: [{ kind: 'cancelled' }] }],
    })
    expect(await api(back).currentStep({ reason: 'privacy' })).toMatchObject({
      step: 'done',
      reason: 'noNeed',
    })
    expect((await back.client.api.cards.list({})).cards).toHaveLength(1)
    // Nothing can be drawn any more, and nothing is offered.
    await expectRefusal(back.client.api.loans.choices({}), { kind: 'limit-cancelled' })
  })

  it('may be followed by a new limit, which can be cancelled as well', async () => {
    const borrower = await newBorrower(product)
    const { customer } = borrower
    const first = await cancelLimitByCalls(product, borrower)
    const back = await onAnotherPhone(product, borrower)
    const act = { customer, requestNo: 'another-limit', actor: 'system' }
    const granted = { amount: fen(30_000_00n), grade: 'B', lender: 'consumer-finance' } as const
    await openLimit(product.services, act, granted)
    expect(await api(back).currentStep({})).not.toHaveProperty('reason')
    const second = await cancelLimitByCalls(product, back)
    expect(second).not.toBe(first)
    expect(await findLimit(product.services.database, customer)).toMatchObject({
      state: 'cancelled',
      granted: 30_000_00n,
    })
  })
})

/** Marks a debit agreement as signed directly; other tests cover the signing. */
async function signDebitAgreement({ client, card }: TestBorrower): Promise<void> {
  const { debitNo } = await client.api.cards.startDebitAgreement({ cardId: card.cardId })
  const { services } = product
  await services.database.query(
    `UPDATE debit_agreements SET state = 'signed', signed_at = $2 WHERE debit_no = $1`,
    [debitNo, services.now()],
  )
}
