import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps personal data unreadable in the database, and still findable. */
export type Vault = {
  /** AES-256-GCM under the newest key; the key's id stands in front, so that keys can be rotated. */
  seal(text: string): Buffer
  open(sealed: Buffer): string
  /** The same for what is no text: pictures, papers. */
  sealBytes(bytes: Buffer): Buffer
  openBytes(sealed: Buffer): Buffer
  /** A blind index: equal texts of a kind give equal bytes, and nothing else can be told from them. */
  index(
    kind: 'phone' | 'openId' | 'device' | 'card' | 'idNumber' | 'name' | 'email',
    text: string,
  ): Buffer
  /** A hash for what is checked and never read again: tokens, codes. */
  hash(purpose: HashPurpose, text: string): Buffer
}

export type HashPurpose =
  | 'session'
  | 'staff'
  | 'code'
  | 'link'
  | 'captcha'
  | 'limit'
  | 'ticket'
  | 'face'
  | 'picture'
  | 'file'
  | 'certificate'

export type VaultKey = { readonly id: string; readonly bytes: Buffer }

export type VaultKeys = {
  /** Oldest first: the last one seals, all of them open. */
  readonly sealing: readonly VaultKey[]
  /** Never rotated, or nothing could be found any more. */
  readonly index: Buffer
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** What is stored: one byte for the length of the key's id, the id, IV, ciphertext, tag. */
export function createVault(keys: VaultKeys): Vault {
  const newest = keys.sealing.at(-1)
  if (!newest) throw new Error('the vault has no key')
  const byId = new Map(keys.sealing.map(({ id, bytes }) => [id, bytes]))
  const indexKey = derived(keys.index, 'blind index')
  const hashKey = derived(keys.index, 'hash')

  const vault: Vault = {
    seal: (text) => vault.sealBytes(Buffer.from(text, 'utf8')),
    open: (sealed) => vault.openBytes(sealed).toString('utf8'),
    sealBytes(bytes) {
      const id = Buffer.from(newest.id)
      const header = Buffer.concat([Buffer.from([id.length]), id])
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.bytes, iv).setAAD(header)
      const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([header, iv, ciphertext, cipher.getAuthTag()])
    },
    openBytes(sealed) {
      const header = sealed.subarray(0, 1 + (sealed[0] ?? 0))
      const key = byId.get(header.subarray(1).toString())
      if (!key) throw new UnknownVaultKey(header.subarray(1).toString())

      const body = sealed.subarray(header.length)
      const iv = body.subarray(0, IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(header).setAuthTag(body.subarray(-TAG_BYTES))
      const bytes = decipher.update(body.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([bytes, decipher.final()])
    },
    index: (kind, text) => keyed(indexKey, kind, text),
    hash: (purpose, text) => keyed(hashKey, purpose, text),
  }
  return vault
}

/** What was sealed names a key that this server was not given. */
export class UnknownVaultKey extends Error {
  constructor(id: string) {
    super(`sealed with the vault key ${JSON.stringify(id.slice(0, 40))}, which is not configured`)
    this.name = 'UnknownVaultKey'
  }
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
}

function keyed(key: Buffer, kind: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${kind}\0${text}`).digest()
}
