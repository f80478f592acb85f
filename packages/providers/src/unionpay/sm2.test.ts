import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { createSettings } from '@qingzhou/platform/config/settings'
import { unionPayOf } from '@qingzhou/platform/config/adapters/unionpay-settings'
import type { Bank } from '#bank/port.ts'
import { createBulkhead } from '#bulkhead.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'
import { certIdOf } from './certificates.ts'
import { fieldsInAnswer, isSignedWith, signFields, type Fields } from './message.ts'
import { rsaSignatures } from './signatures.ts'
import { sm2Signatures } from './sm2.ts'
import {
  registerMerchant,
  startUnionPaySandbox,
  type UnionPaySandbox,
} from './testing/unionpay-sandbox.ts'
import { createUnionPay } from './unionpay.ts'

/** The examples of GM/T 0003.5: a key, the identity of its holder, a signature and a ciphertext. */
const standard = {
  privateKey: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
  point:
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  identity: '1234567812345678',
  message: 'message digest',
  signature:
    'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3' +
    'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
  plain: 'encryption standard',
  encrypted:
    '0404ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73' +
    'e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0' +
    '59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766' +
    '21886ca989ca9c7d58087307ca93092d651efa',
}

const spki = Buffer.from(
  `3059301306072a8648ce3d020106082a811ccf5501822d034200${standard.point}`,
  'hex',
)
/** A certificate whose number is the identity of the example. */
const certificate = {
  publicKey: createPublicKey({ key: spki, type: 'spki', format: 'der' }),
  serialNumber: BigInt(standard.identity).toString(16),
}

const isSigned = (text: string, by: Buffer, serialNumber = certificate.serialNumber) =>
  sm2Signatures.isSigned(text, by, { ...certificate, serialNumber })

describe('the national algorithms', () => {
  it('verify the signature of the standard, and no other message, signature or identity', () => {
    const { message, signature } = standard
    const bytes = Buffer.from(signature, 'hex')
    expect(isSigned(message, bytes)).toBe(true)
    expect(isSigned('message digesT', bytes)).toBe(false)
    expect(isSigned(message, bytes, '1')).toBe(false)
    for (let position = 0; position < bytes.length; position += 1) {
      const changed = byteChanged(bytes, position)
      expect(isSigned(message, changed)).toBe(false)
    }
    const malformed = [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(64, 0xff)]
    for (const one of [...malformed, bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      expect(isSigned(message, one)).toBe(false)
    }
  })

  it('sign with the key of the standard what its public key verifies', () => {
    const { privateKey, identity, message } = standard
    const signature = sm2Signatures.sign(message, { privateKey, certId: identity })
    expect(signature).toHaveLength(64)
    expect(sm2Signatures.isSigned(message, signature, certificate)).toBe(true)
  })

  it('decrypt the ciphertext of the standard, in the order that messages have', () => {
    const { privateKey, encrypted, plain } = standard
    expect(sm2.doDecrypt(encrypted.slice(2), privateKey, 1, { output: 'string' })).toBe(plain)
  })

  it.each([
    ['abc', '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'],
    ['abcd'.repeat(16), 'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732'],
  ])('have the digest of GB/T 32905 for %s', (text, digest) => {
    expect(createHash(sm2Signatures.hash).update(text).digest('hex')).toBe(digest)
  })
})

const now = () => new Date()
/** Nothing listens there. */
const ownOrigin = () => 'http://127.0.0.1:0'
let sandbox: UnionPaySandbox
let bank: Bank
beforeAll(async () => {
  sandbox = await startUnionPaySandbox(() => now().getTime(), 'sm2')
  bank = (await houseWith(sandbox.settings)).bank
})
afterAll(() => sandbox.stop())

async function houseWith(input: Readonly<Record<string, string>>) {
  const settings = createSettings(input)
  const unionPay = unionPayOf(settings, 'sandbox')
  settings.assertComplete()
  const bulkhead = createBulkhead({
    concurrencyMax: 4,
    outagesMax: 1_000_000,
    now,
    onChange: () => undefined,
  })
  return createUnionPay({ unionPay, ownOrigin, now, timeoutMs: 5_000, bulkhead })
}

const newWire = () => ({
  wireNo: crypto.randomUUID().replaceAll('-', ''),
  orderedAt: now(),
  amount: fen(100n),
})
async function payOrder() {
  await sandbox.setFault({ settleMs: 0 })
  const order = newWire()
  await bank.transfer({ ...order, kind: 'disbursement', cardToken: 'account-of-the-mall' })
  return order
}

/** The answer to a question, as the clearing house sent it. */
async function recordedAnswer(order: ReturnType<typeof newWire>): Promise<Buffer> {
  const { state } = sandbox.between
  let recorded = Buffer.alloc(0)
  state.change = (answer) => {
    recorded = Buffer.from(answer)
    return answer
  }
  await bank.transferState(order)
  state.change = (answer) => answer
  return recorded
}

describe('an answer with SM2', { timeout: 120_000 }, () => {
  it('is refused with one byte changed, wherever it is', async () => {
    const order = await payOrder()
    const { state } = sandbox.between
    const recorded = await recordedAnswer(order)
    state.recorded = recorded
    const accepted: number[] = []
    for (let position = 0; position < recorded.length; position += POSITION_STEP) {
      state.change = (answer) => {
        return byteChanged(answer, position)
      }
      const refusal = await bank.transferState(order).then(
        () => 'accepted',
        (error: unknown) => error,
      )
      if (!(refusal instanceof ProviderFault)) accepted.push(position)
    }
    expect(recorded.length).toBeGreaterThan(1_000)
    expect(accepted).toEqual([])
    state.change = (answer) => answer
    expect(await bank.transferState(order)).toMatchObject({ state: 'done' })
    state.recorded = undefined
  })

  it('is refused with RSA, and one with SM2 is refused where RSA is set', async () => {
    const order = await payOrder()
    const fields = fieldsInAnswer((await recordedAnswer(order)).toString()) ?? {}
    const byRsa = await startUnionPaySandbox(() => now().getTime())
    const { bank: rsaBank } = await houseWith(byRsa.settings)
    // Each clearing house is genuine for its own lender.
    expect(await rsaBank.transferState(newWire())).toEqual({ state: 'unknown' })
    const house = vendorKeys(byRsa.directory)
    const rsaAnswer = answerOf({ ...fields, signMethod: '01', signPubKeyCert: house.certificate })
    sandbox.between.state.recorded = Buffer.from(
      rsaAnswer((whole) => signFields(whole, { privateKey: house.key, certId: '' }, rsaSignatures)),
    )
    await expect(bank.transferState(order)).rejects.toThrow('answer not signed')
    sandbox.between.state.recorded = undefined
    byRsa.between.state.recorded = await recordedAnswer(order)
    await expect(rsaBank.transferState(order)).rejects.toThrow('answer not signed')
    await byRsa.stop()
  })

  it('is refused with the number of RSA on it, and with the certificate of another authority', async () => {
    const order = await payOrder()
    const { state } = sandbox.between
    const other = await startUnionPaySandbox(() => now().getTime(), 'sm2')
    const house = vendorKeys(other.directory, 'unionpay-vendor-sm2.json')
    const certId = certIdOf(new X509Certificate(house.certificate))
    const fields = fieldsInAnswer((await recordedAnswer(order)).toString()) ?? {}
    const forged = answerOf({ ...fields, signPubKeyCert: house.certificate })
    state.recorded = Buffer.from(
      forged((whole) => signFields(whole, { privateKey: house.key, certId }, sm2Signatures)),
    )
    await expect(bank.transferState(order)).rejects.toThrow('answer not signed')
    state.recorded = undefined
    state.change = (answer) =>
      Buffer.from(answer.toString().replace('signMethod=21', 'signMethod=01'))
    await expect(bank.transferState(order)).rejects.toThrow('answer not signed')
    state.change = (answer) => answer
    await other.stop()
  })

  it('is of the sender that its certificate names, by the number of the certificate', async () => {
    const fields = fieldsInAnswer((await recordedAnswer(await payOrder())).toString()) ?? {}
    const sender = new X509Certificate(fields['signPubKeyCert'] ?? '')
    expect(isSignedWith(fields, sender, sm2Signatures)).toBe(true)
    const { publicKey } = sender
    const digest = 'any'
    const { key } = vendorKeys(sandbox.directory, 'unionpay-vendor-sm2.json')
    const usual = sm2Signatures.sign(digest, { privateKey: key, certId: '1234567812345678' })
    const { serialNumber } = sender
    expect(sm2Signatures.isSigned(digest, usual, { publicKey, serialNumber })).toBe(false)
  })
})

it('accepts a notice with SM2, and none with a changed field or another key', async () => {
  const { callback } = await houseWith(sandbox.settings)
  const { key: privateKey, certificate: pem } = vendorKeys(
    sandbox.directory,
    'unionpay-vendor-sm2.json',
  )
  const signer = { privateKey, certId: certIdOf(new X509Certificate(pem)) }
  const { wireNo } = newWire()
  const fields = {
    version: '5.1.0',
    signMethod: '21',
    merId: sandbox.settings['UNIONPAY_MERCHANT_ID'] ?? '',
    orderId: wireNo,
    txnType: '12',
    txnAmt: '100',
    currencyCode: '156',
    signPubKeyCert: pem,
  }
  const read = (form: Fields) =>
    callback.read({ body: new URLSearchParams(form).toString(), headers: {}, now: now() })
  const notice = signFields(fields, signer, sm2Signatures)
  expect(await read(notice)).toEqual({ kind: 'transfer', wireNo, amount: fen(100n) })
  const stranger = { ...signer, privateKey: standard.privateKey }
  for (const forged of [
    { ...notice, txnAmt: '1' },
    { ...notice, signMethod: '01' },
    signFields(fields, stranger, sm2Signatures),
    signFields({ ...fields, merId: '777290058110097' }, signer, sm2Signatures),
  ]) {
    expect(await read(forged)).toBe('forged')
  }
})

it('refuses a lender with RSA at the clearing house where its SM2 certificate is registered', async () => {
  const one = await startUnionPaySandbox(() => now().getTime())
  const { bank: before } = await houseWith(one.settings)
  expect(await before.transferState(newWire())).toEqual({ state: 'unknown' })
  const { bank: after } = await houseWith(await registerMerchant(one.url, 'sm2'))
  expect(await after.transferState(newWire())).toEqual({ state: 'unknown' })
  await expect(before.transferState(newWire())).rejects.toThrow('answer not signed')
  await one.stop()
})

/** The sandbox's own file. */
function vendorKeys(directory: string, file = 'unionpay-vendor.json') {
  return JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
    key: string
    certificate: string
  }
}

const answerOf = (fields: Fields) => (sign: (whole: Fields) => Fields) =>
  Object.entries(sign(fields))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
