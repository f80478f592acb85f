import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { MailSender } from './port.ts'

export function createMailSender(ask: Ask): MailSender {
  return {
    async send({ attachments = [], ...message }) {
      const call = providerCalls.mail.send
      const papers = attachments.map(({ name, pdf }) => ({
        name,
        contentType: 'application/pdf' as const,
        content: pdf.toString('base64'),
      }))
      const mail = { ...message, attachments: papers }
      const { accepted } = await ask(call, mail)
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
  }
}
