import { calls, type Call } from '@qingzhou/contract/calls'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { outcomeOf, type Attack, type Attempt } from './attack.ts'

const successes = new Set(['COMCC00000', '0000'])

/** Every call that wants a session: by a stranger, with one half of a session, and staff calls by a borrower. */
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
