import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerNo } from '@qingzhou/platform/ids'
import { killAfter } from '#features/loans/testing/killed.ts'
import { messagesTo, newPhone, setFault, signInWith } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile, startTestProduct, type TestProduct } from '#testing/product.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { insertMessage } from '@qingzhou/platform/outbox/mail-store'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { sendMessage } from './outbox-tasks.ts'

const product = startProductForFile()

async function newCustomer() {
  const client = product.client()
  const phone = newPhone()
  await signInWith(product, client, phone)
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  return { customer: customerNo(number), phone }
}

const refundSms = (amount: string) => smsOf('refunded', { amount })

const textsTo = async (phone: string) =>
  (await messagesTo(product, phone)).filter(({ code }) => code === undefined)

describe('the outbox', () => {
  it('sends a message once, however often it is enqueued', async () => {
    const { customer, phone } = await newCustomer()
    const message = { customer, messageNo: 'loan-1-paid', sms: refundSms('800.00') }
    const { services } = product
    for (let times = 0; times < 3; times += 1) {
      await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
      await product.runTasks()
    }
    expect(await textsTo(phone)).toMatchObject([
      { text: '【轻舟】您的退款 800.00 元已退回银行卡，请留意到账。' },
    ])
  })

  it('sends nothing after a rollback', async () => {
    const { customer, phone } = await newCustomer()
    const { services } = product
    const attempt = services.database.inTransaction(async (tx) => {
      await enqueueSms(tx, services, { customer, messageNo: 'never', sms: refundSms('1.00') })
      throw new Error('it did not happen')
    })
    await expect(attempt).rejects.toThrow('it did not happen')
    await product.runTasks()
    expect(await textsTo(phone)).toEqual([])
  })

  it('[law collection-hours] holds a message about overdue debt at night until the morning, and no other message', async () => {
    const { customer, phone } = await newCustomer()
    const { services } = product
    const overdue = smsOf('plan-defaulted', {
      loan: '0001',
      unpaid: '2',
      date: '2026-11-19',
      amount: '900.00',
    })
    const messages = [
      { customer, messageNo: 'overdue', sms: overdue },
      { customer, messageNo: 'refund', sms: refundSms('800.00') },
    ]
    await services.database.inTransaction(async (tx) => {
      for (const message of messages) await insertMessage(tx, services, message)
    })
    const sendAll = async (time: string) => {
      const now = () => new Date(time)
      for (const { messageNo } of messages) {
        const at = { ...services, mode: 'production', now } as const
        await sendMessage(at, { customer, messageNo })
      }
    }
    await sendAll('2026-11-19T21:00:00+08:00')
    await sendAll('2026-11-20T07:59:59+08:00')
    expect(await textsTo(phone)).toMatchObject([{ text: expect.stringContaining('退款') }])
    const [held] = await services.database.query<{ run_at: Date }>(
      `SELECT run_at FROM tasks WHERE kind = 'send-message' AND task_key LIKE '%overdue'`,
    )
    expect(held?.run_at.toISOString()).toBe('2026-11-20T00:00:00.000Z')
    await sendAll('2026-11-20T08:00:00+08:00')
    expect(await textsTo(phone)).toHaveLength(2)
  })

  it('retries while the provider is down, and the message arrives once', async () => {
    const { customer, phone } = await newCustomer()
    const { services } = product
    await setFault(product, { provider: 'sms', down: true })
    await services.database.inTransaction((tx) =>
      enqueueSms(tx, services, { customer, messageNo: 'late', sms: refundSms('1.00') }),
    )
    expect(await product.runTasks()).toMatchObject({ failed: 1 })
    await setFault(product, { provider: 'sms', down: false })
    product.advance(60)
    await product.runTasks()
    expect(await textsTo(phone)).toHaveLength(1)
  })

  it('delivers a message once even if killed at any step and run again', async () => {
    const { services } = product
    for (let steps = 0; steps < 8; steps += 1) {
      const { customer, phone } = await newCustomer()
      const message = { customer, messageNo: `killed-${steps}`, sms: refundSms('1.00') }
      await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
      const mortal = { ...services, database: killAfter(steps, services.database) }
      await sendMessage(mortal, message).catch(() => {})
      await product.runTasks()
      await product.runTasks()
      expect(await textsTo(phone)).toHaveLength(1)
    }
  })

  it('sends a message that an earlier release queued without a template', async () => {
    const { customer, phone } = await newCustomer()
    const { services } = product
    const message = { customer, messageNo: 'older', sms: refundSms('20.00') }
    await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
    await services.database.query(
      'UPDATE outbox SET template = NULL, parameters_sealed = NULL WHERE customer_no = $1',
      [customer],
    )
    await product.runTasks()
    expect(await textsTo(phone)).toMatchObject([{ text: refundSms('20.00').text }])
  })

  it('stores no message in plain text', async () => {
    const { customer } = await newCustomer()
    const { services } = product
    await services.database.inTransaction((tx) =>
      enqueueSms(tx, services, { customer, messageNo: 'secret', sms: refundSms('6789') }),
    )
    const [row] = await services.database.query<{ kept: string }>(
      'SELECT outbox::text AS kept FROM outbox WHERE customer_no = $1',
      [customer],
    )
    expect(row?.kept).not.toContain('6789')
    expect(row?.kept).not.toContain(Buffer.from('退款 6789').toString('hex'))
  })
})

describe('the outbox with an SMS service', { timeout: 60_000 }, () => {
  let other: TestProduct
  beforeAll(async () => {
    other = await startTestProduct({ SMS: 'aliyun' })
  })
  afterAll(() => other.stop())

  async function enqueueFor(messageNo: string) {
    const client = other.client()
    const phone = newPhone()
    await signInWith(other, client, phone)
    const { customerNo: number } = await client.api.onboarding.currentUser({})
    const message = { customer: customerNo(number), messageNo, sms: refundSms('5.00') }
    const { services } = other
    await services.database.inTransaction((tx) => enqueueSms(tx, services, message))
    return { ...message, phone }
  }

  const textsOf = async (phone: string) =>
    (await messagesTo(other, phone)).filter(({ code }) => code === undefined)

  it('sends once although the connection is cut after the message arrived', async () => {
    const { phone } = await enqueueFor('cut')
    await setFault(other, { provider: 'sms', cutAfter: true })
    expect(await other.runTasks()).toMatchObject({ failed: 1 })
    await setFault(other, { provider: 'sms', cutAfter: false })
    other.advance(60)
    await other.runTasks()
    expect(await textsOf(phone)).toMatchObject([{ text: refundSms('5.00').text }])
  })

  it('ends a message that the service refuses for good, with the reason', async () => {
    const { customer, phone } = await enqueueFor('refused')
    await setFault(other, { provider: 'sms', decline: true })
    expect(await other.runTasks()).toMatchObject({ failed: 0 })
    await setFault(other, { provider: 'sms', decline: false })
    other.advance(3_600)
    await other.runTasks()
    expect(await textsOf(phone)).toEqual([])
    const rows = await other.services.database.query<{ refusal: string | null }>(
      `SELECT refusal FROM outbox WHERE customer_no = $1 AND sent_at IS NOT NULL`,
      [customer],
    )
    expect(rows).toEqual([{ refusal: 'isv.MOBILE_NUMBER_ILLEGAL' }])
    expect(other.logged()).toContain('sms.refused')
  })
})
