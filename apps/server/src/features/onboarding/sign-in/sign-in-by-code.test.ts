import { describe, expect, it } from 'vitest'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { refusalMessage } from '#http/refusals.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  newPhone,
  sendCodeTo,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ BODY_FORM: 'blocks' })

function wrong(code: string): string {
  return code === '00000' ? '11111' : '00000'
}

/** The same browser on other networks: the device key stays, the IP address differs. */
function sameBrowserOnOtherNetworks(client: Client, count: number): Client[] {
  return Array.from({ length: count }, () => {
    const other = product.client()
    other.cookies.set('qz_codes', client.cookies.get('qz_codes') ?? '')
    return other
  })
}

describe('signing in by code', { timeout: 30_000 }, () => {
  it('[7.031] registers a new phone and recognises it at the next sign-in', async () => {
    const mobile = newPhone()
    expect(await signInWith(product, product.client(), mobile)).toEqual({ isNew: true })
    product.advance(3_601)
    expect(await signInWith(product, product.client(), mobile)).toEqual({ isNew: false })
  })

  it('requires both agreements for a new phone and does not consume the code without them', async () => {
    const client = product.client()
    const mobile = newPhone()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const attempt = client.api.onboarding.signIn({
      by: 'code',
      mobile,
      dynamicCode,
      agreed: ['privacy'],
    })
    await expectRefusal(attempt, { kind: 'agreement-needed' })
    const answer = await client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    expect(answer).toMatchObject({ outcome: 'signedIn', isNew: true })
  })

  it('stores the consents encrypted, with the page version', async () => {
    const client = product.client()
    const mobile = newPhone()
    await signInWith(product, client, mobile)
    const { customerNo } = await client.api.onboarding.currentUser({})
    const rows = await product.services.database.query<{
      page_name: string
      page_version: string
      ip_sealed: Buffer
    }>(`SELECT page_name, page_version, ip_sealed FROM consents WHERE customer_no = $1`, [
      customerNo,
    ])
    expect(rows.map((row) => row.page_name).sort()).toEqual(['privacy', 'register-agreement'])
    expect(rows.every((row) => /^\d{4}-\d{2}-\d{2}$/.test(row.page_version))).toBe(true)
    const ips = rows.map((row) => {
      const place = placeIn('consents', customerNo, row.page_name, row.page_version)
      return product.services.vault.open(row.ip_sealed, place('ip_sealed'))
    })
    expect(ips).toEqual([
      expect.stringMatching(/^192\.0\.2\./),
      expect.stringMatching(/^192\.0\.2\./),
    ])
  })

  it('refuses consent to a page that does not exist', async () => {
    const client = product.client()
    const mobile = newPhone()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const attempt = client.api.onboarding.signIn({
      by: 'code',
      mobile,
      dynamicCode,
      agreed: [...agreed, 'no-such-page'],
    })
    await expectRefusal(attempt, { kind: 'page-data-missing' })
  })

  it('accepts a code once when fifty requests use it concurrently', async () => {
    const mobile = newPhone()
    const client = product.client()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const clients = sameBrowserOnOtherNetworks(client, 50)
    const words = await countMessages(
      clients.map((client) =>
        client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed }),
      ),
    )
    expect(words.get('ok')).toBe(1)
    expect(words.get(refusalMessage({ kind: 'sms-code-void' }).message)).toBe(49)
  })

  it('checks five of fifty concurrent guesses and then voids the code', async () => {
    const mobile = newPhone()
    const client = product.client()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const clients = sameBrowserOnOtherNetworks(client, 50)
    const words = await countMessages(
      clients.map((one) =>
        one.api.onboarding.signIn({ by: 'code', mobile, dynamicCode: wrong(dynamicCode), agreed }),
      ),
    )
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(words.get(refusalMessage({ kind: 'sms-code-wrong', triesLeft }).message)).toBe(1)
    }
    expect(words.get(refusalMessage({ kind: 'sms-code-void' }).message)).toBe(46)
    const late = client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    await expectRefusal(late, { kind: 'sms-code-void' })
  })

  it('rate limits an address that tries codes without having one, but nobody there who has one', async () => {
    const stranger = product.client()
    const words = await countMessages(
      Array.from({ length: 125 }, (_, index) => {
        // A made-up key is none.
        stranger.cookies.set('qz_codes', `key-of-nobody-${index}`)
        const input = { mobile: newPhone(), dynamicCode: '12345', agreed }
        return stranger.api.onboarding.signIn({ by: 'code', ...input })
      }),
    )
    expect(words.get(refusalMessage({ kind: 'sms-code-void' }).message)).toBe(120)
    expect(await signInWith(product, product.client(stranger.ip), newPhone())).toEqual({
      isNew: true,
    })
  })

  it('refuses a code after five minutes', async () => {
    const client = product.client()
    const mobile = newPhone()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    product.advance(301)
    const attempt = client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    await expectRefusal(attempt, { kind: 'sms-code-void' })
  })

  it('refuses a code that was sent to another phone, whether that phone has an account or not', async () => {
    const client = product.client()
    const own = newPhone()
    await sendCodeTo(client, own)
    const dynamicCode = await latestCode(product, own)
    for (const mobile of [newPhone(), '13900000002']) {
      const attempt = client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
      await expectRefusal(attempt, { kind: 'sms-code-void' })
    }
  })

  it('creates a new token pair at every sign-in and invalidates the old one', async () => {
    const client = product.client()
    const mobile = newPhone()
    await signInWith(product, client, mobile)
    const before = { token: client.token, cookie: client.cookies.get('qz_session') }
    product.advance(3_601)
    await signInWith(product, client, mobile)
    expect(client.token).not.toBe(before.token)

    const thief = product.client()
    thief.token = before.token
    thief.cookies.set('qz_session', before.cookie ?? '')
    await expectRefusal(thief.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
  })

  it('ends the previous session of the browser when another person signs in', async () => {
    const client = product.client()
    await signInWith(product, client, newPhone())
    const before = { token: client.token, cookie: client.cookies.get('qz_session') }
    delete client.common['deviceId']
    await signInWith(product, client, newPhone())

    const other = product.client()
    other.token = before.token
    other.cookies.set('qz_session', before.cookie ?? '')
    await expectRefusal(other.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
  })
})
