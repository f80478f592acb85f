import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import {
  readNewestAgreement,
  decideInWallet,
  signInWallet,
  startInWallet,
  startWalletProduct,
  stateAtApp,
  readWalletState,
} from '#features/cards/testing/wallet-signer.ts'
import { endWalletAgreements } from './wallet-agreement.ts'
import { expectRefusal, messagesTo } from '#features/onboarding/testing/visitor.ts'
import { newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { linkAccount } from '#features/onboarding/authorisation/linked-account-store.ts'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { shanghaiTime } from '@qingzhou/providers/alipay/format'
import { ALIPAY_NOTICE_PATH } from '@qingzhou/providers/alipay/notices'
import type { AlipaySandbox } from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'

let tests: Awaited<ReturnType<typeof startWalletProduct>>
let product: TestProduct
let sandbox: AlipaySandbox
beforeAll(async () => {
  tests = await startWalletProduct()
  ;({ product, sandbox } = tests)
})
afterAll(() => tests.stop())
afterEach(() => tests.restoreApp())

const place = () => ({ product, sandbox })

const runAfter = (seconds: number) => tests.runAfter(seconds)

/** The page on which the person decides, which stays open. */
async function openPage(url: string): Promise<string> {
  const { host } = new URL(product.services.publicOrigin)
  return (await fetch(url, { headers: { 'x-forwarded-host': host } })).url
}

async function textsWith({ phone }: Payer, part: string): Promise<number> {
  const texts = await messagesTo(product, phone)
  return texts.filter(({ text }) => text.includes(part)).length
}

/** The stored account that signed the newest agreement. */
async function signerOf({ customer }: Payer): Promise<string> {
  const { database, vault } = product.services
  const [row] = await database.query<{ agreement_no: string; signer_sealed: Buffer }>(
    'SELECT agreement_no, signer_sealed FROM wallet_agreements WHERE customer_no = $1',
    [customer],
  )
  if (!row) throw new Error(`customer ${customer}: no agreement`)
  const at = placeIn('wallet_agreements', customer, row.agreement_no)
  return vault.open(row.signer_sealed, at('signer_sealed'))
}

/** A form without the ways in which its bytes can be written. */
const normalForm = (form: string) => new URLSearchParams(form).toString()

async function sendNotice(fields: Readonly<Record<string, string>>): Promise<number> {
  const { appId } = sandbox.settings
  const notify_time = shanghaiTime(product.services.now())
  const answer = await product.app.inject({
    method: 'POST',
    url: ALIPAY_NOTICE_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: sandbox.notice({ app_id: appId, notify_time, ...fields }),
  })
  return answer.statusCode
}

async function noticeOf(payer: Payer, notify_type: string) {
  const { wireNo } = await readNewestAgreement(place(), payer)
  return { notify_type, external_agreement_no: wireNo, agreement_no: '1', status: 'NORMAL' }
}

describe('an agreement for debits by the payment app', { timeout: 60_000 }, () => {
  it('is shown with its terms, signed in the app, and ended at any time', async () => {
    const payer = await newPayer(product)
    const { cards } = payer.client.api
    const before = await cards.walletAgreement({})
    const { nextDueDate } = await payer.client.api.repayment.overview({})
    expect(before).toMatchObject({ isOffered: true, state: 'none', amountMax: fen(20_000_00n) })
    expect(before.firstOn >= (nextDueDate ?? '')).toBe(true)

    const url = await startInWallet(payer)
    expect(await readWalletState(payer)).toBe('signing')
    expect(await startInWallet(payer)).toContain(new URL(url).pathname)
    await decideInWallet(place(), url, 'agree')
    await runAfter(6)
    expect(await cards.walletAgreement({})).toMatchObject({
      state: 'signed',
      signedAt: expect.any(Number),
      firstOn: before.firstOn,
    })
    await product.runTasks()
    expect(await textsWith(payer, '已开通支付应用自动还款')).toBe(1)
    await expectRefusal(startInWallet(payer), { kind: 'wallet-agreement-signed' })

    for (const _ of ['once', 'twice']) expect(await cards.endWalletAgreement({})).toEqual({})
    expect(await readWalletState(payer)).toBe('ended')
    expect(await stateAtApp(place(), payer)).toBe('signed')
    await runAfter(1)
    expect(await stateAtApp(place(), payer)).toBe('ended')
    await product.runTasks()
    expect(await textsWith(payer, '已关闭支付应用自动还款')).toBe(1)
    await signInWallet(place(), payer)
  })

  it('is not signed by another person who opens its page, and names the account that has signed', async () => {
    const payer = await newPayer(product)
    const url = await startInWallet(payer)
    const { host } = new URL(product.services.publicOrigin)
    expect(await sandbox.agreeAsAnother(url, host)).toBe(403)
    await runAfter(6)
    expect(await readWalletState(payer)).toBe('signing')
    await decideInWallet(place(), url, 'agree')
    await runAfter(60)
    expect(await readWalletState(payer)).toBe('signed')
    const { wireNo } = await readNewestAgreement(place(), payer)
    const atApp = (await sandbox.agreements()).find(({ id }) => id === wireNo)
    expect(await signerOf(payer)).toBe(atApp?.signer)
  })

  it('is ended at the app if another account signed than the one that the customer has linked', async () => {
    const payer = await newPayer(product)
    await decideInWallet(place(), await startInWallet(payer), 'agree')
    const link = { provider: 'wallet', openId: '2088000000000000' } as const
    await product.services.database.inTransaction((tx) =>
      linkAccount(tx, product.services, { ...link, customer: payer.customer }),
    )
    await runAfter(6)
    expect(await readWalletState(payer)).toBe('ended')
    await runAfter(1)
    expect(await stateAtApp(place(), payer)).toBe('ended')
    expect(await textsWith(payer, '已开通支付应用自动还款')).toBe(0)
  })

  it('is signed only with the terms that were shown', async () => {
    const { client } = await newPayer(product)
    const { firstOn } = await client.api.cards.walletAgreement({})
    const start = client.api.cards.startWalletAgreement({ amountMax: fen(1n), firstOn })
    await expectRefusal(start, { kind: 'wallet-agreement-changed' })
  })

  it('an agreement for debits by the payment app that is not signed lapses, and one that is signed too late is ended at the app', async () => {
    const payer = await newPayer(product)
    const page = await openPage(await startInWallet(payer))
    await decideInWallet(place(), page, 'cancel')
    for (const _ of [1, 2, 3, 4]) await runAfter(20 * 60)
    expect(await readWalletState(payer)).toBe('ended')
    await decideInWallet(place(), page, 'agree')
    expect(await sendNotice(await noticeOf(payer, 'dut_user_sign'))).toBe(200)
    await runAfter(1)
    expect(await readWalletState(payer)).toBe('ended')
    expect(await stateAtApp(place(), payer)).toBe('ended')
    expect(await textsWith(payer, '支付应用')).toBe(0)
  })

  it('is one of two that are signed, and the other is ended at the app', async () => {
    const payer = await newPayer(product)
    const first = await openPage(await startInWallet(payer))
    product.advance(16 * 60)
    const second = await openPage(await startInWallet(payer))
    for (const page of [first, second]) await decideInWallet(place(), page, 'agree')
    for (const _ of [1, 2]) await runAfter(10 * 60)
    expect((await statesOf(payer)).toSorted()).toEqual(['ended', 'signed'])
    const signed = (await sandbox.agreements()).filter(({ state }) => state === 'signed')
    const { wireNo, reference } = await readNewestAgreement(place(), payer)
    expect(signed).toContainEqual(expect.objectContaining({ id: wireNo, agreementNo: reference }))
  })

  it('ends after the callback is confirmed with the app', async () => {
    const payer = await newPayer(product)
    await signInWallet(place(), payer)
    const notice = await noticeOf(payer, 'dut_user_unsign')
    expect(await sendNotice(notice)).toBe(200)
    expect(await readWalletState(payer)).toBe('signed')
    await sandbox.endInApp(notice.external_agreement_no)
    for (const _ of [1, 2, 3]) expect(await sendNotice(notice)).toBe(200)
    expect(await readWalletState(payer)).toBe('ended')
    await product.runTasks()
    expect(await textsWith(payer, '已关闭支付应用自动还款')).toBe(1)
  })

  it('is neither signed nor ended by a notice of another app, or of an unknown number', async () => {
    const payer = await newPayer(product)
    await decideInWallet(place(), await startInWallet(payer), 'agree')
    const notice = await noticeOf(payer, 'dut_user_sign')
    expect(await sendNotice({ ...notice, app_id: '2021000000000002' })).toBe(401)
    expect(await sendNotice({ ...notice, external_agreement_no: 'f'.repeat(32) })).toBe(401)
    expect(await sendNotice({ ...notice, notify_time: '2020-01-06 10:00:00' })).toBe(401)
    expect(await readWalletState(payer)).toBe('signing')
    expect(await sendNotice(notice)).toBe(200)
    expect(await readWalletState(payer)).toBe('signed')
  })

  it('is unchanged by a notice with one byte changed, wherever it is', async () => {
    const payer = await newPayer(product)
    await decideInWallet(place(), await startInWallet(payer), 'agree')
    const notify_time = shanghaiTime(product.services.now())
    const fields = await noticeOf(payer, 'dut_user_sign')
    const body = sandbox.notice({ app_id: sandbox.settings.appId, notify_time, ...fields })
    const accepted: number[] = []
    for (let position = 0; position < body.length; position += POSITION_STEP) {
      const changed = byteChanged(body, position)
      if (normalForm(changed.toString()) === normalForm(body)) continue
      product.advance(2)
      const answer = await product.app.inject({
        method: 'POST',
        url: ALIPAY_NOTICE_PATH,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: changed.toString(),
      })
      if (answer.statusCode === 200) accepted.push(position)
    }
    expect(accepted).toEqual([])
  })

  it('is ended with the limit of a customer', async () => {
    const payer = await newPayer(product)
    await signInWallet(place(), payer)
    const { customer } = payer
    await product.services.database.inTransaction((tx) =>
      endWalletAgreements(tx, product.services, { customer, isTold: false }),
    )
    await runAfter(1)
    expect(await stateAtApp(place(), payer)).toBe('ended')
    expect(await textsWith(payer, '已关闭支付应用自动还款')).toBe(0)
  })

  it('is not offered by the gateway', async () => {
    const plain = await startTestProduct()
    const payer = await newPayer(plain)
    const terms = await payer.client.api.cards.walletAgreement({})
    expect(terms).toMatchObject({ isOffered: false, state: 'none' })
    await expectRefusal(startInWallet(payer), { kind: 'payment-method-unavailable' })
    await plain.stop()
  })
})

async function statesOf({ customer }: Payer): Promise<string[]> {
  const rows = await product.services.database.query<{ state: string }>(
    'SELECT state FROM wallet_agreements WHERE customer_no = $1',
    [customer],
  )
  return rows.map(({ state }) => state)
}
