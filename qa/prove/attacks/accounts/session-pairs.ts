import type { Call } from '@qingzhou/contract/calls'
import { calls } from '@qingzhou/contract/calls'
import { issueLinkToken } from '@qingzhou/server/features/onboarding/index.ts'
import {
  agreed,
  latestCode,
  newPhone,
  sendCodeTo,
} from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { Client } from '@qingzhou/server/testing/client.ts'
import type { Attack, Attempt, Target } from '#prove/attacks/attack.ts'
import { isRefused, outcomeOf } from '#prove/attacks/attack.ts'

const successes = new Set(['COMCC00000', '0000'])

/**
 * Every call that needs a session: without one, with half of one, and staff calls by a borrower.
 */
export const withoutSession: Attack = {
  name: 'calls without the session they want',
  async run(target) {
    const { client: borrower } = await target.signedIn()
    const half = target.visitor()
    half.token = borrower.token
    const asStaff = target.visitor()
    asStaff.staffToken = borrower.token
    for (const [name, value] of borrower.cookies) {
      asStaff.cookies.set(name.replace('qz_session', 'qz_staff'), value)
    }
    const attempts: Attempt[] = []
    for (const [name, call] of rows()) {
      const callers: [string, Client][] =
        call.access === 'staff'
          ? [['a borrower', asStaff]]
          : [
              ['a stranger', target.visitor()],
              ['half a session', half],
            ]
      for (const [who, client] of callers) {
        const { code } = await client.send(call, {})
        attempts.push({ what: `${name} by ${who}`, isRefused: !successes.has(code) })
      }
    }
    return outcomeOf(attempts)
  },
}

function rows(): [string, Call][] {
  return Object.entries(calls)
    .flatMap(([feature, own]) =>
      Object.entries(own).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
    )
    .filter(([, { access }]) => access !== 'public')
}

/** Halves of two sessions combined, a session planted before sign-in, a link used twice. */
export const sessionPairs: Attack = {
  name: 'sessions mixed, fixed or replayed',
  async run(target) {
    const [one, two] = [await target.signedIn(), await target.signedIn()]
    const mixed = target.visitor()
    mixed.token = one.client.token
    for (const [name, value] of two.client.cookies) mixed.cookies.set(name, value)
    return outcomeOf([
      { what: 'halves of two sessions', isRefused: await isOut(mixed) },
      await fixSession(target),
      ...(await linkTwice(target, one)),
    ])
  },
}

async function isOut(client: Client): Promise<boolean> {
  return isRefused(() => client.api.onboarding.currentUser({}))
}

/**
 * Session fixation: the victim signs in with a browser in which the attacker's pair was planted.
 */
async function fixSession(target: Target): Promise<Attempt> {
  const attacker = await target.signedIn()
  const planted = { token: attacker.client.token, cookies: [...attacker.client.cookies] }
  const [victim, mobile] = [target.visitor(), newPhone()]
  for (const [name, value] of planted.cookies) victim.cookies.set(name, value)
  victim.token = planted.token
  await sendCodeTo(victim, mobile)
  const dynamicCode = await latestCode(target.product, mobile)
  await victim.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed })
  const watcher = target.visitor()
  watcher.token = planted.token
  for (const [name, value] of planted.cookies) watcher.cookies.set(name, value)
  const seen = await watcher.send(calls.onboarding.maskedPhone)
  const isVictims = JSON.stringify(seen.body).includes(mobile.slice(-4))
  return { what: 'a planted session opened the victim’s account', isRefused: !isVictims }
}

async function linkTwice(
  target: Target,
  { client, phone }: { readonly client: Client; readonly phone: string },
): Promise<Attempt[]> {
  const { customerNo: number } = await client.api.onboarding.currentUser({})
  const { services } = target.product
  const { token: linkToken } = await issueLinkToken(services, {
    customer: customerNo(number),
    phone,
  })
  const redeem = () => target.visitor().api.onboarding.redeemLinkToken({ linkToken })
  if (await isRefused(redeem)) throw new Error('an unused link was refused')
  return [
    { what: 'a link token again', isRefused: await isRefused(redeem) },
    {
      what: 'a made-up link token',
      isRefused: await isRefused(() =>
        target.visitor().api.onboarding.redeemLinkToken({ linkToken: 'x'.repeat(43) }),
      ),
    },
  ]
}
