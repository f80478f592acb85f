import { createTransport, type Transporter } from 'nodemailer'
import type { SmtpSettings } from '@qingzhou/platform/config/adapters/adapters'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { MailSender } from './port.ts'

const PATH = 'smtp'
/** The server refuses this mail for good: unknown recipient, too large, rejected content. */
const REFUSED_FROM = 500

export type SmtpDeps = SmtpSettings & {
  readonly timeoutMs: number
  /** A certificate authority of one's own, as the tests have. */
  readonly ca?: string
}

/** Sends mails over SMTP. Without TLS nothing is sent. */
export function createSmtpSender(deps: SmtpDeps): MailSender {
  const transport = transportOf(deps)
  const domain = /@([^>]+)/.exec(deps.from)?.[1] ?? ''
  return {
    async send({ messageId, to, subject, text, attachments = [] }) {
      try {
        await transport.sendMail({
          // A mail that is sent again keeps its id, so that the receiver shows it once.
          messageId: `<${messageId}@${domain}>`,
          from: deps.from,
          // As an object: text is never read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          attachments: attachments.map(({ name, pdf }) => ({
            filename: name,
            content: pdf,
            contentType: 'application/pdf',
          })),
        })
      } catch (cause) {
        throw faultOf(cause)
      }
    },
  }
}

/** Tries connection and login; sends nothing. */
export async function verifySmtp(deps: SmtpDeps): Promise<void> {
  try {
    await transportOf(deps).verify()
  } catch (cause) {
    throw faultOf(cause)
  }
}

function transportOf({ host, port, isTls, user, password, timeoutMs, ca }: SmtpDeps): Transporter {
  return createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isTls,
    auth: { user, pass: password },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Content comes from us alone: no file or address is ever read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
  })
}

/** The cause may quote the address, so it is not part of the message. */
function faultOf(cause: unknown): ProviderFault {
  const status =
    cause instanceof Error && 'responseCode' in cause ? Number(cause.responseCode) : Number.NaN
  const isLogin = cause instanceof Error && 'code' in cause && cause.code === 'EAUTH'
  if (status >= REFUSED_FROM && !isLogin) return new ProviderFault(PATH, `status ${status}`, cause)
  return new ProviderOutage(PATH, isLogin ? 'login refused' : 'no answer', cause)
}
