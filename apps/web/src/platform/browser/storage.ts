import {
  base64OfBytes,
  bytesOfBase64,
  bytesOfText,
  textOfBytes,
} from '@qingzhou/contract/wire/bytes'
import { noticeName } from '@qingzhou/contract/wire/params'
import { safeStorage } from './safe-storage.ts'

/** How each value is stored: plain, as a JSON string, or obfuscated. */
const forms = {
  [noticeName]: 'json',
  riskRefuseMsg: 'json',
  refuseMsg: 'json',
  controlMsg: 'json',
  deviceId: 'plain',
  prodSubNo: 'plain',
  idLogNo: 'plain',
  flowBranch: 'plain',
  flowBranchApplyNo: 'plain',
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
  const stored = local.getItem(name)
  return (stored === null ? undefined : openValue(name, stored)) ?? defaults[name]
}

export function store(name: StoredName, value: string): void {
  local.setItem(name, sealValue(name, value))
}

export function remove(name: StoredName): void {
  local.removeItem(name)
}

/** The device number, created on first use. */
export function deviceId(): string {
  const known = local.getItem('deviceId')
  if (known !== null && /^[\w-]{16,64}$/.test(known)) return known

  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  local.setItem('deviceId', fresh)
  return fresh
}

/** Form input that survives a reload. */
export function draftOf(name: string): string | undefined {
  const stored = local.getItem(draftName(name))
  return stored === null ? undefined : reveal(stored, keyFor(draftName(name)))
}

export function storeDraft(name: string, text: string): void {
  local.setItem(draftName(name), obfuscate(text, keyFor(draftName(name))))
}

export function removeDraft(name: string): void {
  local.removeItem(draftName(name))
}

/** Delete the input of the previous user of the phone. */
export function removeDrafts(): void {
  for (const name of local.names()) {
    if (name.startsWith(DRAFT)) local.removeItem(name)
  }
}

/** The keys of the device vendors belong to one session. */
export function removeDeviceKeys(): void {
  for (const name of ['deviceBqsId', 'deviceTdId'] as const) remove(name)
}

/** What the server told the previous user of the phone; pages that need no session show it. */
const messages = [noticeName, 'riskRefuseMsg', 'refuseMsg', 'controlMsg'] as const

export function removeMessages(): void {
  for (const name of messages) remove(name)
}

export function removePersonalData(): void {
  removeDrafts()
  for (const name of Object.keys(forms)) {
    // The number of the phone itself.
    if (name !== 'deviceId') local.removeItem(name)
  }
}

const DRAFT = 'draft:'

function draftName(name: string): string {
  return DRAFT + name
}

function sealValue(name: StoredName, value: string): string {
  if (forms[name] === 'json') return JSON.stringify(value)
  return forms[name] === 'hidden' ? obfuscate(value, keyFor(name)) : value
}

function openValue(name: StoredName, stored: string): string | undefined {
  if (forms[name] === 'json') return textOfJson(stored)
  return forms[name] === 'hidden' ? reveal(stored, keyFor(name)) : stored
}

/** A key per name, so that equal values are stored differently. */
function keyFor(name: string): string {
  return `${deviceId()}:${name}`
}

function textOfJson(stored: string): string | undefined {
  try {
    const value: unknown = JSON.parse(stored)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Obfuscates a value in storage. It is not encryption: the key is on the same phone, so no security
 * may depend on it.
 */
export function obfuscate(text: string, key: string): string {
  return base64OfBytes(mixBytes(bytesOfText(text), key))
}

/** Returns undefined when the text was not made with this key. */
export function reveal(hidden: string, key: string): string | undefined {
  try {
    return textOfBytes(mixBytes(bytesOfBase64(hidden), key))
  } catch {
    return undefined
  }
}

function mixBytes(bytes: Uint8Array, key: string): Uint8Array<ArrayBuffer> {
  const next = streamOf(key)
  return Uint8Array.from(bytes, (byte) => byte ^ next())
}

const FNV_OFFSET = 2_166_136_261

const FNV_PRIME = 16_777_619

/** Key stream: FNV-1a as seed, then xorshift. */
function streamOf(key: string): () => number {
  let state = FNV_OFFSET
  for (const byte of bytesOfText(key)) state = Math.imul(state ^ byte, FNV_PRIME)
  // Xorshift stays at zero.
  state = state || FNV_OFFSET
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 0xff
  }
}
