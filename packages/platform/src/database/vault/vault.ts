import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type { SealedPlace } from './sealed-columns.ts'

/** Encrypts personal data in the database and keeps it searchable. */
export type Vault = {
  /**
   * AES-256-GCM under the newest key. The key id is stored in front, so that keys can be rotated.
   * Table, column and owner are authenticated too: a value copied to another row or column does not
   * open.
   */
  seal(text: string, place: SealedPlace): Buffer
  open(sealed: Buffer, place: SealedPlace): string
  /** The same for binary data, such as pictures and documents. */
  sealBytes(bytes: Buffer, place: SealedPlace): Buffer
  openBytes(sealed: Buffer, place: SealedPlace): Buffer
  /** The header of a currently sealed value: its form and its key. */
  readonly header: Buffer
  /** A blind index: equal texts of a kind give equal bytes, which reveal nothing else. */
  index(
    kind:
      | 'phone'
      | 'openId'
      | 'device'
      | 'card'
      | 'idNumber'
      | 'name'
      | 'nameAndLastFour'
      | 'email',
    text: string,
  ): Buffer
  /** The ids of keys that values were sealed with and that are not configured. A few of them at most. */
  unknownKeys(): readonly string[]
  /** A keyed hash of values that are only compared: tokens, codes. */
  hash(purpose: HashPurpose, text: string): Buffer
}

export type HashPurpose =
  | 'session'
  | 'staff'
  | 'code'
  | 'handover'
  | 'link'
  | 'captcha'
  | 'limit'
  | 'ticket'
  | 'face'
  | 'picture'
  | 'file'
  | 'certificate'

export type VaultKey = { readonly id: string; readonly bytes: Buffer }

/**
 * Whether values are bound to their place. `off` seals in the form of the previous release, while
 * servers of that release still run. `preferred` seals bound values and opens both forms.
 * `required` refuses unbound values, after `npm run reseal` has left none.
 */
export const vaultBindings = ['off', 'preferred', 'required'] as const
export type VaultBinding = (typeof vaultBindings)[number]

export type VaultKeys = {
  /** Oldest first. The last one seals, all of them open. */
  readonly sealing: readonly VaultKey[]
  /** Never rotated: existing indexes would no longer match. */
  readonly index: Buffer
  /** `preferred` by default. */
  readonly binding?: VaultBinding
}

const IV_BYTES = 12
const TAG_BYTES = 16
/** Damaged values may name any number of keys. */
const UNKNOWN_KEYS_MAX = 20

/** No key id has this length, so the first byte tells bound values from unbound ones. */
const BOUND = 0xff

/**
 * The stored form of an unbound value: one byte for the length of the key id, the id, IV,
 * ciphertext, tag. A bound value is prefixed with the byte 255.
 */
export function createVault(keys: VaultKeys): Vault {
  const newest = keys.sealing.at(-1)
  if (!newest) throw new Error('no vault key configured')
  // Imported once: importing a key takes longer than a hash or a small value.
  const byId = new Map(keys.sealing.map(({ id, bytes }) => [id, createSecretKey(bytes)]))
  const newestKey = createSecretKey(newest.bytes)
  const indexKey = deriveKey(keys.index, 'blind index')
  const hashKey = deriveKey(keys.index, 'hash')
  const binding = keys.binding ?? 'preferred'
  const header = headerOf(newest.id, binding !== 'off')
  const unknown = new Set<string>()

  const vault: Vault = {
    seal: (text, place) => vault.sealBytes(Buffer.from(text, 'utf8'), place),
    open: (sealed, place) => vault.openBytes(sealed, place).toString('utf8'),
    sealBytes(bytes, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newestKey, iv)
      cipher.setAAD(authenticatedData(header, place))
      const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([header, iv, ciphertext, cipher.getAuthTag()])
    },
    openBytes(sealed, place) {
      const { found, keyId, isBound } = readHeader(sealed)
      if (!isBound && binding === 'required') throw new UnboundValue(place)
      const key = byId.get(keyId)
      if (!key) {
        if (unknown.size < UNKNOWN_KEYS_MAX) unknown.add(keyId)
        throw new UnknownVaultKey(keyId)
      }

      const body = sealed.subarray(found.length)
      const iv = body.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(authenticatedData(found, place)).setAuthTag(body.subarray(-TAG_BYTES))
      const bytes = decipher.update(body.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([bytes, decipher.final()])
    },
    header,
    unknownKeys: () => [...unknown],
    index: (kind, text) => keyedHash(indexKey, kind, text),
    hash: (purpose, text) => keyedHash(hashKey, purpose, text),
  }
  return vault
}

/** The value was sealed with a key that is not configured on this server. */
export class UnknownVaultKey extends Error {
  constructor(id: string) {
    super(`sealed with the vault key ${JSON.stringify(id.slice(0, 40))}, which is not configured`)
    this.name = 'UnknownVaultKey'
  }
}

/** An unbound value where binding is required. */
export class UnboundValue extends Error {
  constructor({ table, column }: SealedPlace) {
    super(`a value in ${table}.${column} is not bound to its row, and VAULT_BINDING is required`)
    this.name = 'UnboundValue'
  }
}

function headerOf(keyId: string, isBound: boolean): Buffer {
  const id = Buffer.from(keyId)
  return Buffer.concat([Buffer.from(isBound ? [BOUND, id.length] : [id.length]), id])
}

function readHeader(sealed: Buffer): { found: Buffer; keyId: string; isBound: boolean } {
  const isBound = sealed[0] === BOUND
  const from = isBound ? 2 : 1
  const found = sealed.subarray(0, from + (sealed[from - 1] ?? 0))
  return { found, keyId: found.subarray(from).toString(), isBound }
}

/** JSON separates the parts unambiguously. */
function authenticatedData(header: Buffer, { table, column, owner }: SealedPlace): Buffer {
  if (header[0] !== BOUND) return header
  return Buffer.concat([header, Buffer.from(JSON.stringify([table, column, ...owner]), 'utf8')])
}

function deriveKey(key: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
}

function keyedHash(key: KeyObject, kind: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${kind}\0${text}`).digest()
}
