import { outcomeOf, type Attack } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const hosts = ['evil.example', 'evil.example:80', '169.254.169.254', 'localhost.evil.example']
const paths = ['/desk/', '/desk/api/people', '/sandbox/inbox']

/** A page of another site whose name resolves to this machine must not reach the desk. */
export const deskHost: Attack = {
  name: 'DNS rebinding to the desk',
  async run({ address }) {
    const attempts = []
    for (const host of hosts) {
      for (const path of paths) {
        const { status } = await rawRequest(address, path, { headers: { ...jsonHeaders, host } })
        attempts.push({ what: `${path} for Host ${host}: ${status}`, isRefused: status === 403 })
      }
    }
    return outcomeOf(attempts)
  },
}
