import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { createVault, UnknownVaultKey } from '@qingzhou/platform/database/vault/vault'
import { startProductForFile, type TestProduct } from '#testing/product.ts'
import { boundedCache } from '#http/limits/bounded-cache.ts'
import { createBodyKeys, rotateBodyKeys } from './body-keys.ts'
import { clean } from '#http/operations/cleaning-store.ts'
import { generateRsaKey } from './rsa-key.ts'

const product = startProductForFile({ BODY_FORM: 'blocks' })

const statusOf = async (client: ReturnType<TestProduct['client']>) =>
  (await client.send(calls.system.version)).status

async function sealWith({ n, e }: PublicKey): Promise<ArrayBuffer> {
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, oaep, false, ['encrypt'])
  return crypto.subtle.encrypt('RSA-OAEP', key, Buffer.from('x'))
}

describe('body keys', () => {
  it('rotate without downtime: a new key is published when all servers have it, the old one works for a day', async () => {
    const { services } = product
    const old = product.client()
    const before = await old.publicKey()
    const keyId = await rotateBodyKeys(services)
    expect((await createBodyKeys(services).newest()).keyId).toBe(before.keyId)

    product.advance(61)
    const elsewhere = createBodyKeys(services)
    expect((await elsewhere.newest()).keyId).toBe(keyId)
    const young = product.client()
    young.publicKey = () => elsewhere.newest()
    await expect.poll(() => statusOf(young), { timeout: 5_000 }).toBe(200)
    expect(await statusOf(old)).toBe(200)

    const block = new Uint8Array(await sealWith(before))
    expect(await createBodyKeys(services).open(before.keyId, block)).toEqual(Buffer.from('x'))
    product.advance(24 * 3600)
    expect(await createBodyKeys(services).open(before.keyId, block)).toBeUndefined()
  })

  it('are deleted after their retirement, and a cached session key no longer decrypts', async () => {
    const { services } = product
    const client = product.client()
    const sendUnderKey = async () =>
      (await client.send(calls.system.version, {}, { form: 'key' })).status
    const { keyId } = await client.publicKey()
    expect(await sendUnderKey()).toBe(200)
    await rotateBodyKeys(services)
    expect(await sendUnderKey()).toBe(200)

    product.advance(24 * 3600 + 1)
    await clean(services.database, services.now())
    const rows = await services.database.query<{ key_id: string }>('SELECT key_id FROM body_keys')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => row.key_id)).not.toContain(keyId)
    // A body under an unknown key id makes the server reload its keys.
    const young = product.client()
    young.publicKey = () => createBodyKeys(services).newest()
    await expect.poll(() => statusOf(young), { timeout: 15_000 }).toBe(200)
    expect(await sendUnderKey()).toBe(400)
  })

  it('are stored encrypted: the table alone reveals no private key', async () => {
    const [row] = await product.services.database.query<{
      key_id: string
      private_key_sealed: Buffer
    }>('SELECT key_id, private_key_sealed FROM body_keys LIMIT 1')
    const sealed = row?.private_key_sealed ?? Buffer.alloc(0)
    expect(() => createPrivateKey({ key: sealed, format: 'der', type: 'pkcs8' })).toThrow()
    const other = createVault({
      sealing: [{ id: 'x', bytes: Buffer.alloc(32) }],
      index: Buffer.alloc(32),
    })
    expect(() =>
      other.open(sealed, placeIn('body_keys', row?.key_id ?? '')('private_key_sealed')),
    ).toThrow(UnknownVaultKey)
  })
})

it('generates a key of 3072 bits that decrypts what its public key encrypted', async () => {
  const { n, e, privateKey } = await generateRsaKey()
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const publicKey = await crypto.subtle.importKey('jwk', { kty: 'RSA', n, e }, oaep, false, [
    'encrypt',
  ])
  const opened = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(privateKey, 'base64'),
    oaep,
    false,
    ['decrypt'],
  )
  const sealed = await crypto.subtle.encrypt('RSA-OAEP', publicKey, Buffer.from('轻舟'))
  expect(sealed.byteLength * 8).toBe(3072)
  expect(Buffer.from(await crypto.subtle.decrypt('RSA-OAEP', opened, sealed)).toString()).toBe(
    '轻舟',
  )
})

it('a bounded cache evicts the least recently used entry', () => {
  const cache = boundedCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
})
