import type { SmsRegistration } from '@qingzhou/provider-api/sandbox-accounts'
import type { Inbox } from '#inbox/inbox.ts'

const PARAMETER_MAX = 35
const LINK = /https?:|www\.|\b[\w-]+\.(com|cn|net|org|example)\b/i

/** How the faults of the moment change the answer. */
export type How = { readonly copies: number; readonly declines: boolean }

/** The eleven digits of a mobile number of the mainland, with or without +86. */
export function mobileOf(input: string): string | undefined {
  return /^(?:\+?86)?(1[3-9]\d{9})$/.exec(input)?.[1]
}

/** A template with its parameters, or what the service refuses about them. */
export function renderedText(
  template: string,
  placeholder: RegExp,
  valueOf: (name: string) => string | undefined,
): { text: string } | { missing: string } | { tooLong: string } | { hasLink: string } {
  const values = [...template.matchAll(placeholder)].map(([, name = '']) => ({
    name,
    value: valueOf(name),
  }))
  for (const { name, value } of values) {
    if (value === undefined || value === '') return { missing: name }
    if (Array.from(value).length > PARAMETER_MAX) return { tooLong: name }
    if (LINK.test(value)) return { hasLink: name }
  }
  return { text: template.replaceAll(placeholder, (_, name: string) => valueOf(name) ?? '') }
}

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
