import { X509Certificate, createPublicKey, type KeyObject } from 'node:crypto'
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin'
import * as z from 'zod'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { isCanonicalBase64 } from '#alipay/format.ts'

const CLOCK_OFFSET_MAX_SECONDS = 300

export type PayRequest = {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly content?: object
}

/** The parts of an answer or a notice that its signature covers, and the signature. */
export type SignedMessage = {
  readonly timestamp: string
  readonly nonce: string
  readonly serial: string
  readonly signature: string
  readonly body: string
}

export type SignedAnswer = {
  readonly status: number
  readonly text: string
  readonly message: SignedMessage
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

export function signedMessage(headers: Headers, body: string): SignedMessage {
  const header = (name: string) => [headers[`wechatpay-${name}`] ?? ''].flat().join()
  return {
    timestamp: header('timestamp'),
    nonce: header('nonce'),
    serial: header('serial'),
    signature: header('signature'),
    body,
  }
}

/** Only what the app signed with this key, byte for byte. */
export function isSigned(message: SignedMessage, key: KeyObject | undefined): boolean {
  const { timestamp, nonce, signature, body } = message
  if (!key || !isCanonicalBase64(signature)) return false
  return Rsa.verify(Formatter.response(timestamp, nonce, body), signature, key)
}

export function isRecent({ timestamp }: Pick<SignedMessage, 'timestamp'>, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= CLOCK_OFFSET_MAX_SECONDS
}

const PATH = '/v3/certificates'
const PUBLIC_KEY = 'PUB_KEY_ID_'
/** Anyone can send a notice with an invented serial number: the list is not fetched for each. */
const FETCH_EVERY_MS = 60_000
const FETCH_AGAIN_MS = 5_000

export const sealedResource = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  nonce: z.string().min(8).max(64),
  associated_data: z.optional(z.string()),
  ciphertext: z.string(),
})

const listed = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealedResource })),
})

type PlatformKey = { readonly key: KeyObject; readonly from: number; readonly until: number }

type Settings = Pick<WechatSettings, 'apiKey' | 'publicKey'> & {
  readonly now: () => Date
  readonly send: (request: PayRequest) => Promise<SignedAnswer>
}

/**
 * The keys that the app signs with, by serial number. An unknown number makes us fetch the list of
 * certificates. A certificate that was replaced stays valid until it expires.
 */
export function createPlatformKeys(settings: Settings) {
  const { publicKey, now } = settings
  const known = new Map<string, PlatformKey>()
  let nextFetch = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined

  async function renew(): Promise<void> {
    nextFetch = now().getTime() + FETCH_AGAIN_MS
    for (const [serial, key] of await fetchKeys(settings)) known.set(serial, key)
    nextFetch = now().getTime() + FETCH_EVERY_MS
  }

  return {
    async keyOf(serial: string): Promise<KeyObject | undefined> {
      if (publicKey?.id === serial) return createPublicKey(publicKey.key)
      // While a merchant changes from certificates to the public key, the app uses both.
      if (serial.startsWith(PUBLIC_KEY)) return undefined
      const isDue = now().getTime() >= nextFetch
      if (!known.has(serial) && (isDue || underWay)) {
        underWay ??= renew().finally(() => {
          underWay = undefined
        })
        await underWay
      }
      return validAt(known.get(serial), now())
    },
  }
}

function validAt(found: PlatformKey | undefined, at: Date): KeyObject | undefined {
  const time = at.getTime()
  return found && found.from <= time && time < found.until ? found.key : undefined
}

/**
 * The list is sealed with our own key, so that only the app can have made it. Its answer is signed
 * with one of the certificates in it.
 */
async function fetchKeys(settings: Settings): Promise<ReadonlyMap<string, PlatformKey>> {
  const { status, text, message } = await settings.send({ method: 'GET', path: PATH })
  if (status !== 200) throw new ProviderFault(PATH, `status ${status}`)
  const keys = new Map<string, PlatformKey>()
  try {
    for (const row of listed.parse(JSON.parse(text)).data) {
      const pem = openSealed(settings.apiKey, row.encrypt_certificate)
      keys.set(row.serial_no, keyIn(pem, row.serial_no))
    }
  } catch {
    // The cause may hold the answer.
    throw new ProviderOutage(PATH, 'answer not understood')
  }
  const key = validAt(keys.get(message.serial), settings.now())
  if (!isRecent(message, settings.now()) || !isSigned(message, key)) {
    throw new ProviderOutage(PATH, 'answer not signed')
  }
  return keys
}

/** The text in a sealed part of an answer or a notice. Throws if it was changed. */
export function openSealed(apiKey: string, sealed: z.output<typeof sealedResource>): string {
  const { ciphertext, nonce, associated_data: about = '' } = sealed
  return Aes.AesGcm.decrypt(ciphertext, apiKey, nonce, about)
}

function keyIn(pem: string, serial: string): PlatformKey {
  const certificate = new X509Certificate(pem)
  if (certificate.serialNumber !== serial) throw new Error('another serial number')
  const { publicKey: key, validFromDate, validToDate } = certificate
  if (key.asymmetricKeyType !== 'rsa') throw new Error('no RSA key')
  return { key, from: validFromDate.getTime(), until: validToDate.getTime() }
}
