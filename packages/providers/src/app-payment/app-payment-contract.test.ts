import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createLog } from '@qingzhou/platform/log'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { ProviderFault, faultIn } from '@qingzhou/platform/provider-fault'
import { createProviders, type Providers } from '#providers.ts'
import {
  SANDBOX_SECRET,
  startAlipaySandbox,
  type AlipaySandbox,
} from '#alipay/testing/alipay-sandbox.ts'
import {
  WECHAT_SECRET,
  startWechatSandbox,
  type WechatSandbox,
} from '#wechat/testing/wechat-sandbox.ts'
import type { AppPayments, StartedPayment } from './port.ts'

let alipay: AlipaySandbox
let wechat: WechatSandbox
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs
const advance = (seconds: number) => void (offsetMs += seconds * 1_000)
const opened = new Map<string, Providers>()
/** The same with a short time limit, for an app that is slower. */
const impatient = new Map<string, Providers>()
const SHORT_LIMIT_MS = 300

beforeAll(async () => {
  alipay = await startAlipaySandbox(nowMs)
  wechat = await startWechatSandbox(nowMs)
  const gateway = 'gateway' as const
  const all = {
    bank: gateway,
    sms: gateway,
    mail: gateway,
    ip: gateway,
    wallet: gateway,
    identity: gateway,
  }
  const openWith = (
    sandbox: { url: string },
    { secret, adapters, timeoutMs }: { secret: string; adapters: object; timeoutMs: number },
  ) =>
    createProviders({
      url: sandbox.url,
      secret,
      consentUrl: sandbox.url,
      timeoutsMs: { wallet: timeoutMs, messenger: timeoutMs },
      outagesMax: 1_000_000,
      now: () => new Date(nowMs()),
      ownOrigin: () => sandbox.url,
      log: createLog({ level: 'silent' }),
      adapters: { ...all, ...adapters },
    })
  const of = { alipay: { secret: SANDBOX_SECRET }, wechat: { secret: WECHAT_SECRET } }
  const settings = {
    wallet: [alipay, { ...of.alipay, adapters: {} }],
    alipay: [alipay, { ...of.alipay, adapters: { wallet: alipay.settings } }],
    messenger: [wechat, { ...of.wechat, adapters: {} }],
    wechat: [wechat, { ...of.wechat, adapters: { messenger: wechat.settings } }],
  } as const
  for (const [key, [sandbox, options]] of Object.entries(settings)) {
    opened.set(key, await openWith(sandbox, { ...options, timeoutMs: 30_000 }))
    impatient.set(key, await openWith(sandbox, { ...options, timeoutMs: SHORT_LIMIT_MS }))
  }
})
afterAll(async () => {
  await alipay.stop()
  await wechat.stop()
})

const well = { failNext: 0, down: false, cutAfter: false, delayMs: 0 }
afterEach(async () => {
  for (const sandbox of [alipay, wechat]) await sandbox.setFault(well)
})

const adapters = [
  { name: 'the payment app by the gateway', key: 'wallet', scene: 'browser' },
  { name: 'the payment app Alipay', key: 'alipay', scene: 'browser' },
  { name: 'the messaging app by the gateway', key: 'messenger', scene: 'browser' },
  { name: 'the messaging app by the gateway on its sheet', key: 'messenger', scene: 'app' },
  { name: 'the messaging app WeChat', key: 'wechat', scene: 'browser' },
  { name: 'the messaging app WeChat on its sheet', key: 'wechat', scene: 'app' },
] as const

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
})

describe.each(adapters)('a payment in $name', ({ key, scene }) => {
  const isWallet = key === 'wallet' || key === 'alipay'
  const sandboxOf = () => (isWallet ? alipay : wechat)
  const providersOf = (those = opened): Providers => {
    const found = those.get(key)
    if (!found) throw new Error(`${key}: not opened`)
    return found
  }
  const app = (those = opened): AppPayments => providersOf(those)[isWallet ? 'wallet' : 'messenger']
  const newOrder = (amount = 123_456n) => ({
    ...newWire(),
    amount: fen(amount),
    subject: '借款还款',
    returnPath: '/#/repay/payResult?no=1',
    expiresAt: new Date(nowMs() + 15 * 60_000),
    scene,
    ...(scene === 'app' && { payer: 'messenger-0006-qinmuyun' }),
  })
  /** What the customer does: on the sheet over our page, or on the page of the app. */
  const decide = async (started: StartedPayment, decision: 'pay' | 'cancel') => {
    if (scene === 'browser') return sandboxOf().decide(started.url, decision)
    const { prepayId = '', appId = '' } = started
    const bridge = providersOf().messenger.bridgePayment({ prepayId, appId })
    return wechat.decideOnSheet(bridge, decision)
  }
  const open = async ({ url }: StartedPayment) => scene === 'browser' && fetch(url)
  const dayFile = () => app().dayFile(dayInShanghai(new Date(nowMs())))
  const linesOf = async (wireNo: string) =>
    (await dayFile()).filter((line) => line.wireNo === wireNo)
  const paidOrder = async (amount?: bigint) => {
    const order = newOrder(amount)
    await decide(await app().startPayment(order), 'pay')
    advance(3)
    return order
  }

  it('is taken once, and is in the day file', async () => {
    const order = newOrder()
    expect(await app().payment(order)).toEqual({ state: 'unknown' })
    const started = await app().startPayment(order)
    expect((await app().startPayment(order)).prepayId).toBe(started.prepayId)
    await decide(started, 'pay')
    expect(await app().payment(order)).toEqual({ state: 'processing' })
    advance(3)
    const on = dayInShanghai(new Date(nowMs()))
    expect(await app().payment(order)).toEqual({ state: 'done', on })
    await decide(started, 'cancel')
    expect(await app().payment(order)).toEqual({ state: 'done', on })
    expect(await linesOf(order.wireNo)).toEqual([
      { wireNo: order.wireNo, kind: 'debit', amount: order.amount },
    ])
  })

  it('is not confirmed with another amount than was ordered', async () => {
    const order = await paidOrder()
    const asking = app().payment({ ...order, amount: fen(1n) })
    await expect(asking).rejects.toThrow(ProviderFault)
  })

  it('is not taken for a page that was closed, and a paid one is not closed', async () => {
    const order = newOrder()
    const started = await app().startPayment(order)
    await open(started)
    expect(await app().closePayment(order)).toMatchObject({ state: 'declined' })
    expect(await app().closePayment(order)).toMatchObject({ state: 'declined' })
    await decide(started, 'pay')
    advance(3)
    expect(await app().payment(order)).toMatchObject({ state: 'declined' })
    expect(await linesOf(order.wireNo)).toEqual([])
    expect(await app().closePayment(await paidOrder())).toMatchObject({ state: 'done' })
  })

  it('is not taken after the order expired', async () => {
    const order = newOrder()
    const started = await app().startPayment(order)
    await open(started)
    advance(15 * 60)
    await decide(started, 'pay')
    expect(await app().payment(order)).toMatchObject({ state: 'declined' })
  })

  it('is refunded to itself, each number once and never more than was paid', async () => {
    const original = await paidOrder(1_000n)
    const refund = { ...newWire(), amount: fen(600n), original }
    expect(await app().refundState(refund)).toEqual({ state: 'unknown' })
    for (const _ of [1, 2, 3]) await app().refund(refund)
    advance(3)
    const on = dayInShanghai(new Date(nowMs()))
    expect(await app().refundState(refund)).toEqual({ state: 'done', on })
    const tooMuch = { ...newWire(), amount: fen(401n), original }
    expect(await app().refund(tooMuch)).toMatchObject({ state: 'declined' })
    expect(await linesOf(refund.wireNo)).toEqual([
      { wireNo: refund.wireNo, kind: 'refund', amount: 600n },
    ])
    expect(await linesOf(tooMuch.wireNo)).toEqual([])
    // Paid in part back, it was still paid.
    expect(await app().payment(original)).toMatchObject({ state: 'done' })
  })

  const faults = [
    ['fails', { failNext: 1 }],
    ['is down', { down: true }],
    ['is cut off after the order arrived', { cutAfter: true }],
    ['is slower than the time limit', { delayMs: 2 * SHORT_LIMIT_MS }],
  ] as const
  const appUnder = (fault: object) => app('delayMs' in fault ? impatient : opened)

  it.each(faults)('is refunded once when the app %s and is asked again', async (_, fault) => {
    const original = await paidOrder(1_000n)
    const refund = { ...newWire(), amount: fen(1_000n), original }
    await sandboxOf().setFault(fault)
    await expect(appUnder(fault).refund(refund)).rejects.toThrow(ProviderFault)
    await sandboxOf().setFault(well)
    await app().refund(refund)
    advance(3)
    expect(await app().refundState(refund)).toMatchObject({ state: 'done' })
    expect(await linesOf(refund.wireNo)).toHaveLength(1)
  })

  it.each(faults)('is started once when the app %s and is asked again', async (_, fault) => {
    const order = newOrder()
    await sandboxOf().setFault(fault)
    // The address of Alipay's page is made without a call, so that no fault reaches it.
    await appUnder(fault).startPayment(order).catch(faultIn)
    await sandboxOf().setFault(well)
    await decide(await app().startPayment(order), 'pay')
    advance(3)
    expect(await app().payment(order)).toMatchObject({ state: 'done' })
    expect(await linesOf(order.wireNo)).toHaveLength(1)
  })

  it.each(faults.filter(([, fault]) => !('cutAfter' in fault)))(
    'is neither confirmed nor unknown while the app %s, and is told afterwards',
    async (_, fault) => {
      const order = await paidOrder()
      const faulty = appUnder(fault)
      const today = dayInShanghai(new Date(nowMs()))
      for (const ask of [() => faulty.payment(order), () => faulty.dayFile(today)]) {
        await sandboxOf().setFault(fault)
        await expect(ask()).rejects.toThrow(ProviderFault)
        await sandboxOf().setFault(well)
      }
      expect(await app().payment(order)).toMatchObject({ state: 'done' })
      expect(await linesOf(order.wireNo)).toHaveLength(1)
    },
  )
})
