import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { IpLookUp } from './port.ts'

export function createIpLookUp(ask: Ask): IpLookUp {
  return {
    lookUp: (ip) => ask(providerCalls.ip.lookUp, { ip }),
  }
}
