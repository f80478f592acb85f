import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import {
  giveConsent,
  signInByApp,
  startConsent,
  requestTicket,
} from '#features/onboarding/testing/app-user.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  newPhone,
  sendCodeTo,
  setFault,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const failed = { kind: 'authorisation-failed' } as const

describe('an authorisation', { timeout: 30_000 }, () => {
  it('[7.145] starts at the consent page and returns to our welcome page', async () => {
    const { location, redirectUri, state } = await startConsent(product.client(), 'wallet')
    expect(location.pathname).toBe('/sandbox/wallet/authorise')
    expect(redirectUri).toBe('/?provider=wallet#/user/welcome')
    expect(state).toMatch(/^[\w-]{43}$/)
  })

  it('redirects to the error page if started from an invalid link', async () => {
    const { status, headers } = await product
      .client()
      .send(calls.onboarding.startAuthorisation, { provider: 'wallet', uriId: 'spring-2026' })
    expect([status, headers.location]).toEqual([302, '/#/landError'])
  })

  it('[7.146] completes in one browser: our page, the consent page, our page', async () => {
    const client = product.client()
    const { location, redirectUri, state } = await startConsent(client, 'wallet')
    const page = await product.app.inject({ url: `${location.pathname}${location.search}` })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('顾晓舟')

    const decision = { redirect_uri: redirectUri, state, openId: 'wallet-0003-guxiaozhou' }
    const decided = await product.app.inject({
      method: 'POST',
      url: '/sandbox/wallet/decide',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...decision, decision: 'agree' }).toString(),
    })
    const back = new URL(String(decided.headers.location), 'http://own.example')
    expect(back.hash).toBe('#/user/welcome')
    const authCode = back.searchParams.get('code') ?? ''
    const answer = await client.api.onboarding.signIn({ by: 'authorisation', authCode, state })
    expect(answer.outcome).toBe('signedIn')
  })

  it.each([
    ['wallet', 'wallet-0003-guxiaozhou', '139****0003'],
    ['messenger', 'messenger-0006-qinmuyun', '139****0006'],
  ] as const)(
    'signs in a person who is linked in the %s',
    async (provider, openId, maskedPhone) => {
      const client = product.client()
      const answer = await signInByApp(product, client, { provider, openId })
      if (answer.outcome !== 'signedIn')
        throw new Error(`expected outcome signedIn, got ${answer.outcome}`)
      client.token = answer.token
      expect(await client.api.onboarding.currentUser({})).toMatchObject({ maskedPhone })
    },
  )

  it('is refused in a browser that did not start it', async () => {
    const begun = await startConsent(product.client(), 'wallet')
    const authCode = await giveConsent(
      product,
      { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' },
      begun.state,
    )
    const input = { by: 'authorisation', authCode, state: begun.state } as const
    const stranger = product.client()
    await expectRefusal(stranger.api.onboarding.signIn(input), failed)
    await startConsent(stranger, 'wallet')
    await expectRefusal(stranger.api.onboarding.signIn(input), failed)
  })

  it('an authorisation is valid once', async () => {
    const client = product.client()
    const { state } = await startConsent(client, 'wallet')
    const authCode = await giveConsent(
      product,
      { provider: 'wallet', openId: 'wallet-0004-jiangyingxue' },
      state,
    )
    const input = { by: 'authorisation', authCode, state } as const
    await client.api.onboarding.signIn(input)
    await expectRefusal(client.api.onboarding.signIn(input), failed)
  })

  it('is refused after ten minutes, with an invented code, or if the provider is down', async () => {
    const client = product.client()
    const late = await startConsent(client, 'wallet')
    product.advance(601)
    const authCode = await giveConsent(
      product,
      { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' },
      late.state,
    )
    const lateTry = { by: 'authorisation', authCode, state: late.state } as const
    await expectRefusal(client.api.onboarding.signIn(lateTry), failed)

    const { state } = await startConsent(client, 'wallet')
    const madeUp = { by: 'authorisation', authCode: "x' OR '1'='1", state } as const
    await expectRefusal(client.api.onboarding.signIn(madeUp), failed)

    const begun = await startConsent(client, 'wallet')
    const code = await giveConsent(
      product,
      { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' },
      begun.state,
    )
    await setFault(product, { provider: 'wallet', down: true })
    const whileDown = { by: 'authorisation', authCode: code, state: begun.state } as const
    await expectRefusal(client.api.onboarding.signIn(whileDown), failed)
    await setFault(product, { provider: 'wallet', down: false })
  })
})

describe('registering through the payment app', { timeout: 30_000 }, () => {
  it('accepts the phone that the app reports only with a code sent to it, and signs the person in the next time', async () => {
    const client = product.client()
    const { ticket, maskedPhone } = await requestTicket(product, client, {
      provider: 'wallet',
      openId: 'wallet-0004-jiangyingxue',
    })
    expect(maskedPhone).toBe('139****0004')
    const { onboarding } = client.api
    const mobile = '13900000004'
    const input = { partner: 'wallet', ticket, agreed, mobile, dynamicCode: '12345' } as const
    // The number has no account, but may have another owner by now.
    await expectRefusal(onboarding.registerThroughPartner(input), { kind: 'sms-code-void' })
    await sendCodeTo(client, mobile)
    const withCode = { ...input, dynamicCode: await latestCode(product, mobile) }
    const withoutConsent = onboarding.registerThroughPartner({ ...withCode, agreed: [] })
    await expectRefusal(withoutConsent, { kind: 'agreement-needed' })
    const answer = await onboarding.registerThroughPartner(withCode)
    expect(answer).toMatchObject({ outcome: 'signedIn', isNew: true })
    await expectRefusal(onboarding.registerThroughPartner(withCode), failed)

    const next = await signInByApp(product, product.client(), {
      provider: 'wallet',
      openId: 'wallet-0004-jiangyingxue',
    })
    expect(next).toMatchObject({ outcome: 'signedIn', isNew: false })
  })

  it('accepts another phone only with a code sent to it', async () => {
    const client = product.client()
    const { ticket, maskedPhone } = await requestTicket(product, client, {
      provider: 'wallet',
      openId: 'wallet-0005-heyifan',
    })
    expect(maskedPhone).toBe('')
    const { onboarding } = client.api
    const input = { partner: 'wallet', ticket, agreed } as const
    const mobile = newPhone()
    const guessed = onboarding.registerThroughPartner({ ...input, mobile, dynamicCode: '12345' })
    await expectRefusal(guessed, { kind: 'sms-code-void' })

    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const answer = await onboarding.registerThroughPartner({ ...input, mobile, dynamicCode })
    expect(answer.isNew).toBe(true)
  })

  it('accepts a ticket only in the same browser and before it expires', async () => {
    const client = product.client()
    const { ticket } = await requestTicket(product, client, {
      provider: 'messenger',
      openId: 'messenger-0007-xuwangchuan',
    })
    const mobile = '13900000002'
    const input = { partner: 'wallet', ticket, agreed, mobile, dynamicCode: '12345' } as const
    await expectRefusal(product.client().api.onboarding.registerThroughPartner(input), failed)
    product.advance(601)
    await expectRefusal(client.api.onboarding.registerThroughPartner(input), failed)
  })
})

describe('registering through a bank partner', { timeout: 30_000 }, () => {
  it('[7.143] requires a known partner and a code, and records the partner', async () => {
    const client = product.client()
    const mobile = newPhone()
    await sendCodeTo(client, mobile)
    const dynamicCode = await latestCode(product, mobile)
    const input = { partner: 'bank', agreed, mobile, dynamicCode } as const
    const { onboarding } = client.api
    const unknown = onboarding.registerThroughPartner({ ...input, gdCode: 'GD9999' })
    await expectRefusal(unknown, { kind: 'bank-partner-link-unknown' })
    const answer = await onboarding.registerThroughPartner({ ...input, gdCode: 'GD0002' })
    expect(answer.isNew).toBe(true)

    client.token = answer.token
    const { customerNo } = await onboarding.currentUser({})
    const rows = await product.services.database.query<{ bank_partner_code: string }>(
      `SELECT bank_partner_code FROM customers WHERE customer_no = $1`,
      [customerNo],
    )
    expect(rows).toEqual([{ bank_partner_code: 'GD0002' }])
  })
})
