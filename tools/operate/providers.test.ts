import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { registerMerchant } from '@qingzhou/server/providers/unionpay/testing/unionpay-sandbox.ts'
import { startS3Server } from '@qingzhou/server/platform/files/testing/s3-server.ts'
import { run } from '../product/run.ts'
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
  run(process.execPath, [join(import.meta.dirname, 'providers.ts'), ...args], {
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
    expect(output).toMatch(/^wrong {2}files: /m)
    expect(output).toMatch(/^wrong {2}mail: wrong address, or not reachable/m)
    expect(output).not.toContain('hidden')
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
