import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { registerMerchant } from '@qingzhou/providers/unionpay/testing/unionpay-sandbox'
import { startS3Server } from '@qingzhou/platform/files/testing/s3-server'
import { run } from '../product/run.ts'
import { sandboxIdentitySettings } from '../product/sandbox-identity.ts'
import { sandboxSms, sandboxSmsSettings } from '../product/sandbox-sms.ts'
import { compileCache } from '../tests/test-cache.ts'

const SECRET = 'a secret of the tests, of no use elsewhere'
const bucket = { accessKeyId: 'uploads', secretAccessKey: randomBytes(20).toString('hex') }

const directory = mkdtempSync(join(tmpdir(), 'qingzhou-providers-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let s3: Awaited<ReturnType<typeof startS3Server>>
let working: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    secret: SECRET,
    dataDirectory: join(directory, 'sandbox'),
    sms: { registration: sandboxSms },
  })
  s3 = await startS3Server(bucket)
  working = {
    DATABASE_URL: 'postgresql:///none',
    DATA_DIR: join(directory, 'data'),
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: SECRET,
    SMS: 'aliyun,tencent',
    ...sandboxSmsSettings({ url: sandbox.url, secret: SECRET, directory }),
    IDENTITY: 'aliyun',
    ...sandboxIdentitySettings({ url: sandbox.url, secret: SECRET }),
    ...(await registerMerchant(sandbox.url)),
    IP: 'ip2region',
    FILES: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'bucket',
    S3_PATH_STYLE: 'yes',
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
})
afterAll(async () => {
  await sandbox.stop()
  await s3.stop()
  rmSync(directory, { recursive: true })
})

const providers = (args: readonly string[], environment: Record<string, string>) =>
  run(process.execPath, [join(import.meta.dirname, '../operate/providers.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...compileCache, ...environment },
  })

it(
  'npm run providers -- check says of each service that it works, and leaves nothing behind',
  { timeout: 120_000 },
  async () => {
    const { code, output } = await providers(['check'], working)
    expect(output.split('\n').map((line) => line.replace(/:.*/, ''))).toEqual(
      expect.arrayContaining([
        'ok     gateway',
        'ok     sms (aliyun)',
        'ok     sms (tencent)',
        'ok     identity (register)',
        'ok     identity (cards)',
        'ok     files',
        'ok     ip',
        'ok     bank',
      ]),
    )
    expect(output).not.toContain('wrong')
    expect(code).toBe(0)
    expect([...s3.objects.keys()]).toEqual([])
    const { messages } = (await (await fetch(`${sandbox.url}/inbox`)).json()) as { messages: [] }
    expect(messages).toEqual([])
  },
)

it(
  'npm run providers -- check names a wrong key, a wrong address and a missing template',
  { timeout: 120_000 },
  async () => {
    const file = join(directory, 'other.json')
    // Written by the function that made the settings.
    const numbers = JSON.parse(readFileSync(working['SMS_TEMPLATES_FILE'] ?? '', 'utf8')) as {
      tencent: Record<string, string>
    }
    const { tencent } = numbers
    const swapped = { ...tencent, code: '999999999', repaid: tencent['refunded'] }
    writeFileSync(file, JSON.stringify({ ...numbers, tencent: swapped }))
    const { code, output } = await providers(['check'], {
      ...working,
      SMS_TEMPLATES_FILE: file,
      SANDBOX_SECRET: 'another',
      ALIYUN_ACCESS_KEY_SECRET: 'another',
      S3_SECRET_ACCESS_KEY: 'another',
      MAIL: 'smtp',
      SMTP_URL: 'smtps://service:hidden@127.0.0.1:9',
      SMTP_FROM: 'service@loans.example',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^wrong {2}gateway: wrong key/m)
    expect(output).toMatch(/^wrong {2}sms \(aliyun\): wrong key .*SignatureDoesNotMatch/m)
    expect(output).toMatch(/^wrong {2}sms \(tencent\): not approved: code 999999999$/m)
    expect(output).toMatch(/^wrong {2}identity \(register\): wrong key .*SignatureDoesNotMatch/m)
    expect(output).toMatch(/^wrong {2}identity \(cards\): wrong key .*SignatureDoesNotMatch/m)
    expect(output).toMatch(/^wrong {2}files: /m)
    expect(output).toMatch(/^wrong {2}mail: wrong address, or not reachable/m)
    expect(output).not.toContain('hidden')
  },
)

/** What a lender registers at the apps, and the settings that follow. */
async function appSettings(): Promise<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serial = '3775B6A45ACD5888'
  const register = (path: string, content: object) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  await register('/alipay/merchant', { publicKey: pem })
  await register('/wechat/merchant', { publicKey: pem, serial })
  // The sandbox routes define the shape of this answer.
  const alipay = (await (await fetch(`${sandbox.url}/alipay/merchant`)).json()) as {
    alipayPublicKey: string
  }
  const account = wechatAccountOf(SECRET)
  const own = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return {
    WALLET: 'alipay',
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000001',
    ALIPAY_PRIVATE_KEY: own,
    ALIPAY_PUBLIC_KEY: alipay.alipayPublicKey,
    ALIPAY_GATEWAY: `${sandbox.url}/alipay/gateway.do`,
    MESSENGER: 'wechat',
    WECHAT_APP_ID: account.appId,
    WECHAT_APP_SECRET: account.appSecret,
    WECHAT_MINI_APP_ID: account.miniAppId,
    WECHAT_MINI_APP_SECRET: account.miniAppSecret,
    WECHAT_MERCHANT_ID: account.merchantId,
    WECHAT_MERCHANT_SERIAL: serial,
    WECHAT_PRIVATE_KEY: own,
    WECHAT_API_KEY: account.apiKey,
    WECHAT_GATEWAY: sandbox.url,
    WECHAT_API: sandbox.url,
  }
}

it(
  'npm run providers -- check asks the apps for an order that does not exist, and for tokens',
  { timeout: 120_000 },
  async () => {
    const apps = { ...working, ...(await appSettings()) }
    const good = await providers(['check'], apps)
    for (const name of ['wallet', 'messenger (payments)', 'messenger (accounts)']) {
      expect(good.output).toContain(`ok     ${name}: `)
    }
    expect(good.code).toBe(0)
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const pem = String(other.export({ type: 'pkcs8', format: 'pem' }))
    const bad = await providers(['check'], {
      ...apps,
      ALIPAY_PRIVATE_KEY: pem,
      WECHAT_PRIVATE_KEY: pem,
      WECHAT_MINI_APP_SECRET: 'f'.repeat(32),
    })
    expect(bad.code).toBe(1)
    for (const name of ['wallet', 'messenger (payments)', 'messenger (accounts)']) {
      expect(bad.output).toContain(`wrong  ${name}: wrong key`)
    }
  },
)

it(
  'npm run providers -- templates prints the texts to apply for',
  { timeout: 60_000 },
  async () => {
    const { code, output } = await providers(['templates', 'aliyun'], {})
    expect(code).toBe(0)
    const parameter = ['$', '{amount}'].join('')
    expect(output).toContain(`refunded\t您的退款 ${parameter} 元已退回银行卡，请留意到账。`)
    expect(output).not.toContain('coupons')
    expect((await providers(['check', 'more'], {})).code).toBe(1)
  },
)

it(
  'npm run providers -- check speaks to the clearing house with the national algorithms',
  { timeout: 120_000 },
  async () => {
    const national = await registerMerchant(sandbox.url, 'sm2')
    const { output } = await providers(['check'], { ...working, ...national })
    expect(output).toMatch(/^ok {5}bank: merchant \d{15} accepted, certificate valid until/m)
    const mixed = await providers(['check'], working)
    expect(mixed.output).toMatch(/^wrong {2}bank: .*answer not signed/m)
  },
)
