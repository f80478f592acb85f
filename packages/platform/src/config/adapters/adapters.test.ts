import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaintsOf, sandboxSettings } from '#config/testing/sandbox-settings.ts'
import { hasLink, smsTemplateNames } from '#sms/sms-templates.ts'
import { readConfig } from '#config/config.ts'

const sandbox = sandboxSettings()
const directory = sandbox.DATA_DIR

const numbers: Readonly<Record<string, string>> = Object.fromEntries(
  smsTemplateNames.filter((name) => !hasLink(name)).map((name, at) => [name, `SMS_${at + 1}`]),
)

describe('settings of adapters', () => {
  it('are the gateway, a folder and no time stamps, unless others are chosen', () => {
    const { adapters } = readConfig(sandbox)
    expect(adapters).toEqual({
      sms: 'gateway',
      mail: 'gateway',
      files: 'folder',
      ip: 'gateway',
      wallet: 'gateway',
      messenger: 'gateway',
      identity: 'gateway',
      face: 'gateway',
      ocr: 'identity',
      device: 'gateway',
      bureau: 'gateway',
      mall: 'gateway',
      bank: 'gateway',
      timestamp: 'none',
    })
    const chosen = readConfig({
      ...sandbox,
      MAIL: 'smtp',
      SMTP_URL: 'smtps://service:p%40ss@mail.example',
      SMTP_FROM: '某公司 <service@loans.example>',
      IP: 'ip2region',
    })
    expect(chosen.adapters).toMatchObject({
      mail: { host: 'mail.example', port: 465, isTls: true, user: 'service', password: 'p@ss' },
      ip: 'ip2region',
    })
  })

  it('the settings of the identity services are the addresses of Aliyun, and name a missing key', () => {
    const key = { ALIYUN_ACCESS_KEY_ID: 'LTAI1', ALIYUN_ACCESS_KEY_SECRET: 'key' }
    const { adapters } = readConfig({ ...sandbox, IDENTITY: 'aliyun', ...key })
    expect(adapters.identity).toEqual({
      accessKeyId: 'LTAI1',
      accessKeySecret: 'key',
      idEndpoint: 'https://cloudauth.aliyuncs.com',
      ocrEndpoint: 'https://ocr-api.cn-hangzhou.aliyuncs.com',
      checksCards: false,
    })
    const scene = { IDENTITY: 'aliyun', ...key, ALIYUN_FACE_SCENE: '1000000006' }
    expect(readConfig({ ...sandbox, ...scene }).adapters.identity).toHaveProperty(
      'faceScene',
      1_000_000_006,
    )
    const complaints = complaintsOf({
      ...sandbox,
      IDENTITY: 'aliyun',
      ALIYUN_FACE_SCENE: 'H5',
      ALIYUN_OCR_ENDPOINT: 'nowhere',
    })
    expect(complaints).toMatch(/ALIYUN_ACCESS_KEY_ID/)
    expect(complaints).toMatch(/ALIYUN_ACCESS_KEY_SECRET/)
    expect(complaints).toMatch(/ALIYUN_OCR_ENDPOINT is no address/)
    expect(complaints).toMatch(/ALIYUN_FACE_SCENE has to be the number/)
    expect(complaintsOf({ ...sandbox, IDENTITY: 'other' })).toMatch(/IDENTITY/)
  })

  it('name the SMS templates without a number, unknown ones, and links, per service', () => {
    const file = join(directory, 'sms.json')
    const { code: _, ...others } = numbers
    const more = { coupons: 'SMS_9', greeting: 'SMS_10', repaid: 'nine' }
    writeFileSync(file, JSON.stringify({ aliyun: { ...others, ...more } }))
    const complaints = complaintsOf({ ...sandbox, SMS: 'aliyun,tencent', SMS_TEMPLATES_FILE: file })
    for (const named of [
      'ALIYUN_ACCESS_KEY_ID is missing',
      'ALIYUN_ACCESS_KEY_SECRET is missing',
      'ALIYUN_SMS_SIGN is missing',
      'TENCENT_SECRET_KEY is missing',
      'TENCENT_SMS_APP_ID is missing',
      'SMS_TEMPLATES_FILE (aliyun) has no row for code.',
      'SMS_TEMPLATES_FILE (aliyun): greeting is no template',
      'SMS_TEMPLATES_FILE (aliyun): coupons has a link',
      'SMS_TEMPLATES_FILE (aliyun): repaid has no valid number',
      'SMS_TEMPLATES_FILE (tencent) has no row for code, limit-granted',
    ]) {
      expect(complaints).toContain(named)
    }
    expect(complaintsOf({ ...sandbox, SMS: 'aliyun', SMS_TEMPLATES_FILE: `${file}.no` })).toContain(
      'SMS_TEMPLATES_FILE is no readable JSON object',
    )
  })

  it('accept an SMS service with a number for each template and the key in a file', () => {
    const [file, key] = [join(directory, 'all.json'), join(directory, 'key')]
    writeFileSync(file, JSON.stringify({ aliyun: numbers }))
    writeFileSync(key, 'the key\n')
    const { adapters } = readConfig({
      ...sandbox,
      SMS: 'aliyun',
      SMS_TEMPLATES_FILE: file,
      ALIYUN_ACCESS_KEY_ID: 'LTAI',
      ALIYUN_ACCESS_KEY_SECRET_FILE: key,
      ALIYUN_SMS_SIGN: '某公司',
    })
    expect(adapters.sms).toMatchObject([
      {
        vendor: 'aliyun',
        endpoint: 'https://dysmsapi.aliyuncs.com',
        accessKeySecret: 'the key',
        sign: '某公司',
      },
    ])
  })

  it('name all that is missing of a chosen adapter, without its secrets', () => {
    const complaints = complaintsOf({
      ...sandbox,
      MAIL: 'smtp',
      SMTP_URL: 'https://service:hidden@mail.example',
      SMTP_FROM: 'sender',
      FILES: 's3',
      S3_PREFIX: '/../',
      TIMESTAMP: 'rfc3161',
      IP: 'guess',
    })
    for (const named of [
      'SMTP_URL has to be',
      'SMTP_FROM is no e-mail address',
      'S3_ENDPOINT is missing',
      'S3_BUCKET is missing',
      'S3_SECRET_ACCESS_KEY is missing',
      'S3_PREFIX has to be',
      'TIMESTAMP_URL is missing',
      'TIMESTAMP_CERTIFICATES_FILE is missing',
      'IP has to be one of gateway, ip2region',
    ]) {
      expect(complaints).toContain(named)
    }
    expect(complaints).not.toContain('hidden')
  })

  it('have to be https in production for the object store', () => {
    const complaints = complaintsOf({
      ...sandbox,
      MODE: 'production',
      FILES: 's3',
      S3_ENDPOINT: 'http://store.example',
    })
    expect(complaints).toContain('S3_ENDPOINT has to be an https address')
  })
})

describe('settings of the payment app', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const bare = {
    ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
  const account = { ALIPAY_APP_ID: '2021000000000001', ALIPAY_SELLER_ID: '2088000000000001' }

  it('take keys with and without their first and last line', () => {
    const { adapters } = readConfig({ ...sandbox, WALLET: 'alipay', ...account, ...bare })
    expect(adapters.wallet).toEqual({
      appId: '2021000000000001',
      sellerId: '2088000000000001',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
      gateway: 'https://openapi.alipay.com/gateway.do',
      pages: 'https://openapi.alipay.com/gateway.do',
      consentUrl: 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
    })
  })

  it('are all named when they are missing or wrong, without the keys', () => {
    const missing = complaintsOf({ ...sandbox, WALLET: 'alipay' })
    for (const name of ['APP_ID', 'SELLER_ID', 'PRIVATE_KEY', 'PUBLIC_KEY']) {
      expect(missing).toContain(`ALIPAY_${name} is missing`)
    }
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    const wrong = complaintsOf({
      ...sandbox,
      WALLET: 'alipay',
      ALIPAY_APP_ID: '1',
      ALIPAY_SELLER_ID: '1',
      ALIPAY_PRIVATE_KEY: 'hidden',
      ALIPAY_PUBLIC_KEY: short.export({ type: 'spki', format: 'pem' }).toString(),
      ALIPAY_GATEWAY: '/gateway.do',
    })
    for (const named of [
      'ALIPAY_APP_ID has to be 16 digits',
      'ALIPAY_SELLER_ID has to be 16 digits',
      'ALIPAY_PRIVATE_KEY is no RSA private key',
      'ALIPAY_PUBLIC_KEY has to have 2048 bits',
      'ALIPAY_GATEWAY is no address',
    ]) {
      expect(wrong).toContain(named)
    }
    expect(wrong).not.toContain('hidden')
  })

  it('refuse a private key in place of the public one, and plain http in production', () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const swapped = { ...sandbox, WALLET: 'alipay', ...account, ...bare, ALIPAY_PUBLIC_KEY: pem }
    expect(complaintsOf(swapped)).toContain('ALIPAY_PUBLIC_KEY is no RSA public key')
    const plain = { ALIPAY_GATEWAY: 'http://gateway.example', MODE: 'production' }
    expect(complaintsOf({ ...sandbox, WALLET: 'alipay', ...account, ...bare, ...plain })).toContain(
      'ALIPAY_GATEWAY has to be an https address',
    )
  })
})

describe('secrets in files', () => {
  it('are read without the line break at their end', () => {
    const path = join(directory, 'database-url')
    writeFileSync(path, 'postgresql:///from-a-file\n')
    const { databaseUrl } = readConfig({ ...sandbox, DATABASE_URL: '', DATABASE_URL_FILE: path })
    expect(databaseUrl).toBe('postgresql:///from-a-file')
  })

  it('are refused when they cannot be read, or are given twice', () => {
    const missing = complaintsOf({
      ...sandbox,
      DATABASE_URL: undefined,
      DATABASE_URL_FILE: '/none',
    })
    expect(missing).toContain('DATABASE_URL_FILE cannot be read (ENOENT): /none')
    const twice = complaintsOf({ ...sandbox, DATABASE_URL_FILE: '/none' })
    expect(twice).toContain('DATABASE_URL and DATABASE_URL_FILE are both set')
  })
})
