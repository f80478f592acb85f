import * as z from 'zod/mini'
import { pageNo } from '#wire/wire.ts'

const message = z.object({
  messageNo: z.string(),
  via: z.enum(['sms', 'mail']),
  /** What it is about, in a few words. */
  title: z.string(),
  text: z.string(),
  /** Milliseconds since 1970. */
  sentAt: z.int(),
  isRead: z.boolean(),
})

export type AccountMessage = z.output<typeof message>

/** Milliseconds since 1970, up to the year 9999. */
const moment = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999))

const settings = z.object({
  /** Whether SMS of campaigns are sent to the customer. Notices about the account always are. */
  acceptsCampaigns: z.boolean(),
})

/** The notices sent to the signed-in customer. */
export const messagesShapes = {
  list: {
    request: z.strictObject({ pageNo }),
    /** Newest first. */
    response: z.object({ messages: z.array(message), hasMore: z.boolean() }),
  },
  unread: { request: z.strictObject({}), response: z.object({ count: z.int() }) },
  markRead: {
    /** Up to the newest message that was shown, so that a later one stays unread. */
    request: z.strictObject({ until: moment }),
    response: z.object({}),
  },
  settings: { request: z.strictObject({}), response: settings },
  saveSettings: { request: z.strictObject({ acceptsCampaigns: z.boolean() }), response: settings },
}
