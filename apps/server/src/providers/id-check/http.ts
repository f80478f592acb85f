import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { IdCheck } from './port.ts'

export function createIdCheck(ask: Ask): IdCheck {
  return {
    verify: async (person) => (await ask(providerCalls.idCheck.verify, person)).result,
  }
}
