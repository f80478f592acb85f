import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import { base64OfBytes, bytesOfText } from '@qingzhou/contract/wire/bytes'
import {
  asciiJson,
  newSessionKey,
  sealInBlocks,
  sealUnderKey,
  type SealedBody,
} from '@qingzhou/contract/sealing/sealing'
import type { PublicKey } from '@qingzhou/contract/sealing/cipher'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startProductForFile, startTestProduct, type TestProduct } from '#testing/product.ts'

const cipher = platformCipher(crypto.subtle)
const { echo, hybrid } = httpTestCalls.http
const UNREADABLE = [400, 'COMVAL0001', '请求无法识别，请刷新后重试']
const LONG = '船'.repeat(120)

const product = startProductForFile({ BODY_FORM: 'blocks' }, httpTestEndpoints())
let key: PublicKey

beforeAll(async () => {
  key = await product.services.sealing.newest()
})

async function post(
  body: unknown,
  { path = echo.path, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const response = await product.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-key-id': key.keyId,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { statusInfo } = response.json<{ statusInfo: { code: string; message: string } }>()
  return [response.statusCode, statusInfo.code, statusInfo.message]
}

const now = () => product.services.now().getTime()
const json = (fields: object) => JSON.stringify({ timestamp: now(), ...fields })
const inBlocks = (fields: object) => sealInBlocks(cipher, key, json(fields))
const cut = ({ encryptedData }: SealedBody) => encryptedData.match(/.{512}/g) ?? []
const minutes = (count: number) => ({ timestamp: now() + count * 60_000, words: 'x' })
const joinBlocks = (blocks: (string | undefined)[]) => ({ encryptedData: blocks.join('') })
const destination = { method: 'POST', path: echo.path, token: undefined }

/** Blocks in the first published form, without a digest. */
async function withoutDigest(fields: object): Promise<SealedBody> {
  const blocks = asciiJson(json(fields)).match(/.{1,234}/g) ?? []
  const sealed = await Promise.all(
    blocks.map((block) => cipher.encryptBlock(key, bytesOfText(block))),
  )
  return { encryptedData: sealed.map((block) => base64OfBytes(block)).join('') }
}

function flipBit(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('a valid sealed body', () => {
  it('[7.011, 7.020] is decrypted in blocks and under a session key', async () => {
    expect(await post(await inBlocks({ words: LONG }))).toEqual([200, 'COMCC00000', '成功'])
    const sessionKey = await newSessionKey(cipher, key)
    const body = await sealUnderKey(cipher, sessionKey, {
      json: json({ words: LONG }),
      destination,
    })
    expect(await post(body)).toEqual([200, 'COMCC00000', '成功'])
  })

  it('is decrypted with the newest key when it names none', async () => {
    const headers = { 'x-key-id': '' }
    expect(await post(await inBlocks({ words: 'x' }), { headers })).toEqual(UNREADABLE)
    const response = await product.app.inject({
      method: 'POST',
      url: echo.path,
      headers: { 'x-requested-with': 'x' },
      body: { ...(await inBlocks({ words: 'x' })) },
    })
    expect(response.statusCode).toBe(200)
  })
})

describe('an invalid or repeated sealed body', () => {
  it('is rejected with a bit flipped in any block', async () => {
    const [first = '', second = '', ...rest] = cut(await inBlocks({ words: LONG }))
    expect(await post(joinBlocks([flipBit(first, 100), second, ...rest]))).toEqual(UNREADABLE)
    expect(await post(joinBlocks([first, flipBit(second, 0), ...rest]))).toEqual(UNREADABLE)
  })

  it('is rejected with a bit flipped in IV, ciphertext or tag under a session key', async () => {
    const sessionKey = await newSessionKey(cipher, key)
    for (const at of [0, 20, -1]) {
      const body = await sealUnderKey(cipher, sessionKey, {
        json: json({ words: 'x' }),
        destination,
      })
      const length = Buffer.from(body.encryptedData, 'base64').length
      const encryptedData = flipBit(body.encryptedData, (at + length) % length)
      expect(await post({ ...body, encryptedData })).toEqual(UNREADABLE)
    }
  })

  it('is rejected with blocks swapped, dropped or repeated', async () => {
    const [first, second, ...rest] = cut(await inBlocks({ words: LONG }))
    expect(await post(joinBlocks([second, first, ...rest]))).toEqual(UNREADABLE)
    expect(await post(joinBlocks([first, ...rest]))).toEqual(UNREADABLE)
    expect(await post(joinBlocks([first, second, second, ...rest]))).toEqual(UNREADABLE)
  })

  it('is rejected when blocks of two unsent bodies are spliced', async () => {
    const [one, two, ...tail] = cut(await inBlocks({ words: 'a'.repeat(400) }))
    const [, other] = cut(await inBlocks({ words: 'b'.repeat(400) }))
    expect(await post(joinBlocks([one, other, ...tail]))).toEqual(UNREADABLE)
    expect(await post(joinBlocks([one, two, ...tail]))).toEqual(UNREADABLE)
  })

  it('is rejected when sent twice, in either form', async () => {
    const body = await inBlocks({ words: 'once' })
    expect((await post(body))[0]).toBe(200)
    expect(await post(body)).toEqual(UNREADABLE)

    const sessionKey = await newSessionKey(cipher, key)
    const keyed = await sealUnderKey(cipher, sessionKey, {
      json: json({ words: 'x' }),
      destination,
    })
    expect((await post(keyed))[0]).toBe(200)
    expect(await post(keyed)).toEqual(UNREADABLE)
  })

  it('is served exactly once when sent ten times concurrently', async () => {
    const body = await inBlocks({ words: 'race' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(body)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  })

  it('is rejected with a timestamp more than five minutes off or missing', async () => {
    expect(await post(await inBlocks(minutes(-5.1)))).toEqual(UNREADABLE)
    expect(await post(await inBlocks(minutes(5.1)))).toEqual(UNREADABLE)
    expect((await post(await inBlocks(minutes(4.5))))[0]).toBe(200)
    expect((await post(await inBlocks(minutes(-4.5))))[0]).toBe(200)
    for (const timestamp of ['', String(now()), null, [now()]]) {
      expect(await post(await inBlocks({ timestamp, words: 'x' }))).toEqual(UNREADABLE)
    }
  })

  it('is rejected in plain text where it must be sealed', async () => {
    expect(await post(json({ words: 'x' }))).toEqual(UNREADABLE)
    expect(await post({ encryptedData: json({ words: 'x' }) })).toEqual(UNREADABLE)
  })

  it('is rejected with fields beside the sealed ones', async () => {
    const body = await inBlocks({ words: 'x' })
    expect(await post({ ...body, role: 'admin' })).toEqual(UNREADABLE)
    expect(await post({ ...body, ms_encryptedKey: null })).toEqual(UNREADABLE)
    expect(await post({ encryptedData: [body.encryptedData] })).toEqual(UNREADABLE)
  })

  it('is rejected with no block, half a block, 65 blocks or invalid base64', async () => {
    const { encryptedData } = await inBlocks({ words: 'x' })
    expect(await post({ encryptedData: '' })).toEqual(UNREADABLE)
    expect(await post({ encryptedData: encryptedData.slice(0, 300) })).toEqual(UNREADABLE)
    expect(await post({ encryptedData: encryptedData.slice(0, 512).repeat(65) })).toEqual(
      UNREADABLE,
    )
    expect(await post({ encryptedData: '!'.repeat(512) })).toEqual(UNREADABLE)
  })

  it('[7.021] is rejected under an unknown key, an unknown key id or a malformed session key', async () => {
    const body = await inBlocks({ words: 'x' })
    expect(await post(body, { headers: { 'x-key-id': 'unknown' } })).toEqual(UNREADABLE)
    const short = base64OfBytes(await cipher.encryptBlock(key, bytesOfText('short')))
    expect(await post({ ...body, ms_encryptedKey: short })).toEqual(UNREADABLE)
    expect(await post({ ...body, ms_encryptedKey: 'A'.repeat(512) })).toEqual(UNREADABLE)
  })

  it('is rejected when sealed for another call or another session', async () => {
    const sessionKey = await newSessionKey(cipher, key)
    const seal = (other: object, fields: object) =>
      sealUnderKey(cipher, sessionKey, {
        json: json({ words: 'x', ...fields }),
        destination: { ...destination, ...other },
      })
    expect(await post(await seal({ path: hybrid.path }, {}))).toEqual(UNREADABLE)
    expect(await post(await seal({ token: 'mine' }, { token: 'mine' }))).toEqual(UNREADABLE)
    const headers = { cookie: 'token=mine' }
    expect(await post(await seal({ token: 'mine' }, {}), { headers })).toEqual(UNREADABLE)
    expect(await post(await seal({}, { token: 'mine' }), { headers })).toEqual(UNREADABLE)
    expect((await post(await seal({ token: 'mine' }, { token: 'mine' }), { headers }))[0]).toBe(200)
  })

  it('is rejected in blocks where only the session key form is accepted', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const headers = { cookie: `qz_session=${client.cookies.get('qz_session')}` }
    const path = hybrid.path
    expect(await post(await inBlocks({ words: 'x' }), { path, headers })).toEqual(UNREADABLE)
  })

  it('is rejected when its content is not a JSON object', async () => {
    for (const text of ['[]', '"text"', 'null', '{"timestamp":', '{"__proto__":{},"words":"x"}']) {
      const block = base64OfBytes(await cipher.encryptBlock(key, bytesOfText(text)))
      expect(await post({ encryptedData: block })).toEqual(UNREADABLE)
    }
  })
})

it('rejects 10,000 blocks for their size without reading them', async () => {
  const answer = await post({ encryptedData: 'A'.repeat(10_000 * 512) })
  expect(answer.slice(0, 2)).toEqual([413, 'COMVAL0001'])
})

it('rejects a body larger than the session key form may be', async () => {
  const body = { encryptedData: 'A'.repeat(4 * 1024 * 1024), ms_encryptedKey: 'A'.repeat(512) }
  expect((await post(body, { path: hybrid.path }))[0]).toBe(413)
})

describe('the body digest', () => {
  it('detects a block of another sender among the blocks of a body', async () => {
    const [one, two, ...tail] = cut(await inBlocks({ words: 'a'.repeat(400) }))
    const forged = base64OfBytes(await cipher.encryptBlock(key, bytesOfText('c'.repeat(234))))
    expect(await post(joinBlocks([one, forged, ...tail]))).toEqual(UNREADABLE)
    expect(two).toHaveLength(512)
  })

  it('is required: a body without a digest is rejected', async () => {
    expect(await post(await withoutDigest({ words: LONG }))).toEqual(UNREADABLE)
    expect((await post(await inBlocks({ words: LONG })))[0]).toBe(200)
  })
})

describe('with BODY_DIGEST=optional', () => {
  let lenient: TestProduct
  beforeAll(async () => {
    lenient = await startTestProduct(
      { BODY_FORM: 'blocks', BODY_DIGEST: 'optional' },
      httpTestEndpoints(),
    )
  })
  afterAll(() => lenient.stop())

  it('a body is decrypted without a digest and with one', async () => {
    const publicKey = await lenient.services.sealing.newest()
    const text = JSON.stringify({ timestamp: lenient.services.now().getTime(), words: 'x' })
    const bare = base64OfBytes(await cipher.encryptBlock(publicKey, bytesOfText(text)))
    expect(await statusOf(lenient, { encryptedData: bare })).toBe(200)
    expect(await statusOf(lenient, await sealInBlocks(cipher, publicKey, text))).toBe(200)
  })
})

async function statusOf({ app }: TestProduct, body: object): Promise<number> {
  const headers = { 'x-requested-with': 'XMLHttpRequest' }
  return (await app.inject({ method: 'POST', url: echo.path, headers, body })).statusCode
}
