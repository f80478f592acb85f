import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { invite } from '#features/credit/index.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { issueLinkToken } from '#features/onboarding/index.ts'
import { signInByApp } from '#features/onboarding/testing/app-user.ts'
import {
  beginPhoneChange,
  changePhone,
  newPhoneChanger,
  type PhoneChanger,
} from '#features/profile/testing/phone-changer.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  sendCodeTo,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const password = 'Still_Water_9'

async function customerIn(client: Client): Promise<string> {
  return (await client.api.onboarding.currentUser({})).customerNo
}

/** A second SMS code within the hour would require a captcha. */
function anHourLater(): void {
  product.advance(3_601)
}

describe('after a phone change', { timeout: 60_000 }, () => {
  it('a code to the new phone opens the account, and a code to the old phone an empty one', async () => {
    const mover = await newPhoneChanger(product)
    await changePhone(product, mover)
    anHourLater()
    const [withNew, withOld] = [product.client(), product.client()]
    expect(await signInWith(product, withNew, mover.newPhone)).toEqual({ isNew: false })
    expect(await customerIn(withNew)).toBe(mover.customer)
    expect(await signInWith(product, withOld, mover.phone)).toEqual({ isNew: true })
    expect(await customerIn(withOld)).not.toBe(mover.customer)
  })

  it('every session on every device has ended', async () => {
    const mover = await newPhoneChanger(product)
    const elsewhere = await onAnotherPhone(product, mover)
    await changePhone(product, mover)
    const notSignedIn = { kind: 'not-signed-in' } as const
    for (const { client } of [mover, elsewhere]) {
      await expectRefusal(client.api.onboarding.currentUser({}), notSignedIn)
    }
  })

  it('a code sent to the old phone before the change signs in to nothing', async () => {
    const mover = await newPhoneChanger(product)
    anHourLater()
    const codes = await beginPhoneChange(product, mover)
    await product.services.database.query(`UPDATE sms_quotas SET last_sent_at = NULL`)
    const client = product.client()
    await sendCodeTo(client, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    await mover.client.api.profile.confirmPhoneChange(codes)
    const signIn = { by: 'code', mobile: mover.phone, dynamicCode, agreed } as const
    await expectRefusal(client.api.onboarding.signIn(signIn), { kind: 'sms-code-void' })
  })

  it('the password works with the new phone and is wrong with the old one', async () => {
    const mover = await newPhoneChanger(product)
    anHourLater()
    const { client } = mover
    await sendCodeTo(client, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    const signedIn = await client.api.onboarding.signIn({
      by: 'code',
      mobile: mover.phone,
      dynamicCode,
      agreed,
      newPassword: password,
    })
    client.token = signedIn.outcome === 'signedIn' ? signedIn.token : undefined
    await changePhone(product, mover)
    const byPassword = (mobile: string) =>
      product.client().api.onboarding.signIn({ by: 'password', mobile, password })
    await expectRefusal(byPassword(mover.phone), { kind: 'password-wrong' })
    expect(await byPassword(mover.newPhone)).toMatchObject({ outcome: 'signedIn', isNew: false })
  })

  it('a link token sent to the old phone is refused', async () => {
    const mover = await newPhoneChanger(product)
    const { customer, phone } = mover
    const { token } = await issueLinkToken(product.services, { customer, phone })
    await changePhone(product, mover)
    const redeemed = product.client().api.onboarding.redeemLinkToken({ linkToken: token })
    await expectRefusal(redeemed, { kind: 'link-token-invalid' })
  })

  it('a bank partner’s page signs the old phone in to an empty account', async () => {
    const mover = await newPhoneChanger(product)
    await changePhone(product, mover)
    anHourLater()
    const client = product.client()
    await sendCodeTo(client, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    const input = { partner: 'bank', gdCode: 'GD0002', mobile: mover.phone, dynamicCode } as const
    const answer = await client.api.onboarding.registerThroughPartner({ ...input, agreed })
    expect(answer.isNew).toBe(true)
  })

  it('a linked app has to be linked again', async () => {
    const user = { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' } as const
    const owner = product.client()
    const before = await signInByApp(product, owner, user)
    owner.token = before.outcome === 'signedIn' ? before.token : undefined
    const customer = await customerIn(owner)
    const mover = { ...(await newPhoneChanger(product)), client: owner, phone: '13900000003' }
    await changePhone(product, mover)

    const after = await signInByApp(product, product.client(), user)
    // The app still reports the old phone, which belongs to no customer now.
    expect(after).toMatchObject({ outcome: 'phoneNeeded', maskedPhone: '139****0003' })
    const client = product.client()
    await signInByNewPhone(client, mover)
    expect(await customerIn(client)).toBe(customer)
  })

  it('an invitation moves to the new number, so that the next owner of the old number has none', async () => {
    const mover = await newPhoneChanger(product)
    const { services } = product
    const lastDay = addDays(services.today(), 30)
    const invitation = { amount: fen(8_000_00n), grade: 'B', phone: mover.phone, lastDay } as const
    await invite(services.database, services, invitation)
    await changePhone(product, mover)
    const rows = await services.database.query<{ phone_index: Buffer }>(
      `SELECT phone_index FROM invitations WHERE phone_index = ANY ($1)`,
      [[mover.phone, mover.newPhone].map((phone) => services.vault.index('phone', phone))],
    )
    expect(rows.map((row) => row.phone_index)).toEqual([
      services.vault.index('phone', mover.newPhone),
    ])
  })
})

it('a concurrent sign-in by the old phone leaves no session', async () => {
  for (let round = 0; round < 4; round += 1) {
    const mover = await newPhoneChanger(product)
    anHourLater()
    const codes = await beginPhoneChange(product, mover)
    await product.services.database.query(`UPDATE sms_quotas SET last_sent_at = NULL`)
    const rival = product.client()
    await sendCodeTo(rival, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    const signIn = { by: 'code', mobile: mover.phone, dynamicCode, agreed } as const
    const [, words] = await Promise.all([
      mover.client.api.profile.confirmPhoneChange(codes),
      countMessages([rival.api.onboarding.signIn(signIn)]),
    ])
    // The sign-in comes before the change or too late; neither blocks the other.
    expect(['ok', '短信验证码已失效，请重新获取']).toEqual(
      expect.arrayContaining([...words.keys()]),
    )
    const rows = await product.services.database.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE customer_no = $1`,
      [mover.customer],
    )
    expect(rows).toEqual([])
  }
}, 60_000)

async function signInByNewPhone(client: Client, mover: PhoneChanger): Promise<void> {
  anHourLater()
  await signInWith(product, client, mover.newPhone)
}
