import type { KeyObject } from 'node:crypto'
import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import { isCanonicalBase64 } from '#providers/alipay/format.ts'

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

export type Sent = {
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
