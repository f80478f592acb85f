import {
  X509Certificate,
  createCipheriv,
  createPublicKey,
  createSign,
  createVerify,
  randomBytes,
  type KeyObject,
  generateKeyPairSync,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import * as z from 'zod'

const platform = z.array(z.object({ key: z.string(), certificate: z.string() }))
const registered = z.object({ publicKey: z.string(), serial: z.string() })

export type WechatKeys = ReturnType<typeof openWechatKeys>

type Options = {
  readonly directory: string
  readonly secret: string
  readonly now: () => number
}

/**
 * The certificates of the app, the first one made at the first start, and the public key that the
 * lender registered, as in the console of the real app.
 */
export function openWechatKeys(options: Options) {
  const { apiKey, merchantId } = wechatAccountOf(options.secret)
  const own = ownKeys(options, `PUB_KEY_ID_01${merchantId}`)
  return {
    ...own,
    ...merchantKey(join(options.directory, 'wechat-merchant.json')),

    /** Seals a text with the key that the lender shares with the app. */
    sealed: (text: string, about: string) => sealText(apiKey, { text, about }),

    certificates: () =>
      own.all().map(({ certificate, serial }) => {
        const { validFromDate, validToDate } = new X509Certificate(certificate)
        return {
          serial_no: serial,
          effective_time: validFromDate.toISOString(),
          expire_time: validToDate.toISOString(),
          encrypt_certificate: sealText(apiKey, { text: certificate, about: 'certificate' }),
        }
      }),
  }
}

function ownKeys({ directory, now }: Options, publicKeyId: string) {
  const file = join(directory, 'wechat-platform.json')
  const read = () => {
    if (!existsSync(file)) save(file, [newCertificate(now())])
    return platform.parse(JSON.parse(readFileSync(file, 'utf8'))).map((one) => {
      return { ...one, serial: new X509Certificate(one.certificate).serialNumber }
    })
  }
  // Made when first needed: most starts of the sandbox do not use them.
  let made: ReturnType<typeof read> | undefined
  const all = () => (made ??= read())
  return {
    all,

    /** From now on the app signs with a new certificate; it shows both. */
    rotate(): void {
      save(file, [...all(), newCertificate(now())])
      made = undefined
    },

    /** The key of a merchant without certificates. It never changes. */
    publicKey: (): { readonly id: string; readonly publicKey: string } => {
      const key = createPublicKey(all()[0]?.key ?? '')
      return { id: publicKeyId, publicKey: String(key.export({ type: 'spki', format: 'pem' })) }
    },

    /** The headers of a signed answer or notice, with the key that the request asked for. */
    signed(body: string, wanted?: string): Record<string, string> {
      const [first, ...others] = all()
      const isByKey = wanted === publicKeyId
      const newest = isByKey ? first : (others.at(-1) ?? first)
      if (!newest) throw new Error('the messaging app has no certificate')
      const timestamp = String(Math.floor(now() / 1_000))
      const nonce = randomBytes(16).toString('hex')
      const text = `${timestamp}\n${nonce}\n${body}\n`
      return {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': isByKey ? publicKeyId : newest.serial,
        'wechatpay-signature': createSign('RSA-SHA256').update(text).sign(newest.key, 'base64'),
        'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      }
    },
  }
}

type Signature = { readonly signature: string; readonly serial?: string }

function merchantKey(file: string) {
  let merchant: { readonly key: KeyObject; readonly serial: string } | undefined
  const read = () => {
    if (!existsSync(file)) return undefined
    const { publicKey, serial } = registered.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { key: createPublicKey(publicKey), serial }
  }
  return {
    /** Throws if the text is no public key. */
    register(input: z.output<typeof registered>): void {
      merchant = { key: createPublicKey(input.publicKey), serial: input.serial }
      save(file, input)
    },

    isFromMerchant(text: string, { signature, serial }: Signature): boolean {
      const known = (merchant ??= read())
      if (!known || (serial !== undefined && serial !== known.serial)) return false
      return createVerify('RSA-SHA256').update(text).verify(known.key, signature, 'base64')
    },
  }
}

function sealText(
  apiKey: string,
  { text, about }: { readonly text: string; readonly about: string },
) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(about))
  const content = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  const ciphertext = Buffer.concat(content).toString('base64')
  return { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data: about, ciphertext }
}

function save(file: string, content: unknown): void {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
}

const YEARS_VALID = 5
const DAY_MS = 86_400_000

/** A new key with a certificate that it signed itself: what the messaging app shows to merchants. */
function newCertificate(now: number): {
  readonly key: string
  readonly certificate: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const from = new Date(now - DAY_MS)
  const until = new Date(now + YEARS_VALID * 365 * DAY_MS)
  const der = selfSigned({ privateKey, publicKey, from, until })
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: pem }
}

// The types of DER.
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8 = 0x0c
const UTC_TIME = 0x17

const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

function selfSigned(wish: {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly from: Date
  readonly until: Date
}): Buffer {
  // Positive, with 20 bytes, as the app's own.
  const serial = randomBytes(20)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const name = der(SEQUENCE, [
    der(SET, [der(SEQUENCE, [COMMON_NAME, der(UTF8, [Buffer.from('Sandbox Pay')])])]),
  ])
  const content = der(SEQUENCE, [
    der(INTEGER, [serial]),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, [utcTime(wish.from), utcTime(wish.until)]),
    name,
    wish.publicKey.export({ type: 'spki', format: 'der' }),
  ])
  const signature = createSign('RSA-SHA256').update(content).sign(wish.privateKey)
  const signed = der(BIT_STRING, [Buffer.from([0]), signature])
  return der(SEQUENCE, [content, SHA256_WITH_RSA, signed])
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, [Buffer.from(`${digits}Z`)])
}

function der(type: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([type, ...size]), content])
}
