import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { refusalMessage } from '#http/refusals.ts'
import {
  agreed,
  expectRefusal,
  createKnownCaptcha,
  latestCode,
  messagesTo,
  newPhone,
  sendCodeTo,
  setFault,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { UNVERIFIED_CODES } from './send-code.ts'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { createClient, type Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** Sends with a passed image code, which a second message within the hour requires. */
async function sendAfterCaptcha(mobile: string, client = product.client()): Promise<unknown> {
  const { key, code } = await createKnownCaptcha(product)
  const request = { mobile, captchaKey: key, imageCode: code }
  return client.api.onboarding.sendSmsCodeAfterCaptcha(request)
}

describe('an SMS code', { timeout: 30_000 }, () => {
  it('[7.027] arrives with its purpose, validity and a warning', async () => {
    const mobile = newPhone()
    await sendCodeTo(product.client(), mobile)
    const [message] = await messagesTo(product, mobile)
    expect(message?.text).toMatch(
      /^【轻舟】验证码 \d{5}，5 分钟内有效，用于登录。请勿告诉他人，工作人员不会索要。$/,
    )
  })

  it('is sent with the same response to a registered and to an unknown phone', async () => {
    const client = product.client()
    const answers = []
    for (const mobile of ['13900000002', newPhone()]) {
      const fields = { dynamicType: '01', hasMobileNo: 'Y', mobile }
      const { status, code, message, body } = await client.send(
        calls.onboarding.sendSmsCode,
        fields,
      )
      const { statusInfo: _, ...rest } = body
      answers.push({ status, code, message, rest })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('is sent once a minute to a browser, also for twenty concurrent calls', async () => {
    const mobile = newPhone()
    const client = product.client()
    await sendCodeTo(client, mobile)
    product.advance(61)
    const words = await countMessages(
      Array.from({ length: 20 }, () => sendAfterCaptcha(mobile, client)),
    )
    expect(words.get('ok')).toBe(1)
    expect(await messagesTo(product, mobile)).toHaveLength(2)
    await expect(sendAfterCaptcha(mobile, client)).rejects.toThrow(/请 \d+ 秒后再获取验证码/)
  })

  it('is sent twice a minute to a phone, also for twenty concurrent browsers', async () => {
    const mobile = newPhone()
    const clients = Array.from({ length: 20 }, () => product.client())
    const words = await countMessages(clients.map((client) => sendCodeTo(client, mobile)))
    expect(words.get('ok')).toBe(2)
    expect(await messagesTo(product, mobile)).toHaveLength(2)
  })

  it('is sent seven times a day to an unverified phone, and again the next day', async () => {
    const mobile = newPhone()
    for (let count = 0; count < 7; count += 1) {
      await sendAfterCaptcha(mobile)
      product.advance(61)
    }
    await expectRefusal(sendAfterCaptcha(mobile), { kind: 'sms-quota-spent' })
    product.advance(86_400)
    await sendAfterCaptcha(mobile)
    expect(await messagesTo(product, mobile)).toHaveLength(8)
  })

  it('voids the earlier code that the same browser requested', async () => {
    const mobile = newPhone()
    const client = product.client()
    await sendCodeTo(client, mobile)
    const first = await latestCode(product, mobile)
    product.advance(61)
    await sendAfterCaptcha(mobile, client)
    const second = await latestCode(product, mobile)
    const input = { by: 'code' as const, mobile, agreed }
    if (first !== second) {
      const attempt = client.api.onboarding.signIn({ ...input, dynamicCode: first })
      await expectRefusal(attempt, { kind: 'sms-code-wrong', triesLeft: 4 })
    }
    const answer = await client.api.onboarding.signIn({ ...input, dynamicCode: second })
    expect(answer.outcome).toBe('signedIn')
  })

  it('is sent to the session’s own phone if none is given, which requires a session', async () => {
    const client = product.client()
    const mobile = newPhone()
    const toOwn = { dynamicType: '01', hasMobileNo: false, dynamicCodeType: '04' } as const
    await expectRefusal(client.api.onboarding.sendSmsCode(toOwn), { kind: 'not-signed-in' })
    await signInWith(product, client, mobile)
    product.advance(3_601)
    await client.api.onboarding.sendSmsCode({ ...toOwn, mobile: newPhone() })
    const [message] = await messagesTo(product, mobile)
    expect(message?.text).toContain('用于签署协议')
    // A confirmation never requires an image code; it goes to the customer's own phone.
    product.advance(61)
    await client.api.onboarding.sendSmsCode(toOwn)
    expect(await messagesTo(product, mobile)).toHaveLength(3)
  })

  it('requires a phone', async () => {
    const attempt = product
      .client()
      .api.onboarding.sendSmsCode({ dynamicType: '01', hasMobileNo: true })
    await expectRefusal(attempt, { kind: 'field-invalid', message: '请输入手机号' })
  })
})

describe('an image code before a message', { timeout: 30_000 }, () => {
  it('is required from the second message within an hour', async () => {
    const mobile = newPhone()
    const client = product.client()
    await sendCodeTo(client, mobile)
    product.advance(61)
    await expectRefusal(sendCodeTo(client, mobile), { kind: 'captcha-required' })

    const { key, code } = await createKnownCaptcha(product)
    const request = { dynamicType: '01', hasMobileNo: true, mobile, captchaKey: key } as const
    await expectRefusal(client.api.onboarding.sendSmsCode(request), { kind: 'captcha-wrong' })
    await client.api.onboarding.checkCaptcha({
      dynamicType: '01',
      captchaKey: key,
      imageCode: code,
    })
    await client.api.onboarding.sendSmsCode(request)
    product.advance(61)
    await expectRefusal(client.api.onboarding.sendSmsCode(request), { kind: 'captcha-wrong' })
  })

  it('is required when one device sends to many phones', async () => {
    const client = product.client()
    for (let count = 0; count < 5; count += 1) await sendCodeTo(client, newPhone())
    await expectRefusal(sendCodeTo(client, newPhone()), { kind: 'captcha-required' })
  })

  it('an image code before a message is required behind a proxy', async () => {
    const nowMs = () => product.services.now().getTime()
    const client = createClient(product.app, { nowMs, ip: '203.0.113.7' })
    await expectRefusal(sendCodeTo(client, newPhone()), { kind: 'captcha-required' })
  })

  it('is valid for one of several concurrent messages', async () => {
    const { key, code } = await createKnownCaptcha(product)
    const words = await countMessages(
      Array.from({ length: 10 }, () =>
        product.client().api.onboarding.sendSmsCodeAfterCaptcha({
          mobile: newPhone(),
          captchaKey: key,
          imageCode: code,
        }),
      ),
    )
    expect(words.get('ok')).toBe(1)
    expect(words.get(refusalMessage({ kind: 'captcha-wrong' }).message)).toBe(9)
  })
})

describe('a client that sends to many phones', { timeout: 30_000 }, () => {
  it.each([
    ['address', (client: Client) => `sms:ip:${client.ip}`, signInFigures.sms.perIpAndHour],
    [
      'device',
      (client: Client) => `sms:device:${String(client.common['deviceId'])}`,
      signInFigures.sms.perDeviceAndDay,
    ],
  ])('is stopped by the limit per %s, whatever the phones', async (_, keyOf, limit) => {
    const client = product.client()
    const { limiter } = product.services
    for (let count = 0; count < limit; count += 1) {
      await limiter.take({ key: keyOf(client), limit, windowSeconds: 3_600 })
    }
    const mobile = newPhone()
    await expect(sendCodeTo(client, mobile)).rejects.toThrow(/操作太频繁/)
    expect(await messagesTo(product, mobile)).toEqual([])
  })

  it('is stopped by the limit of its /56 and /48 when it changes its /64', async () => {
    const { limiter } = product.services
    const { perIpAndHour } = signInFigures.sms
    for (const [wide, factor, ip] of [
      ['2001:db8:7:a/56', 2, '2001:db8:7:aff::1'],
      ['2001:db8:9/48', 8, '2001:db8:9:1234::1'],
    ] as const) {
      const cost = perIpAndHour * factor
      await limiter.take({ key: `sms:ip:${wide}`, limit: cost, windowSeconds: 3_600, cost })
      await expect(sendCodeTo(product.client(ip), newPhone())).rejects.toThrow(/操作太频繁/)
    }
    await sendCodeTo(product.client('2001:db8:8::1'), newPhone())
  })

  it('is stopped by the brake over all networks, which signed-in customers do not meet', async () => {
    const owner = product.client()
    await signInWith(product, owner, newPhone())
    const before = await product.services.limiter.count(UNVERIFIED_CODES)
    const cost = signInFigures.sms.unverifiedPerHourInAll - before
    const brake = { key: UNVERIFIED_CODES, limit: cost + before, windowSeconds: 3_600 }
    await product.services.limiter.take({ ...brake, cost })
    await expect(sendCodeTo(product.client(), newPhone())).rejects.toThrow(/操作太频繁/)
    const { body } = await product.app.inject({ method: 'GET', url: '/metrics' })
    expect(body).toMatch(/qingzhou_sms_codes\{kind="unverified"\} 1\d{4}/)
    await owner.api.onboarding.sendPurposeCode({ purpose: 'agreement' })
    product.advance(3_601)
  })
})

/** Long enough for an open circuit breaker to allow a probe. */
const untilProbed = () => product.advance(31)

describe('a provider failure', { timeout: 30_000 }, () => {
  beforeEach(untilProbed)

  it('is reported, and uses up neither quota nor waiting time', async () => {
    const mobile = newPhone()
    await setFault(product, { provider: 'sms', failNext: 12 })
    for (let count = 0; count < 12; count += 1) {
      await expectRefusal(sendCodeTo(product.client(), mobile), { kind: 'sms-not-sent' })
      untilProbed()
    }
    await sendCodeTo(product.client(), mobile)
    expect(await messagesTo(product, mobile)).toHaveLength(1)
  })

  it('does not block the caller if the SMS provider is down', async () => {
    await setFault(product, { provider: 'sms', down: true })
    await expectRefusal(sendCodeTo(product.client(), newPhone()), { kind: 'sms-not-sent' })
    await setFault(product, { provider: 'sms', down: false })
  })

  it('does not block the caller if the SMS provider is slow, and a late message is still valid', async () => {
    const mobile = newPhone()
    const client = product.client()
    await setFault(product, { provider: 'sms', delayMs: 60_000 })
    await expectRefusal(sendCodeTo(client, mobile), { kind: 'sms-not-sent' })
    await setFault(product, { provider: 'sms', delayMs: 0 })
    untilProbed()
    // It may have arrived, so it counts: otherwise a slow provider would allow flooding a phone.
    await expectRefusal(sendCodeTo(client, mobile), { kind: 'captcha-required' })
    const answer = await client.api.onboarding.signIn({
      by: 'code',
      mobile,
      dynamicCode: await latestCode(product, mobile),
      agreed,
    })
    expect(answer.outcome).toBe('signedIn')
  })

  it('does not prevent sending if only the IP lookup fails', async () => {
    await setFault(product, { provider: 'ip', down: true })
    await sendCodeTo(product.client(), newPhone())
    await setFault(product, { provider: 'ip', down: false })
  })
})
