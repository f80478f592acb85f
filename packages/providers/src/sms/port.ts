import type { Sms } from '@qingzhou/platform/sms/sms-templates'
import { ProviderFault } from '@qingzhou/platform/provider-fault'

/** A message from before templates has its text only. */
export type SmsMessage = Pick<Sms, 'text'> &
  Partial<Omit<Sms, 'text'>> & {
    readonly messageId: string
    readonly phone: string
  }

/** The service refuses the message and will always refuse it, for example to an invalid number. */
export class SmsRefused extends ProviderFault {
  /** The service's word for the reason. */
  readonly code: string

  constructor(path: string, code: string) {
    super(path, `refused: ${code}`)
    this.code = code
  }
}

/** Sends text messages by template, or by text where the service takes any text. */
export type SmsSender = {
  /**
   * Sends a message. Throws SmsRefused if it can never be sent, ProviderUnavailable if it was not
   * sent and may be later, and another ProviderFault if it is not known whether it was sent.
   */
  send(message: SmsMessage): Promise<void>
  /**
   * Whether the service accepted this message since the given time. It is called before a message is sent
   * again. A service that sends the same number once may always say no.
   */
  has(message: {
    readonly messageId: string
    readonly phone: string
    readonly since: Date
  }): Promise<boolean>
}
