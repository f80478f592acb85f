import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SignedRequest = {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

type Key = { readonly id: string; readonly secret: string }

const FRESH_MS = 15 * 60_000

/** What is wrong with the signature of a request to Aliyun (ACS3-HMAC-SHA256). */
export function flawOfAcs3(request: SignedRequest, { id, secret }: Key): string | undefined {
  const input = /^ACS3-HMAC-SHA256 Credential=([^,]*),SignedHeaders=([^,]*),Signature=(\w+)$/.exec(
    headerOf(request, 'authorization'),
  )
  const [, credential, names = '', signature = ''] = input ?? []
  if (credential !== id) return 'InvalidAccessKeyId.NotFound'
  const required = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-version']
  if (required.some((name) => !names.split(';').includes(name))) return 'IncompleteSignature'
  if (sha256(request.body) !== headerOf(request, 'x-acs-content-sha256')) {
    return 'SignatureDoesNotMatch'
  }
  const { pathname, searchParams } = new URL(request.url, 'http://sandbox')
  const query = [...searchParams]
    .map(([name, value]) => `${rfc3986(name)}=${rfc3986(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    request.method,
    pathname,
    query,
    canonicalHeaders(request, names),
    names,
    headerOf(request, 'x-acs-content-sha256'),
  ].join('\n')
  const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  if (!isSame(signature, expected)) return 'SignatureDoesNotMatch'
  return isFresh(Date.parse(headerOf(request, 'x-acs-date')))
    ? undefined
    : 'InvalidTimeStamp.Expired'
}

/** What is wrong with the signature of a request to Tencent (TC3-HMAC-SHA256). */
export function flawOfTc3(request: SignedRequest, { id, secret }: Key): string | undefined {
  const input =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/([^/]+)\/tc3_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headerOf(request, 'authorization'),
    )
  const [, credential, date = '', service = '', names = '', signature = ''] = input ?? []
  if (credential !== id) return 'AuthFailure.SecretIdNotFound'
  const { pathname, search } = new URL(request.url, 'http://sandbox')
  const canonical = [
    request.method,
    pathname,
    search.slice(1),
    canonicalHeaders(atHostName(request), names),
    names,
    sha256(request.body),
  ].join('\n')
  const timestamp = headerOf(request, 'x-tc-timestamp')
  const scope = `${date}/${service}/tc3_request`
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`
  const key = hmac(hmac(hmac(`TC3${secret}`, date), service), 'tc3_request')
  if (!isSame(signature, hmac(key, text).toString('hex'))) return 'AuthFailure.SignatureFailure'
  return isFresh(Number(timestamp) * 1_000) ? undefined : 'AuthFailure.SignatureExpire'
}

/** Tencent's client signs the host without its port. */
function atHostName(request: SignedRequest): SignedRequest {
  const host = headerOf(request, 'host').replace(/:\d+$/, '')
  return { ...request, headers: { ...request.headers, host } }
}

function canonicalHeaders(request: SignedRequest, names: string): string {
  return names
    .split(';')
    .map((name) => `${name}:${headerOf(request, name).trim()}\n`)
    .join('')
}

export function headerOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** The client signs with the clock of the machine, which is not that of a test. */
function isFresh(signedAtMs: number): boolean {
  return Math.abs(Date.now() - signedAtMs) <= FRESH_MS
}

function rfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => {
    return `%${sign.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`
  })
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
