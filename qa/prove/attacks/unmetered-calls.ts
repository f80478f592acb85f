import { calls, type Call } from '@qingzhou/contract/calls'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import { outcomeOf, type Attack, type Attempt, type Target } from './attack.ts'
import { jsonHeaders, rawRequest } from './raw-http.ts'

const REQUESTS = 1_500
const AT_ONCE = 16

const device = { bqsDeviceId: 'first-1', tdBlackBox: 'box-1' }

/** Public calls that consume resources must be rate limited per network. */
export const unmeteredCalls: Attack = {
  name: 'public calls without a limit',
  isLong: true,
  async run(target) {
    const publicCalls: [string, Call, Record<string, unknown>][] = [
      ['deviceKeys', calls.onboarding.deviceKeys, { ...device, channelNo: '000000000004' }],
      ['miniProgramLink', calls.onboarding.miniProgramLink, { prodSubNo: '103001' }],
      ['mall.offers', calls.mall.offers, {}],
      ['newCaptcha', calls.onboarding.newCaptcha, {}],
    ]
    const attempts: Attempt[] = []
    for (const [index, [name, call, fields]] of publicCalls.entries()) {
      const client = target.visitor(`203.0.113.${index + 1}`)
      const send = async () => {
        const { status, code } = await client.send(call, fields)
        return status === 429 || code === 'COMLIM0001'
      }
      attempts.push(await untilRefused(name, send))
    }
    const { path } = providerCallbacks.binding
    attempts.push(
      await untilRefused('/files/*', () => isLimited(target, '/files/x', '203.0.113.21')),
      await untilRefused('callbacks', () => isLimited(target, path, '203.0.113.22')),
    )
    return outcomeOf(attempts)
  },
}

async function isLimited({ address }: Target, path: string, ip: string): Promise<boolean> {
  const method = path.startsWith('/files/') ? 'GET' : 'POST'
  const headers = { ...jsonHeaders, 'x-forwarded-for': ip }
  const { status } = await rawRequest(address, path, { method, headers })
  return status === 429
}

async function untilRefused(name: string, send: () => Promise<boolean>): Promise<Attempt> {
  let sent = 0
  let isRefused = false
  while (!isRefused && sent < REQUESTS) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, send))
    sent += AT_ONCE
    isRefused = answers.some(Boolean)
  }
  return { what: `${name}: ${sent} requests from one network, none refused`, isRefused }
}
