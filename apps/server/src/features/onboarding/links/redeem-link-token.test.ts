import { describe, expect, it } from 'vitest'
import { refusalMessage } from '#http/refusals.ts'
import { customerNo } from '@qingzhou/platform/ids'
import { issueLinkToken } from '#features/onboarding/index.ts'
import {
  expectRefusal,
  newPhone,
  signInWith,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

async function tokenOfNewCustomer() {
  const client = product.client()
  const phone = newPhone()
  await signInWith(product, client, phone)
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  const customer = customerNo(number)
  const { token } = await issueLinkToken(product.services, { customer, phone })
  return { phone, customer, linkToken: token }
}

const invalid = { kind: 'link-token-invalid' } as const

describe('a link token', { timeout: 30_000 }, () => {
  it('[4.040, 7.026] signs its customer in, with or without the phone in the request', async () => {
    for (const withPhone of [true, false]) {
      const { phone, customer, linkToken } = await tokenOfNewCustomer()
      const client = product.client()
      const request = withPhone ? { linkToken, mobile: phone } : { linkToken }
      const { token, isNew } = await client.api.onboarding.redeemLinkToken(request)
      expect(isNew).toBe(false)
      client.token = token
      expect((await client.api.onboarding.currentUser({})).customerNo).toBe(customer)
    }
  })

  it('opens one session for fifty concurrent requests', async () => {
    const { linkToken, customer } = await tokenOfNewCustomer()
    const clients = Array.from({ length: 50 }, () => product.client())
    const words = await countMessages(
      clients.map((client) => client.api.onboarding.redeemLinkToken({ linkToken })),
    )
    expect(words.get('ok')).toBe(1)
    expect(words.get(refusalMessage(invalid).message)).toBe(49)
    const sessions = await product.services.database.query<{ session_id: string }>(
      `SELECT session_id FROM sessions WHERE customer_no = $1`,
      [customer],
    )
    // One from the registration, one from the link.
    expect(sessions).toHaveLength(2)
  })

  it('is refused with another phone and stays valid for its own', async () => {
    const { phone, linkToken } = await tokenOfNewCustomer()
    const { onboarding } = product.client().api
    for (const mobile of [newPhone(), '13900000002']) {
      await expectRefusal(onboarding.redeemLinkToken({ linkToken, mobile }), invalid)
    }
    const answer = await onboarding.redeemLinkToken({ linkToken, mobile: phone })
    expect(answer.outcome).toBe('signedIn')
  })

  it('[6.005] is refused with the same message when used, expired or unknown', async () => {
    const { linkToken } = await tokenOfNewCustomer()
    const { onboarding } = product.client().api
    await onboarding.redeemLinkToken({ linkToken })
    await expectRefusal(onboarding.redeemLinkToken({ linkToken }), invalid)

    const late = await tokenOfNewCustomer()
    product.advance(901)
    await expectRefusal(onboarding.redeemLinkToken({ linkToken: late.linkToken }), invalid)
    for (const unknown of ['x', "' OR 1=1 --", '<script>alert(1)</script>']) {
      await expectRefusal(onboarding.redeemLinkToken({ linkToken: unknown }), invalid)
    }
  })

  it('is stored in plain text neither in the database nor in the log', async () => {
    const { linkToken } = await tokenOfNewCustomer()
    await product.client().api.onboarding.redeemLinkToken({ linkToken })
    const rows = await product.services.database.query<{ row: string }>(
      `SELECT link_tokens::text AS row FROM link_tokens`,
    )
    expect(JSON.stringify(rows)).not.toContain(linkToken)
    expect(product.logged()).not.toContain(linkToken)
  })
})
