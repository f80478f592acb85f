import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { ProviderOutage } from '@qingzhou/platform/provider-fault'
import { ownTokens } from '#token-store.ts'
import { byteChanged } from '@qingzhou/platform/testing/byte-changed'
import { startWechatSandbox, type WechatSandbox } from './testing/wechat-sandbox.ts'

let sandbox: WechatSandbox
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs

beforeAll(async () => {
  sandbox = await startWechatSandbox(nowMs)
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.between.reset())

const newOrder = (change: { wireNo?: string; amount?: bigint; payer?: string } = {}) => ({
  wireNo: change.wireNo ?? crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
  amount: fen(change.amount ?? 1_000n),
  subject: '借款还款',
  returnPath: '/#/back',
  expiresAt: new Date(nowMs() + 15 * 60_000),
  scene: 'app' as const,
  payer: change.payer ?? 'messenger-0006-qinmuyun',
})

const today = () => dayInShanghai(new Date(nowMs()))

const codeOf = async () => {
  const answer = await fetch(`${sandbox.url}/messenger/decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      redirect_uri: `${sandbox.url}/back`,
      state: 'abc1',
      decision: 'agree',
      openId: 'messenger-0006-qinmuyun',
    }),
  })
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

describe('an order at WeChat Pay', { timeout: 60_000 }, () => {
  it('is refused with a number, an amount or a payer that the app does not take', async () => {
    const messenger = sandbox.adapter()
    for (const order of [
      newOrder({ wireNo: 'x'.repeat(33) }),
      newOrder({ wireNo: 'order number' }),
      newOrder({ amount: 0n }),
      newOrder({ payer: '' }),
      { ...newOrder(), expiresAt: new Date(nowMs() - 1_000) },
    ]) {
      await expect(messenger.startPayment(order)).rejects.toThrow('PARAM_ERROR')
    }
  })

  it('is refused after it was closed, and with other data under the same number', async () => {
    const messenger = sandbox.adapter()
    const order = newOrder()
    await messenger.startPayment(order)
    const others = [
      { ...order, amount: fen(1_001n) },
      { ...order, payer: 'messenger-0001' },
      { ...order, scene: 'browser' as const },
    ]
    for (const other of others) {
      await expect(messenger.startPayment(other)).rejects.toThrow('OUT_TRADE_NO_USED')
    }
    await messenger.closePayment(order)
    await expect(messenger.startPayment(order)).rejects.toThrow('ORDER_CLOSED')
  })

  it('needs the payer on the sheet', async () => {
    const order = { ...newOrder(), payer: undefined }
    await expect(sandbox.adapter().startPayment(order)).rejects.toThrow('payer missing')
  })

  it('an order at WeChat Pay that never arrived is closed when it has expired, not before', async () => {
    const messenger = sandbox.adapter()
    const order = newOrder()
    expect(await messenger.closePayment(order)).toEqual({ state: 'processing' })
    offsetMs += 15 * 60_000
    expect(await messenger.closePayment(order)).toMatchObject({ state: 'declined' })
  })
})

describe('the trade bill of WeChat Pay', () => {
  it('is refused with one byte changed, or with another digest', async () => {
    const messenger = sandbox.adapter()
    await messenger.dayFile(today())
    sandbox.between.state.change = (answer, path) => {
      if (!path.startsWith('/v3/billdownload')) return answer
      const changed = byteChanged(answer.body, 40)
      return { ...answer, body: changed }
    }
    await expect(messenger.dayFile(today())).rejects.toThrow('another digest')
  })

  it('the trade bill of WeChat Pay of a past day without payments has no transfers', async () => {
    expect(await sandbox.adapter().dayFile(localDate('2020-01-06'))).toEqual([])
  })
})

describe('the account at WeChat', () => {
  it('names a person by a code that is valid once', async () => {
    const messenger = sandbox.adapter()
    const code = await codeOf()
    expect(await messenger.exchange(code)).toEqual({ openId: 'messenger-0006-qinmuyun' })
    await expect(messenger.exchange(code)).rejects.toThrow('errcode 40029')
    const wrong = sandbox.adapter({ appSecret: 'f'.repeat(32) })
    await expect(wrong.exchange(await codeOf())).rejects.toThrow('errcode 40125')
  })

  it('is asked for a state of letters and digits, which comes back as it was', async () => {
    const url = new URL(sandbox.adapter().consentUrl({ state: 'a-b_c', redirectUri: '' }))
    expect(url.hash).toBe('#wechat_redirect')
    expect(url.searchParams.get('state')).toMatch(/^[0-9a-f]+$/)
  })

  it('gives one token and one ticket to all processes', async () => {
    const tokens = ownTokens()
    const first = await sandbox.adapter({}, tokens).pageTicket()
    expect(first.appId).toBe(sandbox.settings.appId)
    const away = sandbox.adapter({ api: 'http://127.0.0.1:9' }, tokens)
    expect(await away.pageTicket()).toEqual(first)
  })

  it('replaces a token that the app no longer accepts', async () => {
    const tokens = ownTokens()
    const { miniAppId } = sandbox.settings
    const expiresAt = new Date(nowMs() + 3_600_000)
    await tokens.save(`wechat-token:${miniAppId}`, { value: 'revoked', expiresAt })
    const link = await sandbox
      .adapter({}, tokens)
      .miniProgramLink({ path: 'pages/a', query: 'b=1' })
    expect(link.urlScheme).toMatch(/^weixin/)
    expect((await tokens.find(`wechat-token:${miniAppId}`))?.value).not.toBe('revoked')
  })

  it('the account at WeChat that is away or refuses is a fault without its secret', async () => {
    const { appSecret } = sandbox.settings
    const away = sandbox.adapter({ api: 'http://127.0.0.1:9' })
    const fault = await away.exchange('c').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(ProviderOutage)
    expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain(appSecret)
  })
})
