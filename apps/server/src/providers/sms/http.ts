import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { SmsSender } from './port.ts'

export function createSmsSender(ask: Ask): SmsSender {
  return {
    async send({ messageId, phone, text, template, parameters }) {
      const call = providerCalls.sms.send
      const form = template === undefined ? {} : { template, parameters }
      const { accepted } = await ask(call, { messageId, phone, text, ...form })
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
    // The gateway sends a message number once, so the message may be sent again.
    has: async () => false,
  }
}
