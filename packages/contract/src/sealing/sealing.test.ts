import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { base64OfBytes, bytesOfBase64, bytesOfText, textOfBytes } from '#wire/bytes.ts'
import type { PublicKey } from './cipher.ts'
import { platformCipher } from './cipher-platform.ts'
import { scriptCipher } from './cipher-script.ts'
import {
  asciiJson,
  BLOCK_CHARACTERS,
  BLOCKS_MAX,
  fitsInBlocks,
  blocksOf,
  isSessionKeyText,
  newSessionKey,
  openUnderKey,
  sealInBlocks,
  sealUnderKey,
  withoutDigest,
  type Destination,
  type SealedBody,
} from './sealing.ts'

type Vector = { readonly by: string; readonly name: string; readonly json: string } & (
  | { readonly form: 'blocks'; readonly body: SealedBody }
  | {
      readonly form: 'key'
      readonly keyText: string
      readonly destination: Destination
      readonly body: Required<SealedBody>
    }
)

// The file is part of this package and has this form.
const { publicKey, privateKey, vectors } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/sealing.json'), 'utf8'),
) as { publicKey: PublicKey; privateKey: string; vectors: Vector[] }

const ciphers = { platform: platformCipher(crypto.subtle), script: scriptCipher }
const cases = Object.entries(ciphers)
const destination = { method: 'POST', path: '/x', token: 'token' }

async function openBlock(block: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const pkcs8 = bytesOfBase64(privateKey)
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, oaep, false, ['decrypt'])
  return new Uint8Array(await crypto.subtle.decrypt('RSA-OAEP', key, block))
}

async function openedBlocks({ encryptedData }: SealedBody): Promise<string> {
  const blocks = await Promise.all((blocksOf(encryptedData) ?? []).map(openBlock))
  return blocks.map((block) => textOfBytes(block)).join('')
}

describe('the test vectors', () => {
  it.each(vectors.map((vector) => [`${vector.by} ${vector.form} ${vector.name}`, vector] as const))(
    'open to the sealed text, with either cipher: %s',
    async (_, vector) => {
      for (const cipher of Object.values(ciphers)) {
        if (vector.form === 'blocks') {
          const text = await openedBlocks(vector.body)
          const object = await withoutDigest(cipher, text, 'required')
          expect(JSON.parse(object ?? '')).toEqual(JSON.parse(vector.json))
        } else {
          const [wrapped = new Uint8Array()] = blocksOf(vector.body.ms_encryptedKey) ?? []
          expect(textOfBytes(await openBlock(wrapped))).toBe(vector.keyText)
          const { encryptedData } = vector.body
          const message = { encryptedData, destination: vector.destination }
          expect(await openUnderKey(cipher, vector.keyText, message)).toBe(vector.json)
        }
      }
    },
  )
})

describe.each(cases)('the %s cipher', (_, cipher) => {
  it('[7.015, 9.005] fills a block with 234 characters, and starts another at 235', async () => {
    const overhead = '{"a":"","digest":"0123456789012345678901"}'.length
    const sealed = (length: number) =>
      sealInBlocks(cipher, publicKey, JSON.stringify({ a: 'x'.repeat(length - overhead) }))
    expect((await sealed(234)).encryptedData).toHaveLength(512)
    expect((await sealed(235)).encryptedData).toHaveLength(1024)
  })

  it('[7.014] round-trips Chinese text, emoji and an empty object', async () => {
    for (const object of [{}, { words: '轻舟 ¥ 🚣\n"\\' }]) {
      const text = await openedBlocks(await sealInBlocks(cipher, publicKey, JSON.stringify(object)))
      expect(text).toMatch(/^[\x20-\x7e]+$/)
      expect(JSON.parse((await withoutDigest(cipher, text, 'required')) ?? '')).toEqual(object)
    }
  })

  it('never seals the same text to the same bytes', async () => {
    const seal = () => sealInBlocks(cipher, publicKey, '{"a":1}')
    expect((await seal()).encryptedData).not.toBe((await seal()).encryptedData)
    const key = await newSessionKey(cipher, publicKey)
    const sealKeyed = () => sealUnderKey(cipher, key, { json: '{}', destination })
    expect((await sealKeyed()).encryptedData).not.toBe((await sealKeyed()).encryptedData)
  })

  it('opens a message under a key only if it is unchanged and bound to this call and session', async () => {
    const key = await newSessionKey(cipher, publicKey)
    const { encryptedData } = await sealUnderKey(cipher, key, { json: '{"a":1}', destination })
    const open = (change: object, text = encryptedData, keyText = key.text) =>
      openUnderKey(cipher, keyText, {
        encryptedData: text,
        destination: { ...destination, ...change },
      })
    expect(await open({})).toBe('{"a":1}')
    for (const change of [
      { method: 'GET' },
      { path: '/y' },
      { token: 'other' },
      { token: undefined },
    ]) {
      await expect(open(change)).rejects.toThrow()
    }
    const bytes = bytesOfBase64(encryptedData)
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(open({}, base64OfBytes(changed))).rejects.toThrow()
    }
    await expect(open({}, base64OfBytes(bytes.slice(0, 20)))).rejects.toThrow()
    await expect(open({}, encryptedData, 'x'.repeat(32))).rejects.toThrow()
  })

  it('computes the same hash as the other cipher', async () => {
    const bytes = bytesOfText('轻舟')
    expect(await cipher.digest(bytes)).toEqual(await scriptCipher.digest(bytes))
  })
})

describe('a digest', () => {
  const cipher = ciphers.platform
  const check = (text: string, need: 'required' | 'optional' = 'optional') =>
    withoutDigest(cipher, text, need)

  it('is refused when missing if required, and accepted when missing if optional', async () => {
    expect(await check('{"a":1}')).toBe('{"a":1}')
    expect(await check('{"a":1}', 'required')).toBeUndefined()
  })

  it('is valid for one text only', async () => {
    const text = await openedBlocks(await sealInBlocks(cipher, publicKey, '{"a":1,"b":2}'))
    expect(await check(text)).toBe('{"a":1,"b":2}')
    expect(await check(text.replace('1', '3'))).toBeUndefined()
    expect(await check(text.replace('"digest":"', '"digest":"A'))).toBeUndefined()
    expect(await check(`${text} `)).toBeUndefined()
  })
})

it('[7.019, 9.006] a session key is 32 letters and digits', async () => {
  const { text } = await newSessionKey(ciphers.platform, publicKey)
  expect(isSessionKeyText(text)).toBe(true)
  for (const other of [
    '',
    'a'.repeat(31),
    'a'.repeat(33),
    `${'a'.repeat(31)}-`,
    `${'a'.repeat(32)}\n`,
  ]) {
    expect(isSessionKeyText(other)).toBe(false)
  }
})

it('asciiJson keeps the meaning of the JSON', () => {
  const text = JSON.stringify({ 姓名: '李雷🚣', tab: '\t\u2028' })
  expect(JSON.parse(asciiJson(text))).toEqual(JSON.parse(text))
  expect(asciiJson(text)).toMatch(/^[\x20-\x7e]*$/)
})

const json = (length: number) => JSON.stringify({ a: 'x'.repeat(length) })

it('fitsInBlocks accepts text up to 64 blocks and refuses longer text', async () => {
  const most = BLOCK_CHARACTERS * BLOCKS_MAX - '{"a":"","digest":"0123456789012345678901"}'.length
  expect([fitsInBlocks(json(most)), fitsInBlocks(json(most + 1))]).toEqual([true, false])
  const { encryptedData } = await sealInBlocks(ciphers.platform, publicKey, json(most))
  expect(blocksOf(encryptedData)).toHaveLength(BLOCKS_MAX)
})

it('[7.016] blocksOf splits text into blocks of equal length, at most 64', () => {
  const block = base64OfBytes(new Uint8Array(384))
  expect(blocksOf(block.repeat(64))).toHaveLength(64)
  expect(blocksOf(block.repeat(65))).toBeUndefined()
  expect(blocksOf('')).toBeUndefined()
  expect(blocksOf(block.slice(1))).toBeUndefined()
  expect(() => blocksOf('='.repeat(512))).toThrow()
})
