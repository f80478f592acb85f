import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { MailSender } from './port.ts'

export function createMailSender(ask: Ask): MailSender {
  return {
    async send(message) {
      const call = providerCalls.mail.send
      const { accepted } = await ask(call, message)
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
  }
}
