import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createLog } from '@qingzhou/platform/log'
import { ProviderFault, ProviderUnavailable } from '@qingzhou/platform/provider-fault'
import { createProviders } from '#providers.ts'
import type { Wallet } from '#wallet/port.ts'
import { SANDBOX_SECRET, startAlipaySandbox, type AlipaySandbox } from './testing/alipay-sandbox.ts'

let sandbox: AlipaySandbox
let wallet: Wallet
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs

beforeAll(async () => {
  sandbox = await startAlipaySandbox(nowMs)
  const gateway = 'gateway' as const
  const others = { bank: gateway, sms: gateway, mail: gateway, ip: gateway, identity: gateway }
  const providers = await createProviders({
    url: sandbox.url,
    secret: SANDBOX_SECRET,
    consentUrl: sandbox.url,
    timeoutsMs: { wallet: 3_000 },
    outagesMax: 1_000_000,
    now: () => new Date(nowMs()),
    ownOrigin: () => sandbox.url,
    log: createLog({ level: 'silent' }),
    adapters: { ...others, wallet: sandbox.settings },
  })
  wallet = providers.wallet
})
afterAll(() => sandbox.stop())
afterEach(async () => {
  sandbox.between.state.change = (answer) => answer
  await sandbox.setFault({ throttle: false })
})

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
})

/** Replaces the answers to one method by another one that the app signed. */
function answerInstead(method: string, content: object): void {
  const key = `${method.replaceAll('.', '_')}_response`
  sandbox.between.state.change = (answer) =>
    answer.toString().includes(key) ? sandbox.answer(method, content) : answer
}

const newOrder = () => ({
  ...newWire(),
  amount: fen(1_000n),
  scene: 'browser' as const,
  expiresAt: new Date(nowMs() + 15 * 60_000),
  subject: '借款还款',
  returnPath: '/#/back',
})

async function paidOrder() {
  const order = newOrder()
  const { url } = await wallet.startPayment(order)
  await sandbox.decide(url, 'pay')
  offsetMs += 3_000
  return order
}

describe('a page of the app Alipay', () => {
  it.each([{ down: true }, { throttle: true }, { failNext: 1 }])(
    'takes no order while the app has the fault %o, and takes it afterwards',
    async (fault) => {
      const order = newOrder()
      const { url } = await wallet.startPayment(order)
      await sandbox.setFault(fault)
      const page = await fetch(url)
      expect(page.status).toBe(503)
      expect(await page.text()).toContain(`href="${sandbox.url}/#/back"`)
      await sandbox.setFault({ down: false, throttle: false })
      expect(await wallet.payment(order)).toEqual({ state: 'unknown' })
      expect(await sandbox.decide(url, 'pay')).toBe(303)
      offsetMs += 3_000
      expect(await wallet.payment(order)).toMatchObject({ state: 'done' })
    },
  )

  it('a page of the app Alipay that was paid or is not signed leads back to the lender only', async () => {
    const order = newOrder()
    const { url } = await wallet.startPayment(order)
    await sandbox.decide(url, 'pay')
    const paidPage = await fetch(url)
    expect(paidPage.status).toBe(400)
    expect(await paidPage.text()).toContain(`href="${sandbox.url}/#/back"`)
    const forged = new URL(url)
    forged.searchParams.set('return_url', 'https://evil.example/')
    const forgedPage = await fetch(forged)
    expect(forgedPage.status).toBe(400)
    expect(await forgedPage.text()).not.toContain('evil')
  })
})

const refusal = (subCode: string) => ({ code: '40004', msg: 'Business Failed', sub_code: subCode })

describe('a refusal of the app Alipay', () => {
  it.each(['ACQ.SYSTEM_ERROR', 'ACQ.DISCORDANT_REPEAT_REQUEST', 'ACQ.NEVER_SEEN_BEFORE', ''])(
    'a refusal of the app Alipay with the sub code %s leaves a refund open',
    async (subCode) => {
      const refund = { ...newWire(), amount: fen(600n), original: await paidOrder() }
      answerInstead('alipay.trade.refund', refusal(subCode))
      await sandbox.setFault({ settleMs: 60_000 })
      await expect(wallet.refund(refund)).rejects.toThrow(ProviderFault)
      await sandbox.setFault({ settleMs: null })
      offsetMs += 61_000
      expect(await wallet.refundState(refund)).toMatchObject({ state: 'done' })
    },
  )

  it.each(['ACQ.SELLER_BALANCE_NOT_ENOUGH', 'ACQ.TRADE_NOT_ALLOW_REFUND'])(
    'a refusal of the app Alipay with the sub code %s declines a refund',
    async (subCode) => {
      const original = await paidOrder()
      await sandbox.setFault({ decline: true })
      answerInstead('alipay.trade.refund', refusal(subCode))
      const refund = { ...newWire(), amount: fen(600n), original }
      expect(await wallet.refund(refund)).toMatchObject({ state: 'declined' })
      await sandbox.setFault({ decline: false })
    },
  )

  it('a refusal of the app Alipay that says only that the system failed is no answer to a question', async () => {
    const failed = refusal('SYSTEM_ERROR')
    const order = await paidOrder()
    answerInstead('alipay.trade.query', failed)
    await expect(wallet.payment(order)).rejects.toThrow(ProviderFault)
    answerInstead('alipay.user.certify.open.query', failed)
    const begun = { ...newWire(), reference: 'c-1' }
    await expect(wallet.face(begun)).rejects.toThrow(ProviderFault)
  })
})

describe('the limit of calls of the app Alipay', () => {
  it('is waited for: it is asked again after a second, and not before', async () => {
    const order = await paidOrder()
    let requests = 0
    sandbox.between.state.change = (answer) => {
      requests += 1
      return answer
    }
    await sandbox.setFault({ throttle: true })
    for (const _ of [1, 2, 3]) {
      await expect(wallet.payment(order)).rejects.toThrow(ProviderUnavailable)
    }
    expect(requests).toBe(1)
    await sandbox.setFault({ throttle: false })
    offsetMs += 1_000
    expect(await wallet.payment(order)).toMatchObject({ state: 'done' })
    expect(requests).toBe(2)
  })
})
