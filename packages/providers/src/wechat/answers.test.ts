import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'
import { startWechatSandbox, type Answer, type WechatSandbox } from './testing/wechat-sandbox.ts'

let sandbox: WechatSandbox
let offsetMs = 0
const nowMs = () => Date.now() + offsetMs

beforeAll(async () => {
  sandbox = await startWechatSandbox(nowMs)
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.between.reset())

const newOrder = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: new Date(nowMs()),
  amount: fen(1_000n),
  subject: '借款还款',
  returnPath: '/#/back',
  expiresAt: new Date(nowMs() + 15 * 60_000),
  scene: 'app' as const,
  payer: 'messenger-0006-qinmuyun',
})

const request = { wireNo: 'neverordered0001', orderedAt: new Date(), amount: fen(1n) }

/** Whether an answer was used: only a fault means that it was not. */
async function isAccepted(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof ProviderFault) return false
    throw error
  }
}

/** The positions at which one changed byte of a text was accepted. */
async function acceptedChanges(
  ask: () => Promise<unknown>,
  part: (answer: Answer) => Buffer,
  put: (answer: Answer, changed: Buffer) => Answer,
): Promise<{ accepted: number[]; length: number }> {
  let length = 1
  const accepted: number[] = []
  for (let position = 0; position < length; position += POSITION_STEP) {
    sandbox.between.state.change = (answer, path) => {
      if (path.startsWith('/v3/certificates')) return answer
      const changed = byteChanged(part(answer), position)
      length = changed.length
      return put(answer, changed)
    }
    if (await isAccepted(ask)) accepted.push(position)
  }
  sandbox.between.reset()
  return { accepted, length }
}

describe('an answer of WeChat Pay', { timeout: 120_000 }, () => {
  it('is refused with one byte changed, wherever it is', async () => {
    const messenger = sandbox.adapter()
    const order = newOrder()
    await messenger.startPayment(order)
    expect(await messenger.payment(order)).toEqual({ state: 'processing' })
    for (const ask of [() => messenger.payment(order), () => messenger.payment(request)]) {
      const body = await acceptedChanges(
        ask,
        (answer) => answer.body,
        (answer, changed) => ({ ...answer, body: changed }),
      )
      expect(body.length).toBeGreaterThan(30)
      expect(body.accepted).toEqual([])
    }
    expect(await messenger.payment(request)).toEqual({ state: 'unknown' })
  })

  it.each(['timestamp', 'nonce', 'serial', 'signature'])(
    'is refused with one byte changed in the %s that it is signed with',
    async (name) => {
      const messenger = sandbox.adapter()
      const header = `wechatpay-${name}`
      const { accepted, length } = await acceptedChanges(
        () => messenger.payment(request),
        (answer) => Buffer.from(answer.headers[header] ?? ''),
        (answer, changed) => {
          // The wire of HTTP itself refuses characters that a header cannot have.
          const value = changed.toString('latin1').replaceAll(/[^!-~]/g, '!')
          return { ...answer, headers: { ...answer.headers, [header]: value } }
        },
      )
      expect(length).toBeGreaterThan(9)
      expect(accepted).toEqual([])
    },
  )

  it('never becomes an unknown order without a signature, or with another status', async () => {
    const messenger = sandbox.adapter()
    const unknown = Buffer.from('{"code":"ORDER_NOT_EXIST","message":""}')
    const changes: ((answer: Answer) => Answer)[] = [
      (answer) => ({ ...answer, headers: {} }),
      () => ({ status: 404, headers: {}, body: unknown }),
      () => ({ status: 401, headers: {}, body: unknown }),
      () => ({ status: 403, headers: {}, body: unknown }),
      () => ({ status: 404, headers: {}, body: Buffer.from('<html>not found</html>') }),
      (answer) => ({ ...answer, status: 500 }),
      (answer) => ({ ...answer, status: 429 }),
      (answer) => ({ ...answer, status: 200 }),
    ]
    for (const change of changes) {
      sandbox.between.state.change = (answer, path) =>
        path.startsWith('/v3/certificates') ? answer : change(answer)
      const order = { ...request, expiresAt: new Date(nowMs() - 1) }
      await expect(messenger.payment(order)).rejects.toThrow(ProviderFault)
      await expect(messenger.closePayment(order)).rejects.toThrow(ProviderFault)
    }
  })

  it('is refused when it is old, or is about another order, amount or currency', async () => {
    const messenger = sandbox.adapter()
    const [order, other] = [newOrder(), newOrder()]
    for (const one of [order, other]) await messenger.startPayment(one)
    let recorded: Answer | undefined
    sandbox.between.state.change = (answer, path) => {
      if (path.includes(order.wireNo)) recorded = answer
      return path.includes(other.wireNo) && recorded ? recorded : answer
    }
    await messenger.payment(order)
    await expect(messenger.payment(other)).rejects.toThrow('another order')
    sandbox.between.state.change = (answer, path) =>
      path.includes(order.wireNo) && recorded ? recorded : answer
    expect(await messenger.payment(order)).toEqual({ state: 'processing' })
    offsetMs += 6 * 60_000
    await expect(messenger.payment(order)).rejects.toThrow('not signed')
  })

  it('is refused to a request that the lender did not sign', async () => {
    const wrong = sandbox.adapter({ merchantSerial: '00000000' })
    await expect(wrong.payment(request)).rejects.toThrow('status 401')
    const unsigned = await fetch(`${sandbox.url}/v3/certificates`)
    expect(unsigned.status).toBe(401)
    expect(unsigned.headers.get('wechatpay-signature')).toBeNull()
  })
})

const fetches = () =>
  sandbox.between.state.asked.filter((path) => path.startsWith('/v3/certificates')).length

const otherKey = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
    type: 'spki',
    format: 'pem',
  }),
)

describe('the certificates of WeChat Pay', { timeout: 120_000 }, () => {
  it('are fetched once, and again for a new one; a message of the old one still verifies', async () => {
    const messenger = sandbox.adapter()
    const order = newOrder()
    await messenger.startPayment(order)
    let signedBefore: Answer | undefined
    sandbox.between.state.change = (answer, path) => {
      if (path.includes(order.wireNo)) signedBefore = answer
      return answer
    }
    const before = fetches()
    expect(await messenger.payment(order)).toEqual({ state: 'processing' })
    expect(fetches()).toBe(before)
    await sandbox.rotate()
    offsetMs += 61_000
    expect(await messenger.payment(order)).toEqual({ state: 'processing' })
    expect(fetches()).toBe(before + 1)
    // Another process, which never saw the old one in use.
    sandbox.between.state.change = (answer, path) =>
      path.includes(order.wireNo) && signedBefore ? signedBefore : answer
    for (const one of [messenger, sandbox.adapter()]) {
      expect(await one.payment(order)).toEqual({ state: 'processing' })
    }
  })

  it('are not fetched by a merchant with a public key, whose answers are signed with it', async () => {
    const before = fetches()
    const messenger = sandbox.adapter({ publicKey: await sandbox.publicKey() })
    expect(await messenger.payment(request)).toEqual({ state: 'unknown' })
    expect(fetches()).toBe(before)
    const other = sandbox.adapter({ publicKey: { ...(await sandbox.publicKey()), key: otherKey } })
    await expect(other.payment(request)).rejects.toThrow('not signed')
  })

  it('are not fetched for every invented serial number', async () => {
    const messenger = sandbox.adapter()
    await messenger.payment(request)
    const before = fetches()
    sandbox.between.state.change = (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'wechatpay-serial': 'ABCDEF0123456789' },
    })
    for (const _ of [1, 2, 3])
      await expect(messenger.payment(request)).rejects.toThrow('not signed')
    expect(fetches()).toBe(before)
  })

  it('are refused with one byte changed, and not accepted after they expired', async () => {
    let length = 1
    const accepted: number[] = []
    for (let position = 0; position < length; position += POSITION_STEP) {
      sandbox.between.state.change = (answer, path) => {
        if (!path.startsWith('/v3/certificates')) return answer
        ;({ length } = answer.body)
        const changed = byteChanged(answer.body, position)
        return { ...answer, body: changed }
      }
      if (await isAccepted(() => sandbox.adapter().payment(request))) accepted.push(position)
    }
    expect(length).toBeGreaterThan(1_000)
    expect(accepted).toEqual([])
    sandbox.between.reset()
    const messenger = sandbox.adapter()
    expect(await messenger.payment(request)).toEqual({ state: 'unknown' })
    offsetMs += 6 * 365 * 86_400_000
    await expect(messenger.payment(request)).rejects.toThrow(ProviderOutage)
    offsetMs -= 6 * 365 * 86_400_000
    const wrongKey = sandbox.adapter({ apiKey: '0'.repeat(32) })
    await expect(wrongKey.payment(request)).rejects.toThrow(ProviderOutage)
  })
})
