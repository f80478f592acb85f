import { calls } from '@qingzhou/contract/calls'
import {
  agreed,
  latestCode,
  newPhone,
  sendCodeTo,
} from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { UNVERIFIED_CODES } from '@qingzhou/server/features/onboarding/codes/send-code.ts'
import { networkOf } from '@qingzhou/platform/caller'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Client } from '@qingzhou/server/testing/client.ts'
import {
  isRefused,
  outcomeOf,
  catchRefusal,
  type Attack,
  type Attempt,
  type Target,
} from '#prove/attacks/attack.ts'

const HOUR = 3_600
const LIMIT_REACHED = 'COMLIM0001'
const { sms } = signInFigures
/** In short, a counter stands just below its limit before the attack. */
const SENT = { short: 6, full: 400 }

/** Wrong codes of one phone behind a carrier's address must not keep the others there out. */
export const sharedAddress: Attack = {
  name: 'wrong SMS codes from a shared address',
  async run(target) {
    const ip = target.newNetwork()
    const [stranger, person, phone] = [target.visitor(ip), target.visitor(ip), newPhone()]
    await sendCodeTo(person, phone)
    const limit = sms.checksWithoutCodePerIpAndTenMinutes
    const guesses = (target.isFull ? limit : SENT.short) + 5
    await count(target, { key: `code-check:ip:${networkOf(ip)}`, limit, cost: limit + 5 - guesses })
    const codes = await inTurns(guesses, (turn) => guess(stranger, `key-of-nobody-${turn}`))
    const dynamicCode = await latestCode(target.product, phone)
    const isOut = await isRefused(() =>
      person.api.onboarding.signIn({ by: 'code', mobile: phone, dynamicCode, agreed }),
    )
    return outcomeOf([
      { what: `${limit + 5} guesses kept another person out`, isRefused: !isOut },
      { what: `${limit + 5} guesses without a limit`, isRefused: codes.includes(LIMIT_REACHED) },
    ])
  },
}

/** A guess with a key that the server never gave. Returns the code of the answer. */
async function guess({ api, cookies }: Client, key: string): Promise<string | undefined> {
  cookies.set('__Host-qz_codes', key)
  const wrong = { mobile: newPhone(), dynamicCode: '12345', agreed }
  return catchRefusal(() => api.onboarding.signIn({ by: 'code', ...wrong }))
}

/** One connection has 256 or 65,536 networks of 64 bits: those count together, and all networks do. */
export const manyNetworks: Attack = {
  name: 'SMS codes from many networks of one sender',
  async run(target) {
    const attempts = [
      await pumpSms(target, {
        wide: '2001:db8:7:a/56',
        factor: 2,
        ip: (n) => `2001:db8:7:a${hex(n)}::1`,
      }),
      await pumpSms(target, {
        wide: '2001:db8:9/48',
        factor: 8,
        ip: (n) => `2001:db8:9:${hex(n)}00::1`,
      }),
      await pumpFromEverywhere(target),
    ]
    // The attacks after this one begin with unused allowances.
    await target.product.services.database.query('DELETE FROM rate_limits')
    return outcomeOf(attempts)
  },
}

type Wide = {
  readonly wide: string
  readonly factor: number
  readonly ip: (turn: number) => string
}

const hex = (turn: number) => (turn % 256).toString(16).padStart(2, '0')

async function pumpSms(target: Target, { wide, factor, ip }: Wide): Promise<Attempt> {
  const limit = sms.perIpAndHour * factor
  const sends = target.isFull ? Math.min(SENT.full, limit) : SENT.short
  await count(target, { key: `sms:ip:${wide}`, limit, cost: limit - sends })
  const refused = await inTurns(sends + 1, (turn) => isOut(target.visitor(ip(turn))))
  return { what: `${limit + 1} codes for ${wide}`, isRefused: refused.includes(true) }
}

async function pumpFromEverywhere(target: Target): Promise<Attempt> {
  const limit = sms.unverifiedPerHourInAll
  const sent = await target.product.services.limiter.count(UNVERIFIED_CODES)
  await count(target, { key: UNVERIFIED_CODES, limit, cost: limit - sent - SENT.short })
  const refused = await inTurns(SENT.short + 1, () => isOut(target.visitor()))
  return { what: `${limit + 1} codes from all networks`, isRefused: refused.includes(true) }
}

async function isOut(client: Client): Promise<boolean> {
  return isRefused(() => sendCodeTo(client, newPhone()))
}

async function count(
  { product }: Target,
  allowance: { readonly key: string; readonly limit: number; readonly cost: number },
): Promise<void> {
  if (allowance.cost > 0) await product.services.limiter.take({ ...allowance, windowSeconds: HOUR })
}

const LINKS = 65

/** A request that names the address of another network must not use up that network's allowance. */
export const namedAddress: Attack = {
  name: 'allowance of an address that a request names',
  async run(target) {
    const [ip, attacker] = [target.newNetwork(), target.visitor()]
    const { miniProgramLink } = calls.onboarding
    const link = { prodSubNo: '103001' }
    const codes = await inTurns(LINKS, async () => {
      const { code } = await attacker.send(miniProgramLink, { ...link, ip })
      return code
    })
    const { code } = await target.visitor(ip).send(miniProgramLink, link)
    return outcomeOf([
      { what: `another network gets ${code}`, isRefused: code !== LIMIT_REACHED },
      { what: `${LINKS} links without a limit`, isRefused: codes.includes(LIMIT_REACHED) },
    ])
  },
}

const AT_ONCE = 10

/** Makes so many requests, ten at once. */
async function inTurns<Result>(
  turns: number,
  request: (turn: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < turns) {
    const size = Math.min(AT_ONCE, turns - results.length)
    const batch = Array.from({ length: size }, (_, index) => request(results.length + index))
    results.push(...(await Promise.all(batch)))
  }
  return results
}
