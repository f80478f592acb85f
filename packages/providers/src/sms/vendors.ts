import { hasLink, type Sms } from '@qingzhou/platform/sms/sms-templates'
import {
  ProviderFault,
  ProviderOutage,
  ProviderUnavailable,
} from '@qingzhou/platform/provider-fault'
import type { SmsMessage, SmsSender } from './port.ts'

/** A message that a service of templates sends. */
export type TemplateMessage = Omit<Sms, 'text'> & Pick<SmsMessage, 'messageId' | 'phone'>

/** A service that sends approved templates only. */
export type SmsVendor = {
  readonly name: string
  /** Throws SmsNotSent, SmsRefused, or a ProviderOutage if the result is unknown. */
  send(message: TemplateMessage): Promise<void>
  has: SmsSender['has']
  /** The approved texts by the service's number of the template, in the service's form. */
  approvedTexts(): Promise<ReadonlyMap<string, string>>
}

/** The service did certainly not send the message: another service may. */
export class SmsNotSent extends ProviderFault {
  /** The service limits its load or that of the number: the time until it may accept again. */
  readonly waitMs: number | undefined

  constructor(path: string, reason: string, waitMs?: number) {
    super(path, `not sent: ${reason}`)
    this.waitMs = waitMs
  }
}

/** The connection was not made. An outage, after some of which the service is left alone for a while. */
export class SmsUnreached extends ProviderOutage {
  readonly waitMs = undefined

  constructor(path: string) {
    super(path, 'not sent: no connection')
  }
}

type Unsent = SmsNotSent | SmsUnreached | ProviderUnavailable

/** The message may have been sent. Named as a timeout, so that a code counts against the quota. */
export function resultUnknown(path: string, reason: string, cause?: unknown): ProviderOutage {
  const timeout = new Error(reason, { cause })
  timeout.name = 'TimeoutError'
  return new ProviderOutage(path, `no known result: ${reason}`, timeout)
}

/** Nothing was sent. */
export function isUnreached(cause: unknown): boolean {
  const text = cause instanceof Error ? `${cause.message} ${errorCode(cause)}` : ''
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH/.test(text)
}

export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** The most characters that services allow in a parameter. */
const PARAMETER_MAX = 35

/** A longer parameter is cut; the whole text is in the customer's list of messages. */
export function cutParameter(value: string): string {
  const characters = Array.from(value)
  if (characters.length === 0) return '-'
  if (characters.length <= PARAMETER_MAX) return value
  return `${characters.slice(0, PARAMETER_MAX - 1).join('')}…`
}

/**
 * Sends by the first service; by the next one only if the one before did certainly not send.
 * Messages with a link, and those queued before templates, go by their text.
 */
export function createTemplateSms(
  vendors: readonly SmsVendor[],
  byText: Pick<SmsSender, 'send'>,
): SmsSender {
  return {
    async send(message) {
      const { template, parameters, messageId, phone } = message
      if (template === undefined || parameters === undefined || hasLink(template)) {
        return byText.send(message)
      }
      const failures: Unsent[] = []
      for (const vendor of vendors) {
        try {
          return await vendor.send({ template, parameters, messageId, phone })
        } catch (cause) {
          if (!isUnsent(cause)) throw cause
          failures.push(cause)
        }
      }
      throw unsent(failures)
    },
    async has(message) {
      for (const vendor of vendors) if (await vendor.has(message)) return true
      return false
    },
  }
}

/** If any service only asks to wait, the message waits; otherwise the first failure counts. */
function unsent(failures: readonly Unsent[]): Error {
  const waits = failures.flatMap(({ waitMs }) => waitMs ?? [])
  const [first] = failures
  if (!first || waits.length === 0) return first ?? new Error('no SMS service')
  return new ProviderUnavailable('sms', first.message, Math.min(...waits))
}

function isUnsent(cause: unknown): cause is Unsent {
  return [SmsNotSent, SmsUnreached, ProviderUnavailable].some((kind) => cause instanceof kind)
}
