import { randomBytes, X509Certificate } from 'node:crypto'
import { fen } from '@qingzhou/domain/money/money'
import { providerCalls } from '@qingzhou/provider-api/calls'
import { openUploads } from '@qingzhou/server/boot/services.ts'
import { unionPayIn } from '@qingzhou/platform/config/adapters/adapters'
import { readConfig, type Config } from '@qingzhou/platform/config/config'
import { messageOf } from '@qingzhou/platform/log'
import {
  hasLink,
  isSmsTemplate,
  smsTemplateNames,
  textFor,
} from '@qingzhou/platform/sms/sms-templates'
import { createBulkhead } from '@qingzhou/providers/bulkhead'
import { ownTokens } from '@qingzhou/providers/token-store'
import { openSmsVendor } from '@qingzhou/providers/providers'
import { createAsk } from '@qingzhou/providers/signed-http'

const USAGE = `npm run providers -- check
  Calls a harmless function of each service in the settings, and says in one line each what works or
  what is wrong. Sends and changes nothing but a probe object that it deletes. Exit status 1:
  something is wrong, and named.
npm run providers -- templates aliyun|tencent
  Prints the SMS texts to apply for, one line each: name, tab, text.`

/** A public address of a name server, and a number without an owner. */
const PROBE_IP = '223.5.5.5'
const PROBE_PHONE = '13000000000'
const PROBE_PICTURE = Buffer.from('check')
const TIMEOUT_MS = 10_000
/** Time enough to apply for the next certificate. */
const CERTIFICATE_DAYS_MIN = 30
const now = () => new Date()

/** Returns what was found; throws a sentence that says what is wrong. */
type Check = () => Promise<string>

const [command, vendor, ...rest] = process.argv.slice(2)
if (command === 'check' && vendor === undefined) await checkAll()
else if (command === 'templates' && isVendor(vendor) && rest.length === 0) printTexts(vendor)
else {
  console.error(USAGE)
  process.exitCode = 1
}

function isVendor(name: string | undefined): name is 'aliyun' | 'tencent' {
  return name === 'aliyun' || name === 'tencent'
}

function printTexts(of: 'aliyun' | 'tencent'): void {
  for (const name of smsTemplateNames.filter((one) => !hasLink(one))) {
    console.log(`${name}\t${textFor(of, name)}`)
  }
}

async function checkAll(): Promise<void> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    printResult('wrong', 'settings', messageOf(error))
    return
  }
  const { adapters } = config
  const checks: [string, Check][] = [
    ['gateway', () => gateway(config)],
    ...smsChecks(config),
    ...identityChecks(config),
    ...(adapters.mail === 'gateway' ? [] : [['mail', () => mail(config)] as [string, Check]]),
    ['files', () => files(config)],
    ...(adapters.wallet === 'gateway' ? [] : [['wallet', () => wallet(config)] as [string, Check]]),
    ...messengerChecks(config),
    ...(adapters.ip === 'gateway' ? [] : [['ip', ipRegion] as [string, Check]]),
    ...(adapters.bank === 'gateway' ? [] : [['bank', () => bank(config)] as [string, Check]]),
    ...(adapters.timestamp === 'none'
      ? []
      : [['timestamp', () => timestamp(config)] as [string, Check]]),
  ]
  for (const [name, check] of checks) {
    try {
      printResult('ok', name, await check())
    } catch (error) {
      printResult('wrong', name, hintOf(error))
    }
  }
}

function printResult(result: 'ok' | 'wrong', name: string, sentence: string): void {
  console.log(`${result.padEnd(6)} ${name}: ${sentence}`)
  if (result === 'wrong') process.exitCode = 1
}

/** What to look at first, before the words of the service. */
function hintOf(error: unknown): string {
  const text = messageOf(error).replaceAll(/\s*\n\s*/g, '; ')
  if (
    /code 11|Signature|AccessKey|AuthFailure|SecretId|login refused|status 40[13]|errcode 40(013|125)|invalid-signature/.test(
      text,
    )
  ) {
    return `wrong key (${text})`
  }
  if (/no answer|no connection|ENOTFOUND|ECONNREFUSED|EAI_AGAIN/.test(text)) {
    return `wrong address, or not reachable (${text})`
  }
  return text
}

/** Asks for the region of an address, signed as every question. */
async function gateway({ providers }: Config): Promise<string> {
  const ask = createAsk({ ...providers, timeoutMs: TIMEOUT_MS, now })
  const { region } = await ask(providerCalls.ip.lookUp, { ip: PROBE_IP })
  return `${new URL(providers.url).origin} answers (${region})`
}

function smsChecks({ adapters }: Config): [string, Check][] {
  const { sms } = adapters
  if (sms === 'gateway') return []
  return sms.map((settings) => [
    `sms (${settings.vendor})`,
    async () => {
      const deps = { timeoutMs: TIMEOUT_MS, now }
      const service = openSmsVendor(settings, deps)
      await service.has({ messageId: 'check', phone: PROBE_PHONE, since: new Date() })
      const texts = await service.approvedTexts()
      const rows = Object.entries(settings.templates)
      const missing = rows.filter(([, number]) => !texts.has(number))
      if (missing.length > 0) {
        throw new Error(`not approved: ${missing.map((row) => row.join(' ')).join(', ')}`)
      }
      const other = rows.filter(
        ([name, number]) =>
          isSmsTemplate(name) && texts.get(number) !== textFor(settings.vendor, name),
      )
      if (other.length > 0) {
        throw new Error(
          `approved with another text: ${other.map((row) => row.join(' ')).join(', ')}`,
        )
      }
      return `key accepted, ${rows.length} templates approved as in the product`
    },
  ])
}

function identityChecks({ adapters }: Config): [string, Check][] {
  const { identity } = adapters
  if (identity === 'gateway') return []
  const accessTo = (endpoint: string) => ({ ...identity, endpoint, timeoutMs: TIMEOUT_MS })
  return [
    [
      'identity (register)',
      async () => {
        const { probeAliyunRegister } = await import('@qingzhou/providers/id-check/aliyun')
        await probeAliyunRegister(accessTo(identity.idEndpoint))
        return 'key accepted'
      },
    ],
    [
      'identity (cards)',
      async () => {
        const { createAliyunCardReader } = await import('@qingzhou/providers/ocr/aliyun')
        // No picture, so it is refused before it is read and costs nothing.
        await createAliyunCardReader(accessTo(identity.ocrEndpoint)).readBankCard(PROBE_PICTURE)
        return 'key accepted'
      },
    ],
  ]
}

async function mail({ adapters }: Config): Promise<string> {
  if (adapters.mail === 'gateway') return 'by the gateway'
  const { verifySmtp } = await import('@qingzhou/providers/mail/smtp')
  await verifySmtp({ ...adapters.mail, timeoutMs: TIMEOUT_MS })
  return `${adapters.mail.host} accepts the login`
}

/** Puts, reads and deletes an object of its own. */
async function files(config: Config): Promise<string> {
  const store = await openUploads(config)
  const name = `check${randomBytes(12).toString('hex')}`
  await store.put(name, Buffer.from(name))
  const read = await store.get(name)
  await store.delete(name)
  if (read?.toString() !== name) throw new Error('an object was not returned as it was put')
  return config.adapters.files === 'folder'
    ? 'the folder of the uploads can be written'
    : `bucket ${config.adapters.files.bucket} can be written, read and deleted from`
}

/** What an adapter of an app needs, outside of a server. */
function alone() {
  const limits = { concurrencyMax: 1, outagesMax: 1_000, now, onChange: () => {} }
  return {
    now,
    bulkhead: createBulkhead(limits),
    timeoutMs: TIMEOUT_MS,
    ownOrigin: () => 'https://localhost',
  }
}

/** An order that was never placed. The answer to it is signed. */
function probeOrder() {
  return { wireNo: '0'.repeat(32), orderedAt: new Date(), amount: fen(1n) }
}

async function wallet({ adapters }: Config): Promise<string> {
  if (adapters.wallet === 'gateway') return 'by the gateway'
  const { createAlipay } = await import('@qingzhou/providers/alipay/alipay')
  await createAlipay({ ...alone(), alipay: adapters.wallet }).wallet.payment(probeOrder())
  return `${new URL(adapters.wallet.gateway).origin} accepts our key, and signs with its own`
}

function messengerChecks({ adapters }: Config): [string, Check][] {
  const { messenger: wechat } = adapters
  if (wechat === 'gateway') return []
  const open = async () => {
    const { createWechat } = await import('@qingzhou/providers/wechat/wechat')
    return createWechat({ ...alone(), wechat, tokens: ownTokens() })
  }
  return [
    [
      'messenger (payments)',
      async () => {
        await (await open()).messenger.payment(probeOrder())
        return `${new URL(wechat.gateway).origin} accepts our key, and signs with its own`
      },
    ],
    [
      'messenger (accounts)',
      async () => {
        await (await open()).checkAccounts()
        return `${new URL(wechat.api).origin} gives tokens for account and mini program`
      },
    ],
  ]
}

async function ipRegion(): Promise<string> {
  // Loaded here: an image may be without its package.
  const { createIp2Region } = await import('@qingzhou/providers/ip/ip2region')
  const { region } = await createIp2Region().lookUp(PROBE_IP)
  return `${PROBE_IP} is in ${region}`
}

/** Asks for an order that does not exist, and looks at the date of the certificate. */
async function bank({ adapters }: Config): Promise<string> {
  const unionPay = unionPayIn(adapters.bank)
  if (!unionPay) return 'by the gateway'
  const { createUnionPay } = await import('@qingzhou/providers/unionpay/unionpay')
  const house = await createUnionPay({ unionPay, ...alone() })
  const wireNo = `check${randomBytes(12).toString('hex')}`
  const request = { wireNo, orderedAt: now(), amount: fen(1n) }
  const { state } = await house.bank.transferState(request)
  if (state !== 'unknown') throw new Error(`an order that does not exist is ${state}`)
  const until = new X509Certificate(unionPay.certificate).validToDate
  const left = Math.floor((until.getTime() - now().getTime()) / 86_400_000)
  if (left < CERTIFICATE_DAYS_MIN) throw new Error(`the certificate is valid for ${left} days`)
  const lastDay = until.toISOString().slice(0, 10)
  return `merchant ${unionPay.merchantId} accepted, certificate valid until ${lastDay}`
}

async function timestamp({ adapters }: Config): Promise<string> {
  if (adapters.timestamp === 'none') return 'none'
  const { createStamp } = await import('@qingzhou/providers/timestamp/rfc3161')
  await createStamp(adapters.timestamp)(randomBytes(32))
  return `${new URL(adapters.timestamp.url).origin} stamps, and its certificate is known`
}
