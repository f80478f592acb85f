import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Ask } from '#providers/signed-http.ts'
import type { MailSender } from './port.ts'

/** A mail with papers is megabytes, and takes its time. */
const TIMEOUT_MS = 20_000

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
      const { accepted } = await ask(call, mail, { timeoutMs: TIMEOUT_MS })
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
  }
}
