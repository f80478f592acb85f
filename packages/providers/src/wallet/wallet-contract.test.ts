import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createLog } from '@qingzhou/platform/log'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { createProviders } from '#providers.ts'
import {
  SANDBOX_SECRET,
  startAlipaySandbox,
  type AlipaySandbox,
} from '#alipay/testing/alipay-sandbox.ts'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'
import type { Wallet } from './port.ts'

let sandbox: AlipaySandbox
const nowMs = () => Date.now()
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
        identity: 'gateway',
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

describe.each(adapters)('the payment app by %s', (adapter) => {
  const wallet = (): Wallet => {
    const found = wallets.get(adapter)
    if (!found) throw new Error(`${adapter}: no adapter`)
    return found
  }
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
    const person = {
      name: '顾晓舟',
      idNumber: '990103198805040035',
      returnPath: '/#/back',
      userAgent: 'a browser',
    }
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
})

describe('an answer of the payment app Alipay', () => {
  const request = { wireNo: 'neverordered0001', orderedAt: new Date(), amount: fen(1n) }

  it('is refused with one byte changed, wherever it is', { timeout: 120_000 }, async () => {
    const wallet = wallets.get('alipay')
    const { state } = sandbox.between
    let length = 1
    const accepted: number[] = []
    for (let position = 0; position < length; position += POSITION_STEP) {
      state.change = (answer) => {
        length = answer.length
        return byteChanged(answer, position)
      }
      const refusal = await wallet?.payment(request).then(
        () => 'accepted',
        (error: unknown) => error,
      )
      if (!(refusal instanceof ProviderFault)) accepted.push(position)
    }
    state.change = (answer) => answer
    expect(length).toBeGreaterThan(400)
    expect(accepted).toEqual([])
    expect(await wallet?.payment(request)).toEqual({ state: 'unknown' })
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
      await expect(wallet?.payment(request)).rejects.toThrow(ProviderFault)
    }
    state.change = (answer) => answer
  })

  it('is refused to a request that the lender did not sign', async () => {
    const { settings } = sandbox
    const input = new URLSearchParams({
      app_id: settings.appId,
      method: 'alipay.trade.query',
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      timestamp: '2031-01-06 10:00:00',
      sign: 'AAAA',
    })
    const response = await fetch(`${settings.pages}?${input.toString()}`, {
      method: 'POST',
      body: new URLSearchParams({ biz_content: '{"out_trade_no":"1"}' }),
    })
    expect(await response.text()).toContain('isv.invalid-signature')
  })
})
