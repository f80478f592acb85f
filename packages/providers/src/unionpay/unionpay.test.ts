import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createSettings } from '@qingzhou/platform/config/settings'
import { unionPayOf } from '@qingzhou/platform/config/adapters/unionpay-settings'
import type { Bank } from '#bank/port.ts'
import { createBulkhead } from '#bulkhead.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'
import { createVerify } from './certificates.ts'
import { fieldsInAnswer, isSignedWith, type Fields, isOfRoute, stateOf } from './message.ts'
import { rsaSignatures } from './signatures.ts'
import { startUnionPaySandbox, type UnionPaySandbox } from './testing/unionpay-sandbox.ts'
import { createUnionPay } from './unionpay.ts'

let sandbox: UnionPaySandbox
let bank: Bank
const now = () => new Date()
/** Nothing listens there. */
const ownOrigin = () => 'http://127.0.0.1:0'

beforeAll(async () => {
  sandbox = await startUnionPaySandbox(() => now().getTime())
  bank = await bankWith({})
})
afterAll(() => sandbox.stop())

async function bankWith(change: Readonly<Record<string, string>>, clock = now): Promise<Bank> {
  const unionPay = unionPayOf(createSettings({ ...sandbox.settings, ...change }), 'sandbox')
  const bulkhead = createBulkhead({
    concurrencyMax: 4,
    outagesMax: 1_000_000,
    now: clock,
    onChange: () => undefined,
  })
  const settings = { unionPay, ownOrigin, now: clock, timeoutMs: 3_000, bulkhead }
  return (await createUnionPay(settings)).bank
}

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: now(),
  amount: fen(100n),
})
const payOrder = async () => {
  await sandbox.setFault({ settleMs: 0 })
  const order = newWire()
  await bank.transfer({ ...order, kind: 'disbursement', cardToken: 'account-of-the-mall' })
  return order
}

describe('an answer that the test environment of UnionPay sent in 2018', () => {
  // Published with its certificate in the sources of an open client of UnionPay.
  const text = readFileSync(join(import.meta.dirname, 'testing/answer-of-unionpay.txt'), 'utf8')
  const answer: Fields = fieldsInAnswer(text.trimEnd().replaceAll('\n', '\r\n')) ?? {}

  it('has a signature that we verify as its sender made it', () => {
    const certificate = new X509Certificate(answer['signPubKeyCert'] ?? '')
    const isGenuine = (one: Fields) => isSignedWith(one, certificate, rsaSignatures)
    expect(isGenuine(answer)).toBe(true)
    expect(isGenuine({ ...answer, txnAmt: '1001' })).toBe(false)
  })

  it('is not accepted: its certificate has expired, and its authority is not trusted', () => {
    const trust = { authorities: [], companies: ['00040000:SIGN'], signatures: rsaSignatures }
    const verify = createVerify({ ...trust, now: () => new Date('2018-05-01') })
    expect(verify(answer)).toBe(false)
  })
})

describe('an answer of the clearing house', { timeout: 120_000 }, () => {
  it('is refused with one byte changed, wherever it is', async () => {
    const order = await payOrder()
    const { state } = sandbox.between
    state.change = (answer) => (state.recorded = answer)
    await bank.transferState(order)
    const { length = 0 } = state.recorded ?? {}
    const accepted: number[] = []
    for (let position = 0; position < length; position += POSITION_STEP) {
      state.change = (answer) => {
        return byteChanged(answer, position)
      }
      const refusal = await bank.transferState(order).then(
        () => 'accepted',
        (error: unknown) => error,
      )
      if (!(refusal instanceof ProviderFault)) accepted.push(position)
    }
    expect(length).toBeGreaterThan(1_000)
    expect(accepted).toEqual([])
    state.change = (answer) => answer
    expect(await bank.transferState(order)).toMatchObject({ state: 'done' })
    state.recorded = undefined
  })

  it('is refused if it answers for another order, or about another time', async () => {
    const [order, other] = [await payOrder(), newWire()]
    const { state } = sandbox.between
    state.change = (answer) => (state.recorded = answer)
    await bank.transferState(order)
    const later = { ...order, orderedAt: new Date(order.orderedAt.getTime() + 1_000) }
    for (const request of [{ ...other }, later, { ...order, amount: fen(101n) }]) {
      await expect(bank.transferState(request)).rejects.toThrow(ProviderFault)
    }
    state.recorded = undefined
    state.change = (answer) => answer
  })

  it('is refused from another authority, in another name, and after its certificate expired', async () => {
    const order = await payOrder()
    const other = await startUnionPaySandbox(() => now().getTime())
    const authorities = other.settings['UNIONPAY_AUTHORITIES'] ?? ''
    const stranger = await bankWith({ UNIONPAY_AUTHORITIES: authorities })
    await expect(stranger.transferState(order)).rejects.toThrow('answer not signed')
    await other.stop()
    const after = await bankWith({}, () => new Date(now().getTime() + 21 * 366 * 86_400_000))
    await expect(after.transferState(order)).rejects.toThrow('answer not signed')
    const strict = {
      ...unionPayOf(createSettings(sandbox.settings), 'production'),
      signatures: rsaSignatures,
    }
    expect(strict.companies).toEqual(['中国银联股份有限公司'])
    const verify = createVerify({ ...strict, now })
    let text = ''
    sandbox.between.state.change = (answer) => {
      text = answer.toString()
      return answer
    }
    await bank.transferState(order)
    expect(verify(fieldsInAnswer(text) ?? {})).toBe(false)
    expect(
      createVerify({ ...strict, companies: ['00040000:SIGN'], now })(fieldsInAnswer(text) ?? {}),
    ).toBe(true)
  })

  it('an answer of the clearing house of the older protocol with SHA-1, without a signature or with a field twice is refused', async () => {
    const order = await payOrder()
    const { state } = sandbox.between
    const changes = [
      (answer: string) => answer.replace('version=5.1.0', 'version=5.0.0'),
      (answer: string) => answer.replace('signMethod=01', 'signMethod=12'),
      (answer: string) => answer.replace(/&signature=.*$/, ''),
      (answer: string) => answer.replace(/&signature=(.*)$/, '&signature=$1\n'),
      (answer: string) => `${answer}&origRespCode=00`,
      () => '',
    ]
    for (const change of changes) {
      state.change = (answer) => Buffer.from(change(answer.toString()))
      await expect(bank.transferState(order)).rejects.toThrow(ProviderFault)
    }
    state.change = (answer) => answer
  })
})

it('declines an order only by a code that says so: money may have moved with every other one', () => {
  const codes = Array.from({ length: 36 ** 2 }, (_, at) => at.toString(36).padStart(2, '0'))
  const declined = codes.filter((code) => {
    try {
      return stateOf(code.toUpperCase(), 'debit') === 'declined'
    } catch {
      return false
    }
  })
  expect(declined.join(' ')).toBe(
    '30 33 35 36 38 40 44 61 62 63 64 65 66 67 68 69 71 72 73 76 77 78 79 80 81 82',
  )
  // Debited too late, debited and perhaps not recorded, under way at the card's bank, not explained.
  for (const code of ['42', '74', '75', '83', '99', 'ZZ']) {
    expect(stateOf(code, 'debit')).toBe('processing')
  }
})

it('three codes of the clearing house are about the route, and no other', () => {
  const codes = Array.from({ length: 36 ** 2 }, (_, at) => at.toString(36).padStart(2, '0'))
  const ofRoute = codes.filter((code) => isOfRoute({ origRespCode: code }, 'origResp'))
  expect(ofRoute).toEqual(['62', '68', '78'].toSorted())
  for (const code of ofRoute) expect(stateOf(code, 'disbursement')).toBe('declined')
})

describe('an order at the clearing house', () => {
  it('is refused if the lender did not sign it', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const unionPay = {
      ...unionPayOf(createSettings(sandbox.settings), 'sandbox'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const bulkhead = createBulkhead({
      concurrencyMax: 1,
      outagesMax: 9,
      now,
      onChange: () => undefined,
    })
    const settings = { unionPay, ownOrigin, now, timeoutMs: 3_000, bulkhead }
    const forger = (await createUnionPay(settings)).bank
    await expect(forger.transferState(newWire())).rejects.toThrow('code 11')
  })

  const account = { kind: 'disbursement', cardToken: 'account-of-the-mall' } as const

  it.each([
    ['with a number that is too long', { wireNo: 'a'.repeat(41) }],
    ['with a number of other characters', { wireNo: 'order-12345678' }],
    ['of nothing', { amount: fen(0n) }],
  ])('%s is refused, and nothing is moved', async (_, change) => {
    const order = { ...newWire(), ...account, ...change }
    await expect(bank.transfer(order)).rejects.toThrow('code 10')
    expect(await sandbox.transfersOf(order.wireNo)).toEqual([])
  })

  it('an order at the clearing house that could not be sent in time is never sent, and ended when it cannot be under way', async () => {
    const sent = await payOrder()
    const late = newWire()
    const minutes = (count: number) => new Date(late.orderedAt.getTime() + count * 60_000)
    const waiting = await bankWith({}, () => minutes(61))
    expect(await waiting.transfer({ ...late, ...account })).toEqual({ state: 'processing' })
    const ending = await bankWith({}, () => minutes(76))
    expect(await ending.transfer({ ...late, ...account })).toMatchObject({ state: 'declined' })
    expect(await ending.transfer({ ...sent, ...account })).toMatchObject({ state: 'done' })
    expect(await sandbox.transfersOf(late.wireNo)).toEqual([])
  })

  it('an order at the clearing house to a card without a number, or with the token of another adapter, asks to bind it again', async () => {
    const holder = { name: '王小明', idNumber: '1', cardNumber: undefined, phone: '1' }
    const [disbursement, debit] = [newWire(), newWire()]
    const again = {
      state: 'declined',
      refusal: 'binding',
      reason: expect.stringContaining('重新绑定'),
    }
    expect(
      await bank.transfer({ ...disbursement, kind: 'disbursement', cardToken: 'x', holder }),
    ).toEqual(again)
    expect(await bank.transfer({ ...debit, kind: 'debit', cardToken: 'card-1', holder })).toEqual(
      again,
    )
    const unbound = { ...newWire(), kind: 'debit', cardToken: '0123456789abcdef' } as const
    expect(await bank.transfer(unbound)).toEqual(again)
    const { state, reason } = again
    const agreement = await bank.startDebitAgreement({ ...disbursement, cardToken: 'x', holder })
    expect(agreement).toEqual({ state, reason })
  })
})
