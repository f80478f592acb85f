import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findProof, proofBits } from '@qingzhou/contract/sealing/proof-of-work'
import { refusalMessage } from '#http/refusals.ts'
import {
  expectRefusal,
  createKnownCaptcha,
  messagesTo,
  newPhone,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { characters, strokesOf } from './draw-captcha.ts'
import { requiredProofBits, imageCodeOf } from './captcha.ts'

type Asking = Parameters<typeof requiredProofBits>[1]

const product = startProductForFile()

function check(captchaKey: string, imageCode: string, proof?: number): Promise<unknown> {
  const answer = { dynamicType: '01', captchaKey, imageCode, proof } as const
  return product.client().api.onboarding.checkCaptcha(answer)
}

describe('an image code', { timeout: 30_000 }, () => {
  it('[7.025] is a different picture each time, under a key that cannot be guessed', async () => {
    const client = product.client()
    const first = await client.api.onboarding.newCaptcha({})
    const second = await client.api.onboarding.newCaptcha({})
    expect(first.captchaKey).toMatch(/^[\w-]{32}$/)
    expect(second.captchaKey).not.toBe(first.captchaKey)
    expect(second.image).not.toBe(first.image)
    const [head, base64 = ''] = first.image.split(',')
    expect(head).toBe('data:image/png;base64')
    const png = Buffer.from(base64, 'base64')
    const { width, height, format } = await sharp(png).metadata()
    expect({ width, height, format }).toEqual({ width: 240, height: 88, format: 'png' })
    expect(png.length).toBeLessThan(5_000)
  })

  it('is stored as a hash only, and is not case-sensitive', async () => {
    const { captchaKey } = await product.client().api.onboarding.newCaptcha({})
    const { vault, database } = product.services
    const [row] = await database.query<{ code_hash: Buffer }>(
      `SELECT code_hash FROM captchas WHERE key_hash = $1`,
      [vault.hash('captcha', captchaKey)],
    )
    expect(row?.code_hash).toHaveLength(32)
    const { key, code } = await createKnownCaptcha(product)
    expect(await check(key, code.toLowerCase())).toEqual({})
  })

  it('has no characters that are easily confused', () => {
    for (const character of '0OQ1I2Z5S8B6GU') expect(characters).not.toContain(character)
    for (const character of characters) expect(strokesOf(character).length).toBeGreaterThan(0)
  })

  it('[7.029] is used up by a wrong answer', async () => {
    const { key, code } = await createKnownCaptcha(product)
    await expectRefusal(check(key, 'XXXX'), { kind: 'captcha-wrong' })
    await expectRefusal(check(key, code), { kind: 'captcha-wrong' })
  })

  it('cannot be answered twice, also concurrently', async () => {
    const { key, code } = await createKnownCaptcha(product)
    const words = await countMessages(Array.from({ length: 20 }, () => check(key, code)))
    expect(words.get('ok')).toBe(1)
    expect(words.get(refusalMessage({ kind: 'captcha-wrong' }).message)).toBe(19)
  })

  it('is void after five minutes or with an unknown key', async () => {
    const { key, code } = await createKnownCaptcha(product)
    product.advance(301)
    await expectRefusal(check(key, code), { kind: 'captcha-wrong' })
    await expectRefusal(check('unknown-captcha-key', code), { kind: 'captcha-wrong' })
  })

  it('always requires a proof of work, and more after many images for a device or network', async () => {
    const bitsOf = async (count: number, callerOf: (index: number) => Asking) => {
      const bits = []
      for (let index = 0; index < count; index += 1) {
        bits.push(await requiredProofBits(product.services, callerOf(index)))
      }
      return bits
    }
    const one = await bitsOf(20, () => ({ ip: '198.51.100.200', deviceId: 'one-device' }))
    expect(one.slice(0, 5)).toEqual([15, 15, 15, 15, 15])
    expect([one[5], one[9], one[19]]).toEqual([16, 17, 18])
    const ip = '198.51.100.201'
    const crowd = await bitsOf(41, (index) => ({ ip, deviceId: `device-of-a-crowd-${index}` }))
    expect([crowd[19], crowd[20], crowd[40]]).toEqual([15, 16, 17])

    const client = product.client(ip)
    expect((await client.api.onboarding.newCaptcha({})).proofBits).toBe(17)
    product.advance(3_601)
    expect((await client.api.onboarding.newCaptcha({})).proofBits).toBe(15)
  })

  it('allows no message without a proof of work, or with one for another image', async () => {
    const client = product.client()
    const send = async (proofFor: string | undefined) => {
      const { key, code } = await createKnownCaptcha(product, { proofBits: 8 })
      const task = { key: proofFor ?? key, bits: 8 }
      const proof = findProof(task, { from: 0, count: 100_000 })
      const mobile = newPhone()
      const request = { mobile, captchaKey: key, imageCode: code, proof }
      const sent = client.api.onboarding.sendSmsCodeAfterCaptcha(request)
      return { sent, key, code, mobile, proof }
    }
    const { key, code } = await createKnownCaptcha(product, { proofBits: 8 })
    const lazy = client.api.onboarding.sendSmsCodeAfterCaptcha({
      mobile: newPhone(),
      captchaKey: key,
      imageCode: code,
    })
    await expectRefusal(lazy, { kind: 'captcha-wrong' })
    const borrowed = await send('a-key-of-another-image-0')
    if (proofBits(borrowed.key, borrowed.proof ?? 0) < 8) {
      await expectRefusal(borrowed.sent, { kind: 'captcha-wrong' })
      expect(await messagesTo(product, borrowed.mobile)).toEqual([])
    }
    const done = await send(undefined)
    expect(await done.sent).toMatchObject({ waitSeconds: 60 })
    const again = { mobile: newPhone(), captchaKey: done.key, imageCode: done.code }
    const replayed = client.api.onboarding.sendSmsCodeAfterCaptcha({ ...again, proof: done.proof })
    await expectRefusal(replayed, { kind: 'captcha-wrong' })
  })

  it('is refused without a proof of work even if it was read correctly, as by a script', async () => {
    for (const proof of [undefined, 0]) {
      const { captchaKey, image } = await product.client().api.onboarding.newCaptcha({})
      const code = imageCodeOf(createHash('sha256').update(image).digest('hex'))
      await expectRefusal(check(captchaKey, code, proof), { kind: 'captcha-wrong' })
    }
  })

  it('is available to the desk in sandbox mode, by the hash of its picture', async () => {
    const client = product.client()
    const { captchaKey, image, proofBits: bits = 0 } = await client.api.onboarding.newCaptcha({})
    const ask = (picture: string) =>
      product.app.inject({
        method: 'POST',
        url: '/desk/api/image-code',
        headers: { 'x-requested-with': 'XMLHttpRequest', host: 'localhost' },
        body: { picture },
      })
    const told = await ask(createHash('sha256').update(image).digest('hex'))
    const proof = findProof({ key: captchaKey, bits }, { from: 0, count: 10_000_000 })
    expect(await check(captchaKey, told.json<{ code: string }>().code, proof)).toEqual({})
    expect((await ask('0'.repeat(64))).statusCode).not.toBe(200)
  })

  it('is issued sixty times a minute per address at most', async () => {
    const client = product.client()
    const words = await countMessages(
      Array.from({ length: 62 }, () => client.api.onboarding.newCaptcha({})),
    )
    expect(words.get('ok')).toBe(60)
  })
})
