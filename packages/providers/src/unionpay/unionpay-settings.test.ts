import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newSm2Keys,
  startUnionPaySandbox,
  type UnionPaySandbox,
} from './testing/unionpay-sandbox.ts'
import { adaptersOf } from '@qingzhou/platform/config/adapters/adapters'
import { createSettings } from '@qingzhou/platform/config/settings'
import { sm2ScalarIn } from '@qingzhou/platform/config/sm2-keys'
import { unionPayOf } from '@qingzhou/platform/config/adapters/unionpay-settings'

let sandbox: UnionPaySandbox
beforeAll(async () => {
  sandbox = await startUnionPaySandbox(Date.now)
})
afterAll(() => sandbox.stop())

function complaintsOf(change: Record<string, string>, mode: 'sandbox' | 'production' = 'sandbox') {
  const settings = createSettings({ ...sandbox.settings, ...change })
  unionPayOf(settings, mode)
  try {
    settings.assertComplete()
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('the settings of BANK=unionpay', () => {
  it('are complete with what the clearing house hands out, and have its addresses', () => {
    expect(complaintsOf({})).toBe('')
    const addresses = { UNIONPAY_GATEWAY: '', UNIONPAY_FILES: '' }
    const settings = createSettings({ ...sandbox.settings, ...addresses })
    expect(unionPayOf(settings, 'production')).toMatchObject({
      gateway: 'https://gateway.95516.com',
      files: 'https://filedownload.95516.com/',
      companies: ['中国银联股份有限公司'],
    })
  })

  it('are wanted as well where it is one of two banks, in the order of the list', () => {
    const bankOf = (BANK: string) => {
      const settings = createSettings({ ...sandbox.settings, BANK })
      const { bank } = adaptersOf(settings, 'sandbox')
      settings.assertComplete()
      return bank
    }
    const unionPay = { merchantId: sandbox.settings['UNIONPAY_MERCHANT_ID'] }
    expect(bankOf('unionpay,gateway')).toMatchObject({ routes: [unionPay, 'gateway'] })
    expect(bankOf('gateway,unionpay')).toMatchObject({ routes: ['gateway', unionPay] })
    expect(() => bankOf('unionpay,unionpay')).toThrow('BANK has to be one of')
    const settings = createSettings({ BANK: 'gateway,unionpay' })
    adaptersOf(settings, 'sandbox')
    expect(() => settings.assertComplete()).toThrow('UNIONPAY_MERCHANT_ID is missing')
  })

  it('are named if they are missing or wrong, and keys are not printed', () => {
    const settings = createSettings({})
    unionPayOf(settings, 'production')
    for (const name of [
      'MERCHANT_ID',
      'PRIVATE_KEY',
      'CERTIFICATE',
      'ENCRYPTION_CERTIFICATE',
      'AUTHORITIES',
    ]) {
      expect(() => settings.assertComplete()).toThrow(`UNIONPAY_${name} is missing`)
    }
    const wrong = complaintsOf({
      UNIONPAY_MERCHANT_ID: '1',
      UNIONPAY_PRIVATE_KEY: 'hidden',
      UNIONPAY_CERTIFICATE: 'none',
      UNIONPAY_AUTHORITIES: sandbox.settings['UNIONPAY_CERTIFICATE'] ?? '',
      UNIONPAY_GATEWAY: '/gateway',
    })
    for (const named of [
      'UNIONPAY_MERCHANT_ID has to be 15 digits',
      'UNIONPAY_PRIVATE_KEY is no RSA private key',
      'UNIONPAY_CERTIFICATE is no certificate',
      'UNIONPAY_AUTHORITIES has to have certificates of authorities',
      'UNIONPAY_GATEWAY is no address',
    ]) {
      expect(wrong).toContain(named)
    }
    expect(wrong).not.toContain('hidden')
  })

  it('need the key of the certificate, and https in production', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const pem = other.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(complaintsOf({ UNIONPAY_PRIVATE_KEY: pem })).toContain(
      'UNIONPAY_PRIVATE_KEY is not the key of UNIONPAY_CERTIFICATE',
    )
    expect(complaintsOf({}, 'production')).toContain('UNIONPAY_GATEWAY has to be an https address')
  })

  it('are of one kind: those of SM2 with SM2, and those of RSA with RSA', async () => {
    const national = await startUnionPaySandbox(Date.now, 'sm2')
    expect(complaintsOf(national.settings)).toBe('')
    const mixed = complaintsOf({ UNIONPAY_SIGNATURE: 'sm2' })
    const reverse = complaintsOf({ ...national.settings, UNIONPAY_SIGNATURE: 'rsa' })
    for (const [complaints, kind] of [
      [mixed, 'SM2'],
      [reverse, 'RSA'],
    ] as const) {
      expect(complaints).toContain(`UNIONPAY_PRIVATE_KEY is no ${kind} private key`)
      expect(complaints).toContain(`UNIONPAY_CERTIFICATE has to have an ${kind} key`)
      expect(complaints).toContain(`UNIONPAY_ENCRYPTION_CERTIFICATE has to have an ${kind} key`)
    }
    const { privateKey } = newSm2Keys()
    expect(complaintsOf({ ...national.settings, UNIONPAY_PRIVATE_KEY: privateKey })).toContain(
      'UNIONPAY_PRIVATE_KEY is not the key of UNIONPAY_CERTIFICATE',
    )
    expect(complaintsOf({ UNIONPAY_SIGNATURE: 'sm3' })).toContain(
      'UNIONPAY_SIGNATURE has to be one of rsa, sm2',
    )
    await national.stop()
  })

  it('have a key of SM2 as PKCS#8 or SEC 1, and none of another curve or cut off', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'SM2' })
    const pem = (key: typeof privateKey, type: 'pkcs8' | 'sec1') =>
      key.export({ type, format: 'pem' }).toString()
    const scalar = sm2ScalarIn(pem(privateKey, 'pkcs8'))
    expect(scalar).toMatch(/^[0-9a-f]{64}$/)
    expect(sm2ScalarIn(pem(privateKey, 'sec1'))).toBe(scalar)
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    expect(sm2ScalarIn(pem(other, 'pkcs8'))).toBeUndefined()
    const whole = pem(privateKey, 'pkcs8').split('\n')
    const cut = [whole[0], whole[1]?.slice(0, 40), ...whole.slice(-2)].join('\n')
    expect(sm2ScalarIn(cut)).toBeUndefined()
    expect(sm2ScalarIn('')).toBeUndefined()
  })
})
