import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import {
  agreed,
  expectRefusal,
  createKnownCaptcha,
  latestCode,
  messagesTo,
  newPhone,
  sendCodeTo,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const { perPhoneAndDay, unverifiedPerPhoneAndDay, unverifiedPerNetworkAndDay } = signInFigures.sms

const product = startProductForFile()

async function sendAfterCaptcha(client: Client, mobile: string): Promise<unknown> {
  const { key, code } = await createKnownCaptcha(product)
  const request = { mobile, captchaKey: key, imageCode: code }
  return client.api.onboarding.sendSmsCodeAfterCaptcha(request)
}

/** Requests codes for a phone from different browsers and networks. */
async function requestAsStrangers(mobile: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await sendAfterCaptcha(product.client(), mobile)
    product.advance(61)
  }
}

describe('a stranger who knows a phone number', { timeout: 60_000 }, () => {
  it('cannot use up the tries of the owner’s code', async () => {
    const [owner, stranger] = [product.client(), product.client()]
    const mobile = newPhone()
    await sendCodeTo(owner, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const wrong = dynamicCode === '12345' ? '54321' : '12345'
    for (let count = 0; count < 8; count += 1) {
      const guess = stranger.api.onboarding.signIn({
        by: 'code',
        mobile,
        dynamicCode: wrong,
        agreed,
      })
      await expectRefusal(guess, { kind: 'sms-code-void' })
    }
    const answer = await owner.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    expect(answer.outcome).toBe('signedIn')
  })

  it('cannot sign in with a correct code that the owner requested', async () => {
    const [owner, stranger] = [product.client(), product.client()]
    const mobile = newPhone()
    await sendCodeTo(owner, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const attempt = stranger.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    await expectRefusal(attempt, { kind: 'sms-code-void' })
  })

  it('does not void the owner’s code by requesting another one or by guessing', async () => {
    const [owner, stranger] = [product.client(), product.client()]
    const mobile = newPhone()
    await sendCodeTo(owner, mobile)
    const dynamicCode = await latestCode(product, mobile)
    product.advance(61)
    await sendCodeTo(stranger, mobile)
    const others = await latestCode(product, mobile)
    const wrong = others === '12345' ? '54321' : '12345'
    for (let count = 0; count < 6; count += 1) {
      await countMessages([
        stranger.api.onboarding.signIn({ by: 'code', mobile, dynamicCode: wrong, agreed }),
      ])
    }
    const answer = await owner.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
    expect(answer.outcome).toBe('signedIn')
  })

  it('gets the same response whether or not the owner has just requested a code', async () => {
    const [quiet, busy] = [newPhone(), newPhone()]
    await sendCodeTo(product.client(), busy)
    const answers = []
    for (const mobile of [quiet, busy]) {
      const fields = { dynamicType: '01', hasMobileNo: 'Y', mobile }
      const answer = await product.client().send(calls.onboarding.sendSmsCode, fields)
      const { statusInfo: _, ...rest } = answer.body
      answers.push({ status: answer.status, code: answer.code, message: answer.message, rest })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.code).toBe('COMCC00000')
  })

  it('cannot use up the message quota that a signed-in owner needs to pay', async () => {
    const owner = product.client()
    const mobile = newPhone()
    await signInWith(product, owner, mobile)
    product.advance(61)
    await requestAsStrangers(mobile, unverifiedPerPhoneAndDay - 1)
    await expectRefusal(sendAfterCaptcha(product.client(), mobile), { kind: 'sms-quota-spent' })

    for (let count = unverifiedPerPhoneAndDay; count < perPhoneAndDay; count += 1) {
      await owner.api.onboarding.sendPurposeCode({ purpose: 'payment' })
      product.advance(61)
    }
    const dynamicCode = await latestCode(product, mobile)
    await owner.api.onboarding.checkPurposeCode({ purpose: 'payment', dynamicCode })
    expect(await messagesTo(product, mobile)).toHaveLength(perPhoneAndDay)
    const more = owner.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    await expectRefusal(more, { kind: 'sms-quota-spent' })
  })

  it('cannot use up, from one network, the message quota that the owner needs to sign in', async () => {
    const mobile = newPhone()
    const stranger = product.client()
    for (let count = 0; count < unverifiedPerNetworkAndDay; count += 1) {
      await sendAfterCaptcha(stranger, mobile)
      product.advance(61)
    }
    await expectRefusal(sendAfterCaptcha(stranger, mobile), { kind: 'sms-quota-spent' })
    expect((await signInWith(product, product.client(), mobile)).isNew).toBe(true)
  })

  it('counts as unverified even if signed in to another account', async () => {
    const owner = product.client()
    const mobile = newPhone()
    await signInWith(product, owner, mobile)
    product.advance(61)
    await requestAsStrangers(mobile, unverifiedPerPhoneAndDay - 1)
    const other = product.client()
    await signInWith(product, other, newPhone())
    const change = { mobile, way: 'bothPhones' } as const
    await expectRefusal(other.api.profile.startPhoneChange(change), { kind: 'sms-quota-spent' })
    await owner.api.onboarding.sendPurposeCode({ purpose: 'payment' })
  })
})
