import { base64OfBytes, bytesOfBase64, bytesOfText, textOfBytes } from '@qingzhou/contract/bytes'
import { safeStorage } from './safe-storage.ts'

/** How each value is kept: as it is, as a JSON string, or hidden from a passing glance. */
const forms = {
  proclamation: 'json',
  riskRefuseMsg: 'json',
  controlMsg: 'json',
  deviceId: 'plain',
  prodSubNo: 'plain',
  idLogNo: 'plain',
  flowBranch: 'plain',
  deviceBqsId: 'plain',
  deviceTdId: 'plain',
  wantedPage: 'plain',
  mobile: 'hidden',
  custNo: 'hidden',
  userID: 'hidden',
} as const satisfies Record<string, 'plain' | 'json' | 'hidden'>

type StoredName = keyof typeof forms

const defaults: { readonly [Name in StoredName]?: string } = { prodSubNo: '103001' }

const local = safeStorage(() => window.localStorage)

export function read(name: StoredName): string | undefined {
  const kept = local.getItem(name)
  return (kept === null ? undefined : opened(name, kept)) ?? defaults[name]
}

export function keep(name: StoredName, value: string): void {
  local.setItem(name, closed(name, value))
}

export function drop(name: StoredName): void {
  local.removeItem(name)
}

/** The phone's own number, made the first time it is asked for. */
export function deviceId(): string {
  const known = local.getItem('deviceId')
  if (known !== null && /^[\w-]{16,64}$/.test(known)) return known

  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  local.setItem('deviceId', fresh)
  return fresh
}

/** What was typed into a form, so that it outlives a reload and an empty battery. */
export function draftOf(name: string): string | undefined {
  const kept = local.getItem(draftName(name))
  return kept === null ? undefined : reveal(kept, keyFor(draftName(name)))
}

export function keepDraft(name: string, text: string): void {
  local.setItem(draftName(name), obfuscate(text, keyFor(draftName(name))))
}

export function dropDraft(name: string): void {
  local.removeItem(draftName(name))
}

/** What one person typed is not for the next who holds the phone. */
export function dropDrafts(): void {
  for (const name of local.names()) {
    if (name.startsWith(DRAFT)) local.removeItem(name)
  }
}

/** What is kept about the phone itself; everything else is about a person. */
const ofDevice: ReadonlySet<string> = new Set<StoredName>(['deviceId', 'deviceBqsId', 'deviceTdId'])

export function dropAllOfPerson(): void {
  dropDrafts()
  for (const name of Object.keys(forms)) {
    if (!ofDevice.has(name)) local.removeItem(name)
  }
}

const DRAFT = 'draft:'

function draftName(name: string): string {
  return DRAFT + name
}

function closed(name: StoredName, value: string): string {
  if (forms[name] === 'json') return JSON.stringify(value)
  return forms[name] === 'hidden' ? obfuscate(value, keyFor(name)) : value
}

function opened(name: StoredName, kept: string): string | undefined {
  if (forms[name] === 'json') return textOfJson(kept)
  return forms[name] === 'hidden' ? reveal(kept, keyFor(name)) : kept
}

/** Another key for each name, so that equal values do not look alike. */
function keyFor(name: string): string {
  return `${deviceId()}:${name}`
}

function textOfJson(kept: string): string | undefined {
  try {
    const value: unknown = JSON.parse(kept)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Hides a value from somebody who glances at the storage of a phone. Whoever has the phone's key
 * can turn it back, so nothing may ever depend on it.
 */
export function obfuscate(text: string, key: string): string {
  return base64OfBytes(mixed(bytesOfText(text), key))
}

/** Nothing when the text was not made with this key. */
export function reveal(hidden: string, key: string): string | undefined {
  try {
    return textOfBytes(mixed(bytesOfBase64(hidden), key))
  } catch {
    return undefined
  }
}

function mixed(bytes: Uint8Array, key: string): Uint8Array<ArrayBuffer> {
  const next = streamOf(key)
  return Uint8Array.from(bytes, (byte) => byte ^ next())
}

const FNV_OFFSET = 2_166_136_261

const FNV_PRIME = 16_777_619

/** An endless row of bytes that is the same for the same key: FNV-1a, then xorshift. */
function streamOf(key: string): () => number {
  let state = FNV_OFFSET
  for (const byte of bytesOfText(key)) state = Math.imul(state ^ byte, FNV_PRIME)
  // Xorshift never leaves nought.
  state = state || FNV_OFFSET
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 0xff
  }
}
