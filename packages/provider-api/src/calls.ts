import * as z from 'zod'

/** One call to an outside service: its address, and what goes there and back. */
export type ProviderCall = {
  readonly path: string
  readonly request: z.ZodType
  readonly response: z.ZodType
}

function at<Request extends z.ZodType, Response extends z.ZodType>(
  path: string,
  request: Request,
  response: Response,
) {
  return { path, request, response } as const
}

const person = z.object({ openId: z.string(), phone: z.optional(z.string()) })
const code = z.string().max(128)

/** Every call the server makes to the outside, by provider. The sandbox answers on the same wire. */
// A table: one call, one line.
// oxfmt-ignore
export const providerCalls = {
  sms: {
    /** `messageId` is the sender's own number: sent twice, it is delivered once. */
    send: at('/sms/send', z.object({ messageId: z.string(), phone: z.string(), text: z.string() }), z.object({ accepted: z.boolean() })),
  },
  mail: {
    send: at('/mail/send', z.object({ messageId: z.string(), to: z.string(), subject: z.string(), text: z.string() }), z.object({ accepted: z.boolean() })),
  },
  ip: {
    lookUp: at('/ip/look-up', z.object({ ip: z.string() }), z.object({ region: z.string(), isProxy: z.boolean() })),
  },
  deviceFirst: {
    key: at('/device-first/key', z.object({ deviceId: z.string() }), z.object({ deviceKey: z.string() })),
  },
  deviceSecond: {
    key: at('/device-second/key', z.object({ blackBox: z.string() }), z.object({ deviceKey: z.string() })),
  },
  wallet: {
    exchange: at('/wallet/exchange', z.object({ code }), person),
  },
  messenger: {
    exchange: at('/messenger/exchange', z.object({ code }), person),
    pageTicket: at('/messenger/page-ticket', z.object({}), z.object({ ticket: z.string(), expiresInSeconds: z.number().int() })),
    miniProgramLink: at('/messenger/mini-program-link', z.object({ path: z.string(), query: z.string() }), z.object({ urlScheme: z.string() })),
  },
} as const satisfies Record<string, Record<string, ProviderCall>>

export type ProviderName = keyof typeof providerCalls

/** The pages a borrower's browser is sent to for consent. They answer with `code` and `state`. */
export const consentPages = {
  wallet: '/wallet/authorise',
  messenger: '/messenger/authorise',
} as const

/** The number the lender is registered under at the sandbox's messenger. */
export const MESSENGER_APP_ID = 'wx0123456789abcdef'
