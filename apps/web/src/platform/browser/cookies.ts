import type { drawCookie } from '@qingzhou/contract/wire/params'

const DAY_SECONDS = 86_400
const NAME_MAX = 64
const VALUE_MAX = 512

/** A larger cookie header would be refused by servers. */
const JAR_MAX = 4096

/** A genuine link has fewer pairs than this. */
const PAIRS_MAX = 30

/**
 * The server's own cookies, session tokens (stored only after they are accepted), and the phone
 * number, which every script of the page could read.
 */
const RESERVED =
  /^(qz_|__host-|__secure-|(staff|adminplatform)?token$|(ali|wx)authtoken$|sessionid$|mobile(no)?$)/i

/** One-time sign-in tokens that the payment app and the messaging app hand to our page. */
const AUTH_COOKIES = ['aliAuthToken', 'wxAuthToken'] as const

/** Reads the token that an app handed over, and deletes both cookies: a token is used once. */
export function takeAuthToken(): string | undefined {
  const tokens = AUTH_COOKIES.map((name) => readCookie(name))
  for (const name of AUTH_COOKIES) write(name, '', -1)
  return tokens.find((token) => token !== undefined && token !== '')
}

/** Cookies with a lifetime of one day. */
export type OwnCookie = 'token' | 'staffToken' | 'channelInfo' | 'applyNo' | typeof drawCookie

export function readCookie(name: string): string | undefined {
  const wanted = `${encodeURIComponent(name)}=`
  const pair = document.cookie.split('; ').find((pair) => pair.startsWith(wanted))
  return pair === undefined ? undefined : decodeText(pair.slice(wanted.length))
}

export function storeCookie(name: OwnCookie, value: string): void {
  write(name, value, DAY_SECONDS)
}

export function deleteCookie(name: OwnCookie): void {
  write(name, '', -1)
}

/** Deletes a pair that a link brought. */
export function deleteLinkPair(name: string): void {
  if (!RESERVED.test(name)) write(name, '', -1)
}

/** All cookies a script can reach, except the staff session, which belongs to another person. */
export function deleteAllCookies(): void {
  for (const pair of document.cookie.split('; ')) {
    const name = decodeText(pair.split('=')[0] ?? '')
    if (name && name !== STAFF_COOKIE) write(name, '', -1)
  }
}

const STAFF_COOKIE: OwnCookie = 'staffToken'

/** Stores the first pairs of a link as cookies. Values that are too long are skipped, not cut. */
export function storeLinkPairs(pairs: Iterable<readonly [string, string]>): void {
  for (const [name, value] of [...pairs].slice(0, PAIRS_MAX)) {
    if (name !== '' && !RESERVED.test(name) && fits(name, value)) {
      write(name, value, DAY_SECONDS)
    }
  }
}

export type ChannelInfo = { readonly channel?: string; readonly uriId?: string }

export function readChannelInfo(): ChannelInfo {
  try {
    const stored: unknown = JSON.parse(readCookie('channelInfo') ?? '{}')
    return { ...textAt(stored, 'channel'), ...textAt(stored, 'uriId') }
  } catch {
    return {}
  }
}

export function storeChannelInfo(info: ChannelInfo): void {
  storeCookie('channelInfo', JSON.stringify(info))
}

function fits(name: string, value: string): boolean {
  const [nameLength, valueLength] = [encodeOrEmpty(name).length, encodeOrEmpty(value).length]
  if (nameLength === 0 || nameLength > NAME_MAX || valueLength > VALUE_MAX) return false
  return document.cookie.length + nameLength + valueLength <= JAR_MAX
}

/** Encoding removes `;`, `=`, spaces and line breaks. */
function write(name: string, value: string, seconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${encodeOrEmpty(name)}=${encodeOrEmpty(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** Half of a surrogate pair cannot be encoded. */
function encodeOrEmpty(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return ''
  }
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function textAt<Name extends string>(value: unknown, name: Name): { [N in Name]?: string } {
  if (typeof value !== 'object' || value === null) return {}
  // Own properties only, not those of the prototype.
  const text: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
  // The key is the requested name; TypeScript widens a computed key.
  return typeof text === 'string' ? ({ [name]: text } as { [N in Name]?: string }) : {}
}
