import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { SmsSender } from './port.ts'

export function createSmsSender(ask: Ask): SmsSender {
  return {
    async send(message) {
      const call = providerCalls.sms.send
      const { accepted } = await ask(call, message)
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
  }
}
