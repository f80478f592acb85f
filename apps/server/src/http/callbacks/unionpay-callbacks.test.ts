import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Money } from '@qingzhou/domain/money/money'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { reconcileDay, readDifferences } from '#features/reconciliation/index.ts'
import {
  readClearingBalance,
  confirmCardPayment,
  dueOf,
  newPayer,
  readOrderNo,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { unionPayIn } from '@qingzhou/platform/config/adapters/adapters'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { txnTimeOf, type Fields } from '@qingzhou/providers/unionpay/message'
import { UNIONPAY_NOTICE_PATH } from '@qingzhou/providers/unionpay/notices'
import { vendorForm } from '@qingzhou/providers/unionpay/testing/unionpay-sandbox'
import { startProductForFile } from '#testing/product.ts'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'

const product = startProductForFile({ BANK: 'unionpay' })
beforeAll(async () => {
  await product.listen()
})

/** A debit that is under way at the clearing house, and the fields of its notice. */
async function sendDebit(): Promise<{ payer: Payer; requestNo: string; fields: Fields }> {
  await setFault(product, { provider: 'bank', silent: true, settleMs: null })
  const payer = await newPayer(product)
  await setFault(product, { provider: 'bank', settleMs: 60_000 })
  const { amount } = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
  const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
  await product.runTasks()
  expect(await readOrderState(payer, requestNo)).toBe('processing')
  return { payer, requestNo, fields: await fieldsOf(requestNo, amount) }
}

async function fieldsOf(requestNo: string, amount: Money): Promise<Fields> {
  const { services, config } = product
  const wire = await readWireOrder(services.database, await readOrderNo(product, requestNo))
  const { bank } = config.adapters
  return {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    accessType: '0',
    merId: unionPayIn(bank)?.merchantId ?? '',
    orderId: wire.wireNo,
    txnTime: txnTimeOf(wire.orderedAt),
    txnType: '11',
    txnSubType: '00',
    bizType: '000501',
    txnAmt: String(amount),
    currencyCode: '156',
    respCode: '00',
    respMsg: '成功[0000000]',
  }
}

const form = (fields: Fields, how?: Parameters<typeof vendorForm>[2]) =>
  vendorForm(join(product.config.dataDirectory, 'sandbox'), fields, how)

async function sendNotice(body: string, contentType = 'application/x-www-form-urlencoded') {
  const headers = { 'content-type': contentType }
  const url = UNIONPAY_NOTICE_PATH
  const answer = await product.app.inject({ method: 'POST', url, headers, body })
  return { status: answer.statusCode, body: answer.body }
}

describe('a debit by the clearing house', { timeout: 120_000 }, () => {
  it('a debit by the clearing house and a disbursement are booked after its notices, and reconciled with its day file', async () => {
    await setFault(product, { provider: 'bank', settleMs: 1, silent: false, duplicate: true })
    const payer = await newPayer(product)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await product.runTasks()
    await vi.waitFor(async () => expect(await readOrderState(payer, requestNo)).toBe('paid'), {
      timeout: 20_000,
      interval: 200,
    })
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
    await setFault(product, { provider: 'bank', settleMs: null, duplicate: false })
  })

  it('is booked once by a genuine notice that is repeated, and not before it is done', async () => {
    const { payer, requestNo, fields } = await sendDebit()
    const body = form(fields)
    expect(await sendNotice(body)).toEqual({ status: 200, body: 'ok' })
    expect(await readOrderState(payer, requestNo)).toBe('processing')
    product.advance(61)
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendNotice(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await sendNotice(body)).toMatchObject({ status: 200 })
    expect(await readClearingBalance(product)).toBe(0n)
  })
})

describe('a notice of the clearing house', { timeout: 120_000 }, () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const key = stranger.export({ type: 'pkcs8', format: 'pem' }).toString()
  const changes: [string, Fields, Parameters<typeof vendorForm>[2]?][] = [
    ['with a SHA-1 signature', {}, { algorithm: 'RSA-SHA1' }],
    ['of the older protocol', { version: '5.0.0' }, { algorithm: 'RSA-SHA1' }],
    ['with another way to sign', { signMethod: '11' }],
    ['of another sender', {}, { key }],
    ['with a certificate that is none', { signPubKeyCert: 'certificate' }],
    ['for another merchant', { merId: '777290058110097' }],
    ['with another amount', { txnAmt: '1' }],
    ['in another currency', { currencyCode: '840' }],
    ['for an unknown order', { orderId: '0123456789abcdef0123456789abcdef' }],
  ]

  it('a notice of the clearing house that was changed in any of these ways is refused and changes nothing', async () => {
    const { payer, requestNo, fields } = await sendDebit()
    product.advance(3)
    for (const [name, change, how] of changes) {
      const { status } = await sendNotice(form({ ...fields, ...change }, how))
      expect([name, status]).toEqual([name, 401])
    }
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('is refused with one byte changed, wherever it is', async () => {
    const { payer, requestNo, fields } = await sendDebit()
    const body = form(fields)
    const accepted: number[] = []
    for (let position = 0; position < body.length; position += POSITION_STEP) {
      const changed = byteChanged(body, position)
      // Some bytes of a form can be written in two ways.
      if (normalForm(changed.toString()) === normalForm(body)) continue
      product.advance(2)
      if ((await sendNotice(changed.toString())).status === 200) accepted.push(position)
    }
    expect(accepted).toEqual([])
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('a notice of the clearing house that is too long, of another type or with a name twice is refused, and nothing of it logged', async () => {
    const { fields } = await sendDebit()
    const body = form(fields)
    expect((await sendNotice(`${body}&more=${'x'.repeat(20_000)}`)).status).toBe(413)
    expect((await sendNotice(body, 'application/json')).status).toBe(415)
    expect((await sendNotice(`${body}&orderId=1`)).status).toBe(400)
    expect(product.logged()).not.toContain(fields['orderId'])
  })
})

/** A form without the ways in which its bytes can be written. */
const normalForm = (text: string) => new URLSearchParams(text).toString()
