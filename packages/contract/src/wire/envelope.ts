import * as z from 'zod/mini'

/** The status of every response. `timestamp` is the server's time in milliseconds. */
export const statusInfo = z.object({
  code: z.string(),
  message: z.string(),
  timestamp: z.number(),
  requestId: z.string(),
  proclamation: z.optional(z.string()),
})

export type StatusInfo = z.output<typeof statusInfo>

/** The usual envelope: `statusInfo` beside the fields of the response. */
export const statusInfoEnvelope = z.looseObject({ statusInfo })

/** The staff area's envelope. */
export const codeMsgEnvelope = z.object({
  code: z.string(),
  msg: z.string(),
  requestId: z.string(),
  data: z.optional(z.unknown()),
})

const vendorKey = z.string().check(z.regex(/^[\w+/=.:-]{1,128}$/))

/**
 * Fields that can accompany any request. The HTTP layer removes them before it checks the call's
 * own shape, so that a shape lists only its own fields.
 */
export const commonFields = z.object({
  timestamp: z.optional(z.number()),
  token: z.optional(z.string().check(z.maxLength(128))),
  /** The channel of the browser: the payment app's, or any other. */
  channel: z.optional(z.string().check(z.regex(/^\d{10,12}$/))),
  /** The channel of the link that the customer came by; without one, that of the browser. */
  extendChannelCode: z.optional(z.string().check(z.regex(/^\w{1,32}$/))),
  uriId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  applyNo: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  /** The sub-channel of the campaign that the link belongs to. */
  ptm_sub_channel: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  /** The number that the app gave this device. */
  deviceId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  /** The keys that the two fingerprint vendors issued for the device. */
  deviceKey: z.optional(vendorKey),
  td_deviceId: z.optional(vendorKey),
})

export type CommonFields = z.output<typeof commonFields>
export const commonFieldNames = Object.keys(commonFields.def.shape)
