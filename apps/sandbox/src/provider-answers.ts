import { createHash } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'
import type { Authorisations, ConsentApp } from './authorisations.ts'
import type { Inbox } from './inbox.ts'
import { lookUpIp } from './ip-look-up.ts'
import type { Messenger } from './messenger.ts'
import { ProviderRefusal } from './provider-refusal.ts'

type Calls = typeof providerCalls

/** An answer to every call of the table, and to none besides. */
export type ProviderAnswers = {
  readonly [P in keyof Calls]: {
    readonly [C in keyof Calls[P]]: Calls[P][C] extends {
      readonly request: infer Request extends z.ZodType
      readonly response: infer Response extends z.ZodType
    }
      ? (input: z.output<Request>, how: { readonly copies: number }) => z.input<Response>
      : never
  }
}

export function providerAnswers(parts: {
  readonly inbox: Inbox
  readonly authorisations: Authorisations
  readonly messenger: Messenger
}): ProviderAnswers {
  const { inbox, authorisations, messenger } = parts

  function exchange(app: ConsentApp, code: string) {
    const person = authorisations.exchange(app, code)
    if (!person) throw new ProviderRefusal(404, 'code-unknown')
    return person
  }

  return {
    sms: {
      send({ messageId, phone, text }, how) {
        if (!/^1[3-9]\d{9}$/.test(phone)) return { accepted: false }
        inbox.deliver({ kind: 'sms', messageId, to: phone, text }, how)
        return { accepted: true }
      },
    },
    mail: {
      send({ messageId, to, subject, text }, how) {
        if (!/^[^\s@]+@[^\s@]+$/.test(to)) return { accepted: false }
        inbox.deliver({ kind: 'mail', messageId, to, subject, text }, how)
        return { accepted: true }
      },
    },
    ip: { lookUp: ({ ip }) => lookUpIp(ip) },
    deviceFirst: { key: ({ deviceId }) => ({ deviceKey: deviceKey('first', deviceId) }) },
    deviceSecond: { key: ({ blackBox }) => ({ deviceKey: deviceKey('second', blackBox) }) },
    wallet: { exchange: ({ code }) => exchange('wallet', code) },
    messenger: {
      exchange: ({ code }) => exchange('messenger', code),
      pageTicket: () => messenger.pageTicket(),
      miniProgramLink: (target) => messenger.miniProgramLink(target),
    },
  }
}

/** The same device gets the same key from one vendor, and another one from the other. */
function deviceKey(vendor: string, fingerprint: string): string {
  return createHash('sha256').update(`${vendor}\n${fingerprint}`).digest('hex').slice(0, 32)
}
