import { describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { expectRefusal } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'

const product = startProductForFile()

type Answer = {
  readonly people?: readonly { readonly phone: string; readonly isCustomer: boolean }[]
  readonly url?: string
  readonly linkToken?: string
}

/** Sends a request as the desk's page does. */
async function ask(
  method: 'GET' | 'POST',
  path: string,
  fields?: object,
): Promise<{ status: number; answer: Answer }> {
  const response = await product.app.inject({
    method,
    url: `/desk/api/${path}`,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    ...(fields && { body: fields }),
  })
  return { status: response.statusCode, answer: response.json<Answer>() }
}

async function newLink(fields: object) {
  const { answer } = await ask('POST', 'sign-in-links', fields)
  const address = new URL(answer.url ?? '', 'http://own.example')
  return { linkToken: answer.linkToken ?? '', address }
}

describe('the desk', { timeout: 30_000 }, () => {
  it('lists the test people and which of them are customers', async () => {
    const { answer } = await ask('GET', 'people')
    expect(answer.people).toHaveLength(testPeople.length)
    const customers = (answer.people ?? []).filter(({ isCustomer }) => isCustomer)
    expect(customers.map(({ phone }) => phone)).toEqual(
      testPeople.filter(({ account }) => account).map(({ phone }) => phone),
    )
    expect(JSON.stringify(answer)).not.toContain('Boat_2026')
  })

  it('creates a link that signs a person in, to the chosen landing page', async () => {
    const { address } = await newLink({
      phone: '13900000008',
      channel: '000000000004',
      path: '/unionPayChannel',
    })
    expect(address.hash).toBe('#/unionPayChannel')
    expect(address.searchParams.get('extendChannelCode')).toBe('000000000004')
    const client = product.client()
    const { token } = await client.api.onboarding.redeemLinkToken({
      linkToken: address.searchParams.get('token') ?? '',
      mobile: address.searchParams.get('mobile') ?? undefined,
    })
    client.token = token
    const { maskedPhone } = await client.api.onboarding.currentUser({})
    expect(maskedPhone).toBe('139****0008')
  })

  it('expires a link', async () => {
    const { linkToken } = await newLink({ phone: '13900000008' })
    await ask('POST', 'expired-links', { linkToken })
    const attempt = product.client().api.onboarding.redeemLinkToken({ linkToken })
    await expectRefusal(attempt, { kind: 'link-token-invalid' })
  })

  it('ends the wait for the next code', async () => {
    const client = product.client()
    const { linkToken } = await newLink({ phone: '13900000008' })
    client.token = (await client.api.onboarding.redeemLinkToken({ linkToken })).token
    const sendCode = () => client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
    await sendCode()
    await expect(sendCode()).rejects.toThrow(/秒后再获取验证码/)
    await ask('POST', 'ended-code-waits', { phone: '13900000008' })
    await expect(sendCode()).resolves.toEqual({ waitSeconds: 60 })
  })

  it('publishes and removes the notice', async () => {
    const message = '系统升级中 <script>alert(1)</script>'
    await ask('POST', 'notice', { message })
    expect((await ask('GET', 'notice')).answer).toEqual({ message, isClosing: false })
    await ask('POST', 'notice', {})
    expect((await ask('GET', 'notice')).answer).toEqual({})
  })

  it.each([
    { phone: '13911111111' },
    { phone: 5 },
    {},
    { phone: '13900000008', path: '//evil.example' },
    { phone: '13900000008', path: '/x"onload=' },
  ])('refuses invalid input: %j', async (fields) => {
    const { status } = await ask('POST', 'sign-in-links', fields)
    expect(status).toBeGreaterThanOrEqual(400)
  })
})
