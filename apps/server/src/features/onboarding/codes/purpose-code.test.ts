import { describe, expect, it } from 'vitest'
import { customerNo } from '@qingzhou/platform/ids'
import { takePassedCheck } from '#features/onboarding/index.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  newPhone,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

async function newSignedInClient(): Promise<{ client: Client; mobile: string }> {
  const client = product.client()
  const mobile = newPhone()
  await signInWith(product, client, mobile)
  return { client, mobile }
}

async function sessionOf(client: Client) {
  const { customerNo: customer } = await client.api.onboarding.currentUser({})
  const [row] = await product.services.database.query<{ session_id: string }>(
    `SELECT session_id FROM sessions WHERE customer_no = $1`,
    [customer],
  )
  return { id: row?.session_id ?? '', customer: customerNo(customer) }
}

describe('a code for a purpose', { timeout: 30_000 }, () => {
  it('[7.047] states its purpose in the SMS, and is valid once for that only', async () => {
    const { client, mobile } = await newSignedInClient()
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    const [message] = await messagesTo(product, mobile)
    expect(message?.text).toContain('用于确认借款')
    const dynamicCode = await latestCode(product, mobile)
    await client.api.onboarding.checkPurposeCode({ purpose: 'loan', dynamicCode })

    const { database } = product.services
    const session = await sessionOf(client)
    const stranger = { ...session, id: 'another session' }
    const take = (check: Parameters<typeof takePassedCheck>[2]) =>
      takePassedCheck(database, product.services, check)
    expect(await take({ session, purpose: 'payment' })).toBe(false)
    expect(await take({ session: stranger, purpose: 'loan' })).toBe(false)
    expect(await take({ session, purpose: 'loan' })).toBe(true)
    expect(await take({ session, purpose: 'loan' })).toBe(false)
  })

  it('is void ten minutes after it was checked', async () => {
    const { client, mobile } = await newSignedInClient()
    await client.api.onboarding.sendPurposeCode({ purpose: 'payment' })
    const dynamicCode = await latestCode(product, mobile)
    await client.api.onboarding.checkPurposeCode({ purpose: 'payment', dynamicCode })
    const session = await sessionOf(client)
    product.advance(601)
    const { database } = product.services
    const check = { session, purpose: 'payment' } as const
    expect(await takePassedCheck(database, product.services, check)).toBe(false)
  })

  it('[7.048] is not valid for another purpose or for sign-in', async () => {
    const { client, mobile } = await newSignedInClient()
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    const dynamicCode = await latestCode(product, mobile)
    const otherPurpose = client.api.onboarding.checkPurposeCode({ purpose: 'phone', dynamicCode })
    await expectRefusal(otherPurpose, { kind: 'sms-code-void' })
    const signIn = client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed: [] })
    await expectRefusal(signIn, { kind: 'sms-code-void' })
  })

  it('is not valid for another customer', async () => {
    const owner = await newSignedInClient()
    const other = await newSignedInClient()
    await owner.client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    const dynamicCode = await latestCode(product, owner.mobile)
    const attempt = other.client.api.onboarding.checkPurposeCode({ purpose: 'loan', dynamicCode })
    await expectRefusal(attempt, { kind: 'sms-code-void' })
  })

  it('is sent once a minute, and only to a signed-in customer', async () => {
    const { client } = await newSignedInClient()
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    const again = client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    await expect(again).rejects.toThrow(/秒后再获取验证码/)
    const stranger = product.client().api.onboarding
    await expectRefusal(stranger.sendPurposeCode({ purpose: 'loan' }), { kind: 'not-signed-in' })
    const check = stranger.checkPurposeCode({ purpose: 'loan', dynamicCode: '12345' })
    await expectRefusal(check, { kind: 'not-signed-in' })
  })
})
