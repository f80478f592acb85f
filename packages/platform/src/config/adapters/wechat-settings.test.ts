import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { complaintsOf, sandboxSettings } from '#config/testing/sandbox-settings.ts'
import { readConfig } from '#config/config.ts'

const sandbox = sandboxSettings()

describe('the settings of the messaging app WeChat', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = { WECHAT_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
  const account = {
    MESSENGER: 'wechat',
    WECHAT_APP_ID: 'wx0123456789abcdef',
    WECHAT_APP_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
    WECHAT_MINI_APP_ID: 'wxfedcba9876543210',
    WECHAT_MINI_APP_SECRET: '1f1e2d3c4b5a69788796a5b4c3d2e1f1',
    WECHAT_MERCHANT_ID: '1900000001',
    WECHAT_MERCHANT_SERIAL: '3775B6A45ACD588826D15E583A95F5DD00000001',
    WECHAT_API_KEY: 'kT7mQ2xV9bR4nW8cL3pZ6dF1hJ5gS0aY',
  }

  it('have the addresses of the app unless others are given', () => {
    const { adapters } = readConfig({ ...sandbox, ...account, ...keys })
    expect(adapters.messenger).toMatchObject({
      merchantId: '1900000001',
      publicKey: undefined,
      gateway: 'https://api.mch.weixin.qq.com',
      api: 'https://api.weixin.qq.com',
      consentUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
      pages: undefined,
    })
    expect(readConfig(sandbox).adapters.messenger).toBe('gateway')
  })

  it('take a public key instead of certificates, with its id', () => {
    const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
    const value = { WECHAT_PUBLIC_KEY_ID: 'PUB_KEY_ID_0119000000012031', WECHAT_PUBLIC_KEY: pem }
    const { adapters } = readConfig({ ...sandbox, ...account, ...keys, ...value })
    expect(adapters.messenger).toMatchObject({
      publicKey: { id: 'PUB_KEY_ID_0119000000012031', key: pem },
    })
    const alone = { ...sandbox, ...account, ...keys, WECHAT_PUBLIC_KEY: pem }
    expect(complaintsOf(alone)).toContain('WECHAT_PUBLIC_KEY_ID has to be PUB_KEY_ID_')
  })

  it('are all named when they are missing or wrong, without the keys', () => {
    const missing = complaintsOf({ ...sandbox, MESSENGER: 'wechat' })
    for (const name of [...Object.keys(account).slice(1), 'WECHAT_PRIVATE_KEY']) {
      expect(missing).toContain(`${name} is missing`)
    }
    const wrong = complaintsOf({
      ...sandbox,
      ...account,
      WECHAT_PRIVATE_KEY: 'hidden',
      WECHAT_API_KEY: 'hidden too short',
      WECHAT_APP_ID: '1',
      WECHAT_GATEWAY: '/gateway',
    })
    for (const named of [
      'WECHAT_PRIVATE_KEY is no RSA private key',
      'WECHAT_API_KEY is not the APIv3 key, 32 characters',
      'WECHAT_APP_ID is not the id of the official account',
      'WECHAT_GATEWAY is no address',
    ]) {
      expect(wrong).toContain(named)
    }
    expect(wrong).not.toContain('hidden')
  })

  it('refuse plain http and the pages of the sandbox in production', () => {
    const plain = {
      WECHAT_GATEWAY: 'http://gateway.example',
      WECHAT_PAGES: '/sandbox',
      MODE: 'production',
    }
    const complaints = complaintsOf({ ...sandbox, ...account, ...keys, ...plain })
    expect(complaints).toContain('WECHAT_GATEWAY has to be an https address')
    expect(complaints).toContain('WECHAT_PAGES is not allowed in production')
  })
})
