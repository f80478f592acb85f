import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'qingzhou-admin-platform-'))
afterAll(() => rmSync(directory, { recursive: true }))

function configWith(key: string | undefined) {
  return readConfig({
    DATABASE_URL: 'postgresql:///x',
    DATA_DIR: directory,
    SANDBOX_URL: 'http://127.0.0.1:9/',
    SANDBOX_SECRET: 'any',
    ADMIN_PLATFORM_KEY: key,
  })
}

function pem(key: KeyObject): string {
  const type = key.type === 'private' ? 'pkcs8' : 'spki'
  return key.export({ type, format: 'pem' }).toString()
}

it('the key of the admin platform is a public one of Ed25519, or missing', () => {
  const ed25519 = generateKeyPairSync('ed25519')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(configWith(undefined).adminPlatformKey).toBeUndefined()
  expect(configWith(pem(ed25519.publicKey)).adminPlatformKey?.asymmetricKeyType).toBe('ed25519')
  for (const text of ['no key', pem(ed25519.privateKey), pem(rsa.publicKey)]) {
    expect(() => configWith(text)).toThrow('ADMIN_PLATFORM_KEY has to be an Ed25519 public key')
  }
})
