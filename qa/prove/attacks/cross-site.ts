import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const json = { 'content-type': 'application/json' }
const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['no X-Requested-With', json],
  ['a form', { ...jsonHeaders, 'content-type': 'application/x-www-form-urlencoded' }],
  ['text/plain', { ...jsonHeaders, 'content-type': 'text/plain' }],
  ['no content type', { 'x-requested-with': 'XMLHttpRequest' }],
  ['Origin null', { ...jsonHeaders, origin: 'null' }],
  ['Origin of another site', { ...jsonHeaders, origin: 'https://evil.example' }],
  ['Origin that starts like ours', { ...jsonHeaders, origin: 'http://127.0.0.1.evil.example' }],
]
const paths = [calls.system.time.path, calls.onboarding.signIn.path, calls.staff.signIn.path]

/** Requests that a page of another site can make a browser send. */
export const crossSite: Attack = {
  name: 'requests from another site',
  async run({ address }) {
    const attempts = []
    for (const path of paths) {
      for (const [what, headers] of ways) {
        const { status } = await rawRequest(address, path, { method: 'POST', headers, body: '{}' })
        attempts.push({ what: `${path} with ${what}: ${status}`, isRefused: status >= 400 })
      }
    }
    const { path } = calls.onboarding.startAuthorisation
    for (const to of ['//evil.example', 'https:evil.example', '\\evil.example', 'javascript:x']) {
      const query = new URLSearchParams({ provider: 'wallet', redirect_uri: to, redirectUri: to })
      const { status, headers } = await rawRequest(address, `${path}?${query}`)
      const isInside = !String(headers['location'] ?? '').includes('evil')
      attempts.push({ what: `${path} to ${to}: ${status}`, isRefused: isInside })
    }
    return outcomeOf(attempts)
  },
}
