import { randomBytes } from 'node:crypto'
import { testPeople } from '@qingzhou/provider-api/test-people'

/** The two apps a person can sign in through. */
export type ConsentApp = 'wallet' | 'messenger'

const CODE_LIFE_MS = 5 * 60_000

type ConsentedPerson = { readonly openId: string; readonly phone?: string }

export type Authorisations = ReturnType<typeof createAuthorisations>

/** Authorisation codes: valid once, for five minutes, with their own app. */
export function createAuthorisations(now: () => number) {
  const users = new Map<ConsentApp, string>()
  const allowed = new Map<string, ConsentedPerson>()
  const granted = new Map<string, { app: ConsentApp; openId: string; until: number }>()

  return {
    /** Who is signed in to the app, if anybody. */
    userOf: (app: ConsentApp): string | undefined => users.get(app),

    signIn(app: ConsentApp, openId: string): void {
      users.set(app, openId)
    },

    grant(app: ConsentApp, openId: string): string {
      for (const [code, { until }] of granted) if (until <= now()) granted.delete(code)
      const code = randomBytes(24).toString('base64url')
      granted.set(code, { app, openId, until: now() + CODE_LIFE_MS })
      return code
    },

    /** A code sent to the wrong app is used up as well, because it has leaked. */
    exchange(app: ConsentApp, code: string): ConsentedPerson | undefined {
      const grant = granted.get(code)
      granted.delete(code)
      if (!grant || grant.app !== app || grant.until <= now()) return undefined

      const person = testPeople.find((candidate) => candidate[app]?.openId === grant.openId)
      if (!person) return undefined
      return { openId: grant.openId, ...(person[app]?.sharesPhone && { phone: person.phone }) }
    },

    /** The app answers further questions about a person who consented. */
    allow(person: ConsentedPerson): void {
      allowed.set(person.openId, person)
    },

    allowed: (token: string): ConsentedPerson | undefined => allowed.get(token),

    clear(): void {
      allowed.clear()
      users.clear()
      granted.clear()
    },
  }
}
