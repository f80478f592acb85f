import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordsFor } from '#edge/refusals.ts'
import { expectRefusal, knownCaptcha, wordsOf } from '#modules/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { characters, strokesOf } from './glyphs.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

function check(captchaKey: string, imageCode: string): Promise<unknown> {
  const answer = { dynamicType: '01', captchaKey, imageCode } as const
  return product.client().api.onboarding.checkCaptcha(answer)
}

describe('an image code', { timeout: 30_000 }, () => {
  it('is a picture that differs each time, under a key that cannot be guessed', async () => {
    const client = product.client()
    const first = await client.api.onboarding.newCaptcha({})
    const second = await client.api.onboarding.newCaptcha({})
    expect(first.captchaKey).toMatch(/^[\w-]{32}$/)
    expect(second.captchaKey).not.toBe(first.captchaKey)
    expect(second.image).not.toBe(first.image)
    const [head, base64 = ''] = first.image.split(',')
    expect(head).toBe('data:image/png;base64')
    const { width, height, format } = await sharp(Buffer.from(base64, 'base64')).metadata()
    expect({ width, height, format }).toEqual({ width: 240, height: 88, format: 'png' })
  })

  it('is stored as a hash only, and can be answered in either case', async () => {
    const { captchaKey } = await product.client().api.onboarding.newCaptcha({})
    const { vault, database } = product.services
    const [row] = await database.query<{ code_hash: Buffer }>(
      `SELECT code_hash FROM captchas WHERE key_hash = $1`,
      [vault.hash('captcha', captchaKey)],
    )
    expect(row?.code_hash).toHaveLength(32)
    const { key, code } = await knownCaptcha(product)
    expect(await check(key, code.toLowerCase())).toEqual({})
  })

  it('has no character that people mistake for another', () => {
    for (const character of '0OQ1I2Z5S8B6GU') expect(characters).not.toContain(character)
    for (const character of characters) expect(strokesOf(character).length).toBeGreaterThan(0)
  })

  it('is spent by a wrong answer', async () => {
    const { key, code } = await knownCaptcha(product)
    await expectRefusal(check(key, 'XXXX'), { kind: 'captcha-wrong' })
    await expectRefusal(check(key, code), { kind: 'captcha-wrong' })
  })

  it('cannot be answered twice, nor by many at once', async () => {
    const { key, code } = await knownCaptcha(product)
    const words = await wordsOf(Array.from({ length: 20 }, () => check(key, code)))
    expect(words.get('ok')).toBe(1)
    expect(words.get(wordsFor({ kind: 'captcha-wrong' }).message)).toBe(19)
  })

  it('is worth nothing after five minutes, nor when it never was', async () => {
    const { key, code } = await knownCaptcha(product)
    product.advance(301)
    await expectRefusal(check(key, code), { kind: 'captcha-wrong' })
    await expectRefusal(check('a-key-nobody-gave-out', code), { kind: 'captcha-wrong' })
  })

  it('is drawn sixty times a minute for one address, not more', async () => {
    const client = product.client()
    const words = await wordsOf(
      Array.from({ length: 62 }, () => client.api.onboarding.newCaptcha({})),
    )
    expect(words.get('ok')).toBe(60)
  })
})
