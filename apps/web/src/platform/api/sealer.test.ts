// @vitest-environment node
import { generateKeyPairSync } from 'node:crypto'
import { calls } from '@qingzhou/contract/calls'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { expect, it } from 'vitest'
import { createSealer, type ServerKey } from './sealer.ts'

function newKey(): ServerKey {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return { keyId: 'key', n, e, bodyForm: 'blocks' }
}

it('a key or a cipher that could not be loaded is loaded again by the next call', async () => {
  const failures = [new Error('no key'), new Error('no cipher')]
  const failing =
    <Value>(load: () => Promise<Value>) =>
    async (): Promise<Value> => {
      const failure = failures.shift()
      if (failure) throw failure
      return load()
    }
  const sealer = createSealer(
    failing(async () => newKey()),
    undefined,
    failing(cipherOfPlatform),
  )
  const seal = () => sealer.seal(calls.system.version, '{}', undefined)
  await expect(seal()).rejects.toThrow('no key')
  expect(await seal()).toMatchObject({ keyId: 'key' })
})
