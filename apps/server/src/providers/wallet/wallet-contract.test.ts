import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createLog } from '#platform/log.ts'
import { dayInShanghai } from '#platform/clock.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import { createProviders } from '#providers/providers.ts'
import {
  SANDBOX_SECRET,
  startAlipaySandbox,
  type AlipaySandbox,
} from '#providers/alipay/testing/alipay-sandbox.ts'
import type { Wallet } from './port.ts'

let sandbox: AlipaySandbox
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs
const advance = (seconds: number) => void (offsetMs += seconds * 1_000)
const adapters = ['gateway', 'alipay'] as const
const wallets = new Map<string, Wallet>()

beforeAll(async () => {
  sandbox = await startAlipaySandbox(nowMs)
  for (const adapter of adapters) {
    const { wallet } = await createProviders({
      url: sandbox.url,
      secret: SANDBOX_SECRET,
      consentUrl: sandbox.url,
      timeoutsMs: { wallet: 3_000 },
      outagesMax: 1_000_000,
      now: () => new Date(nowMs()),
      ownOrigin: () => sandbox.url,
      log: createLog({ level: 'silent' }),
      adapters: {
        sms: 'gateway',
        mail: 'gateway',
        ip: 'gateway',
        wallet: adapter === 'alipay' ? sandbox.settings : 'gateway',
        bank: 'gateway',
      },
    })
    wallets.set(adapter, wallet)
  }
})
afterAll(() => sandbox.stop())
afterEach(() =>
  sandbox.setFault({
    down: false,
    cutAfter: false,
    decline: false,
    failNext: 0,
    delayMs: 0,
    settleMs: null,
  }),
)

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
})

const newOrder = (amount = 123_456n) => ({
  ...newWire(),
  amount: fen(amount),
  subject: '借款还款',
  returnPath: '/#/repay/payResult?repaySeqNo=1',
  expiresAt: new Date(nowMs() + 15 * 60_000),
  scene: 'browser' as const,
})

describe.each(adapters)('the payment app by %s', (adapter) => {
  const wallet = (): Wallet => {
    const found = wallets.get(adapter)
    if (!found) throw new Error(`${adapter}: no adapter`)
    return found
  }
  const dayFile = () => wallet().dayFile(dayInShanghai(new Date(nowMs())))
  const linesOf = async (wireNo: string) =>
    (await dayFile()).filter((line) => line.wireNo === wireNo)
  const paidOrder = async (amount?: bigint) => {
    const order = newOrder(amount)
    const { url } = await wallet().startPayment(order)
    expect(await sandbox.decide(url, 'pay')).toBe(303)
    advance(3)
    return order
  }

  it('takes a payment once, and has it in the day file', async () => {
    const order = newOrder()
    expect(await wallet().payment(order)).toEqual({ state: 'unknown' })
    const { url } = await wallet().startPayment(order)
    await sandbox.decide(url, 'pay')
    expect(await wallet().payment(order)).toEqual({ state: 'processing' })
    advance(3)
    await sandbox.decide((await wallet().startPayment(order)).url, 'cancel')
    const on = dayInShanghai(new Date(nowMs()))
    expect(await wallet().payment(order)).toEqual({ state: 'done', on })
    expect(await linesOf(order.wireNo)).toEqual([
      { wireNo: order.wireNo, kind: 'debit', amount: order.amount },
    ])
  })

  it('does not confirm another amount than was ordered', async () => {
    const order = await paidOrder()
    const asked = wallet().payment({ ...order, amount: fen(1n) })
    await expect(asked).rejects.toThrow(ProviderFault)
  })

  it('closes an open page, which then takes no payment, and not a paid one', async () => {
    const order = newOrder()
    const { url } = await wallet().startPayment(order)
    await fetch(url)
    expect(await wallet().closePayment(order)).toMatchObject({ state: 'declined' })
    await sandbox.decide(url, 'pay')
    advance(3)
    expect(await wallet().payment(order)).toMatchObject({ state: 'declined' })
    expect(await linesOf(order.wireNo)).toEqual([])
    expect(await wallet().closePayment(await paidOrder())).toMatchObject({ state: 'done' })
  })

  it('takes no payment after the order expired', async () => {
    const order = newOrder()
    const { url } = await wallet().startPayment(order)
    await fetch(url)
    advance(15 * 60)
    await sandbox.decide(url, 'pay')
    expect(await wallet().payment(order)).toMatchObject({ state: 'declined' })
  })

  it('refunds to the payment, each number once and never more than was paid', async () => {
    const original = await paidOrder(1_000n)
    const refund = { ...newWire(), amount: fen(600n), original }
    expect(await wallet().refundState(refund)).toEqual({ state: 'unknown' })
    for (const _ of [1, 2, 3]) await wallet().refund(refund)
    advance(3)
    const on = dayInShanghai(new Date(nowMs()))
    expect(await wallet().refundState(refund)).toEqual({ state: 'done', on })
    const tooMuch = { ...newWire(), amount: fen(401n), original }
    expect(await wallet().refund(tooMuch)).toMatchObject({ state: 'declined' })
    expect(await linesOf(refund.wireNo)).toEqual([
      { wireNo: refund.wireNo, kind: 'refund', amount: 600n },
    ])
    expect(await linesOf(tooMuch.wireNo)).toEqual([])
  })

  it('names a person by a code that is valid once', async () => {
    const answer = await fetch(`${sandbox.url}/wallet/decide`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        redirect_uri: `${sandbox.url}/back`,
        state: 's-1',
        decision: 'agree',
        openId: 'wallet-0003-guxiaozhou',
      }),
    })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect(await wallet().exchange(code)).toEqual({
      openId: 'wallet-0003-guxiaozhou',
      phone: '13900000003',
    })
    await expect(wallet().exchange(code)).rejects.toThrow(ProviderFault)
  })

  it.each([
    ['pass', { state: 'passed' }],
    ['fail', { state: 'failed', isCancelled: false }],
    ['cancel', { state: 'failed', isCancelled: true }],
  ] as const)('reports a face check that ends with %s', async (decision, expected) => {
    const wire = newWire()
    const person = { name: '顾晓舟', idNumber: '990103198805040035', returnPath: '/#/back' }
    expect(await wallet().face(wire)).toEqual({ state: 'unknown' })
    const { url, reference } = await wallet().startFace({ ...wire, ...person })
    const begun = { ...wire, reference }
    expect(await wallet().face(begun)).toEqual({ state: 'pending' })
    const page = new URL((await fetch(url)).url)
    await fetch(`${page.origin}/wallet/face-decide`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', decision }),
    })
    expect(await wallet().face(begun)).toEqual(expected)
  })

  const faults = [
    ['fails', { failNext: 1 }],
    ['is down', { down: true }],
    ['is cut off after the order arrived', { cutAfter: true }],
    ['is slower than the time limit', { delayMs: 4_000 }],
  ] as const
  const well = { failNext: 0, down: false, cutAfter: false, delayMs: 0 }

  it.each(faults)('that %s refunds once when the refund is repeated', async (_, fault) => {
    const original = await paidOrder(1_000n)
    const refund = { ...newWire(), amount: fen(1_000n), original }
    await sandbox.setFault(fault)
    await expect(wallet().refund(refund)).rejects.toThrow(ProviderFault)
    await sandbox.setFault(well)
    await wallet().refund(refund)
    advance(3)
    expect(await wallet().refundState(refund)).toMatchObject({ state: 'done' })
    expect(await linesOf(refund.wireNo)).toHaveLength(1)
  })

  it.each(faults.filter(([, fault]) => !('cutAfter' in fault)))(
    'that %s says nothing about a payment, and the truth afterwards',
    async (_, fault) => {
      const order = await paidOrder()
      for (const ask of [() => wallet().payment(order), dayFile]) {
        await sandbox.setFault(fault)
        await expect(ask()).rejects.toThrow(ProviderFault)
        await sandbox.setFault(well)
      }
      expect(await wallet().payment(order)).toMatchObject({ state: 'done' })
      expect(await linesOf(order.wireNo)).toHaveLength(1)
    },
  )
})

describe('an answer of the payment app Alipay', () => {
  const asked = { wireNo: 'neverordered0001', orderedAt: new Date(), amount: fen(1n) }

  it('is refused with one byte changed, wherever it is', { timeout: 120_000 }, async () => {
    const wallet = wallets.get('alipay')
    const { state } = sandbox.between
    let length = 1
    const accepted: number[] = []
    for (let position = 0; position < length; position += 1) {
      state.change = (answer) => {
        length = answer.length
        const changed = Buffer.from(answer)
        changed[position] = (changed[position] ?? 0) ^ 1
        return changed
      }
      const refusal = await wallet?.payment(asked).then(
        () => 'accepted',
        (error: unknown) => error,
      )
      if (!(refusal instanceof ProviderFault)) accepted.push(position)
    }
    state.change = (answer) => answer
    expect(length).toBeGreaterThan(400)
    expect(accepted).toEqual([])
    expect(await wallet?.payment(asked)).toEqual({ state: 'unknown' })
  })

  it('is refused without a signature, or with the answer of another call', async () => {
    const wallet = wallets.get('alipay')
    const { state } = sandbox.between
    const changes = [
      (answer: string) => answer.replace(/,"sign":"[^"]+"/, ''),
      (answer: string) => answer.replace('trade_query', 'trade_close'),
      (answer: string) => answer.replace('{', '{"error_response":{"code":"10000"},'),
      () => '{"error_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}',
      () => '',
    ]
    for (const change of changes) {
      state.change = (answer) => Buffer.from(change(answer.toString()))
      await expect(wallet?.payment(asked)).rejects.toThrow(ProviderFault)
    }
    state.change = (answer) => answer
  })

  it('is refused to a request that the lender did not sign', async () => {
    const { settings } = sandbox
    const given = new URLSearchParams({
      app_id: settings.appId,
      method: 'alipay.trade.query',
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      timestamp: '2031-01-06 10:00:00',
      sign: 'AAAA',
    })
    const response = await fetch(`${settings.pages}?${given.toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ biz_content: '{"out_trade_no":"1"}' }),
    })
    expect(await response.text()).toContain('isv.invalid-signature')
  })
})
