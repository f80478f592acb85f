import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { invite } from '#features/credit/index.ts'
import { onAnotherPhone } from '#features/identity/testing/applicant.ts'
import { issueLinkToken } from '#features/onboarding/index.ts'
import { signInByApp } from '#features/onboarding/testing/app-user.ts'
import { begun, changePhone, newMover, type Mover } from '#features/profile/testing/mover.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  sendCodeTo,
  signInWith,
  wordsOf,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const password = 'Still_Water_9'

async function customerIn(client: Client): Promise<string> {
  return (await client.api.onboarding.currentUser({})).customerNo
}

/** A message within the hour of another would ask for an image first. */
function anHourLater(): void {
  product.advance(3_601)
}

describe('after a phone change', { timeout: 60_000 }, () => {
  it('a code to the new phone opens the account, and one to the old an empty one', async () => {
    const mover = await newMover(product)
    await changePhone(product, mover)
    anHourLater()
    const [withNew, withOld] = [product.client(), product.client()]
    expect(await signInWith(product, withNew, mover.newPhone)).toEqual({ isNew: false })
    expect(await customerIn(withNew)).toBe(mover.customer)
    expect(await signInWith(product, withOld, mover.phone)).toEqual({ isNew: true })
    expect(await customerIn(withOld)).not.toBe(mover.customer)
  })

  it('no session on any device goes on', async () => {
    const mover = await newMover(product)
    const elsewhere = await onAnotherPhone(product, mover)
    await changePhone(product, mover)
    const notSignedIn = { kind: 'not-signed-in' } as const
    for (const { client } of [mover, elsewhere]) {
      await expectRefusal(client.api.onboarding.currentUser({}), notSignedIn)
    }
  })

  it('a code that was sent to the old phone before signs nobody in', async () => {
    const mover = await newMover(product)
    anHourLater()
    const codes = await begun(product, mover)
    await product.services.database.query(`UPDATE sms_quotas SET last_sent_at = NULL`)
    const client = product.client()
    await sendCodeTo(client, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    await mover.client.api.profile.confirmPhoneChange(codes)
    const signIn = { by: 'code', mobile: mover.phone, dynamicCode, agreed } as const
    await expectRefusal(client.api.onboarding.signIn(signIn), { kind: 'sms-code-void' })
  })

  it('the password goes with the new phone, and is wrong with the old', async () => {
    const mover = await newMover(product)
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

  it('a link that was sent to the old phone opens nothing', async () => {
    const mover = await newMover(product)
    const { customer, phone } = mover
    const { token } = await issueLinkToken(product.services, { customer, phone })
    await changePhone(product, mover)
    const redeemed = product.client().api.onboarding.redeemLinkToken({ linkToken: token })
    await expectRefusal(redeemed, { kind: 'link-token-invalid' })
  })

  it('a bank partner’s page leads the old phone to an empty account', async () => {
    const mover = await newMover(product)
    await changePhone(product, mover)
    anHourLater()
    const client = product.client()
    await sendCodeTo(client, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    const given = { partner: 'bank', gdCode: 'GD0002', mobile: mover.phone, dynamicCode } as const
    const answer = await client.api.onboarding.registerThroughPartner({ ...given, agreed })
    expect(answer.isNew).toBe(true)
  })

  it('an app that was linked has to be linked anew', async () => {
    const user = { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' } as const
    const owner = product.client()
    const before = await signInByApp(product, owner, user)
    owner.token = before.outcome === 'signedIn' ? before.token : undefined
    const customer = await customerIn(owner)
    const mover = { ...(await newMover(product)), client: owner, phone: '13900000003' }
    await changePhone(product, mover)

    const after = await signInByApp(product, product.client(), user)
    // The app still vouches for the old phone, which is nobody's now.
    expect(after).toMatchObject({ outcome: 'phoneNeeded', maskedPhone: '139****0003' })
    const client = product.client()
    await signInByNewPhone(client, mover)
    expect(await customerIn(client)).toBe(customer)
  })

  it('an invitation has gone along, so that the old number’s next owner is not invited', async () => {
    const mover = await newMover(product)
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

it('signing in by the old phone at the same moment leaves no session behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const mover = await newMover(product)
    anHourLater()
    const codes = await begun(product, mover)
    await product.services.database.query(`UPDATE sms_quotas SET last_sent_at = NULL`)
    const rival = product.client()
    await sendCodeTo(rival, mover.phone)
    const dynamicCode = await latestCode(product, mover.phone)
    const signIn = { by: 'code', mobile: mover.phone, dynamicCode, agreed } as const
    const [, words] = await Promise.all([
      mover.client.api.profile.confirmPhoneChange(codes),
      wordsOf([rival.api.onboarding.signIn(signIn)]),
    ])
    // In time, or too late; but never in the way of each other.
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

async function signInByNewPhone(client: Client, mover: Mover): Promise<void> {
  anHourLater()
  await signInWith(product, client, mover.newPhone)
}
