import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { IpLookUp } from './port.ts'

/** A borrower waits for this answer before anything is sent to them, so it gets less time. */
const TIMEOUT_MS = 1_000

export function createIpLookUp(ask: Ask): IpLookUp {
  return {
    lookUp: (ip) => ask(providerCalls.ip.lookUp, { ip }, { timeoutMs: TIMEOUT_MS }),
  }
}
