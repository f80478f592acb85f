import { expect } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'

type App = 'wallet' | 'messenger'
export type AppUser = { readonly provider: App; readonly openId: string }

export async function startConsent(client: Client, provider: App) {
  const { status, headers } = await client.send(calls.onboarding.startAuthorisation, { provider })
  expect(status).toBe(302)
  const location = new URL(String(headers.location), 'http://own.example')
  return {
    location,
    state: location.searchParams.get('state') ?? '',
    redirectUri: location.searchParams.get('redirect_uri') ?? '',
  }
}

/** Grants consent on the app's consent page; returns the code that the browser comes back with. */
export async function giveConsent(
  { sandbox }: TestProduct,
  { provider, openId }: AppUser,
  state: string,
): Promise<string> {
  const body = new URLSearchParams({ redirect_uri: '/', state, openId, decision: 'agree' })
  const response = await fetch(`${sandbox.url}/${provider}/decide`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  const location = new URL(response.headers.get('location') ?? '', 'http://own.example')
  return location.searchParams.get('code') ?? ''
}

/** Signs in through the app: consent page, return, sign-in call. */
export async function signInByApp(product: TestProduct, client: Client, user: AppUser) {
  const { state } = await startConsent(client, user.provider)
  const authCode = await giveConsent(product, user, state)
  return client.api.onboarding.signIn({ by: 'authorisation', authCode, state })
}

/** Signs in with an app account that is not linked yet; returns the ticket for the registration. */
export async function requestTicket(product: TestProduct, client: Client, user: AppUser) {
  const answer = await signInByApp(product, client, user)
  if (answer.outcome !== 'phoneNeeded')
    throw new Error(
      `app account ${user.openId}: expected outcome phoneNeeded, got ${answer.outcome}`,
    )
  return answer
}
