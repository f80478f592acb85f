import { calls } from '@qingzhou/contract/calls'
import {
  agreed,
  latestCode,
  sendCodeTo,
} from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { isRefused, outcomeOf, type Attack, type Target } from '#prove/attacks/attack.ts'

/**
 * A payment app vouches for a phone that has a new owner: the previous owner could open the new
 * owner's account, or keep a session in it. A code to the phone must be required, and a new owner's
 * sign-in must end what the app has opened.
 */
export const linkedApp: Attack = {
  name: 'app account of an old owner of the phone',
  async run(target) {
    const people = testPeople.filter(({ wallet }) => wallet?.sharesPhone && !wallet.isLinked)
    const attempts = []
    for (const { wallet, phone } of people) {
      const client = target.visitor()
      const ticket = await ticketFor(target, client, wallet?.openId ?? '')
      const opens = (dynamicCode: string) =>
        client.api.onboarding.registerThroughPartner({
          partner: 'wallet',
          ticket,
          agreed,
          mobile: phone,
          dynamicCode,
        })
      const isKeptOut = await isRefused(() => opens('12345'))
      attempts.push({ what: `an app without an SMS code opened an account`, isRefused: isKeptOut })

      await sendCodeTo(client, phone)
      client.token = (await opens(await latestCode(target.product, phone))).token
      await registerOwner(target, phone)
      const reads = [
        () => client.api.onboarding.currentUser({}),
        () => client.api.profile.read({ masked: false }),
        () => client.api.security.signOutEverywhere({}),
      ]
      for (const read of reads) {
        attempts.push({ what: 'a session of the old owner', isRefused: await isRefused(read) })
      }
    }
    return outcomeOf(attempts)
  },
}

/** Registers the phone's current owner by SMS code. */
async function registerOwner(target: Target, phone: string): Promise<void> {
  const owner = target.visitor()
  await sendCodeTo(owner, phone)
  const dynamicCode = await latestCode(target.product, phone)
  await owner.api.onboarding.signIn({ by: 'code', mobile: phone, dynamicCode, agreed })
}

/** Empty if the app's user gets no registration ticket. */
async function ticketFor(target: Target, client: Client, openId: string): Promise<string> {
  const { headers } = await client.send(calls.onboarding.startAuthorisation, { provider: 'wallet' })
  const location = new URL(String(headers.location), target.address)
  const state = location.searchParams.get('state') ?? ''
  const body = new URLSearchParams({ redirect_uri: '/', state, openId, decision: 'agree' })
  const url = `${target.product.sandbox.url}/wallet/decide`
  const decided = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(decided.headers.get('location') ?? '', target.address)
  const authCode = back.searchParams.get('code') ?? ''
  const answer = await client.api.onboarding.signIn({ by: 'authorisation', authCode, state })
  if (answer.outcome === 'signedIn') throw new Error('an unlinked app account was signed in')
  return answer.ticket
}
