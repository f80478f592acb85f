import type { SmsRegistration } from '@qingzhou/provider-api/sandbox-accounts'
import type { Inbox } from '#inbox/inbox.ts'

type Vendor = 'aliyun' | 'tencent'

/** A message that a service accepted. */
export type AcceptedSms = {
  readonly vendor: Vendor
  readonly serialNo: string
  readonly phone: string
  /** The sender's own number. Services store it, but do not compare it. */
  readonly senderNo: string
  readonly template: string
  readonly text: string
  readonly acceptedAt: number
}

const ACCEPTED_MAX = 5_000
const MINUTE_MS = 60_000

export type SmsBook = ReturnType<typeof createSmsBook>

/** The templates and accepted messages of the SMS services. */
export function createSmsBook(parts: {
  readonly inbox: Inbox
  readonly now: () => number
  readonly registration?: SmsRegistration
  /** How many messages a number may get in a minute. */
  readonly perMinute?: number
}) {
  const { inbox, now, registration, perMinute = Number.POSITIVE_INFINITY } = parts
  let accepted: AcceptedSms[] = []

  return {
    isSign: (sign: string) => sign === registration?.sign,
    templates: (vendor: Vendor) => Object.entries(registration?.[vendor] ?? {}),
    textOf: (vendor: Vendor, template: string) => registration?.[vendor][template],

    isOverLimit(vendor: Vendor, phone: string): boolean {
      const since = now() - MINUTE_MS
      const recent = accepted.filter(
        (one) => one.vendor === vendor && one.phone === phone && one.acceptedAt > since,
      )
      return recent.length >= perMinute
    },

    /** A service sends every request, also one with a known number of the sender. */
    accept(sms: Omit<AcceptedSms, 'acceptedAt'>, { copies }: { readonly copies: number }): void {
      accepted = [...accepted, { ...sms, acceptedAt: now() }].slice(-ACCEPTED_MAX)
      const text = `【${registration?.sign ?? ''}】${sms.text}`
      inbox.deliver({ kind: 'sms', messageId: sms.serialNo, to: sms.phone, text }, { copies })
    },

    sentTo: (vendor: Vendor, phone: string) =>
      accepted.filter((one) => one.vendor === vendor && one.phone === phone),

    clear(): void {
      accepted = []
    },
  }
}
