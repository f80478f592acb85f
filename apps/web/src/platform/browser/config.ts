import type { PageBrand } from '@qingzhou/contract/brand'
import { systemShapes } from '@qingzhou/contract/features/system'
import * as z from 'zod/mini'
import { standardNames, type Lender } from '@qingzhou/domain/lender'

const shape = z.object({
  /** The service that returns the phone's public address. */
  ipLookupUrl: z.optional(z.string()),
  version: z.optional(z.string()),
  /** The server's key and time when it sent the page; without them the first call requests both. */
  sealKey: z.optional(systemShapes.publicKey.response),
  serverTime: z.optional(z.number()),
  mode: z.optional(z.string()),
  /** The names and logo of a partner, which the server checked at its start. */
  brand: z.optional(z.custom<PageBrand>()),
  /** Whether goods are sold; missing where they are. */
  hasMall: z.optional(z.boolean()),
  /** Whether devices are recognised; missing where they are. */
  checksDevices: z.optional(z.boolean()),
  /** Whether a credit bureau is asked about an applicant; missing where it is. */
  asksBureau: z.optional(z.boolean()),
  /** The address that a phone opens. Missing while the server listens on its own machine only. */
  phoneUrl: z.optional(z.string()),
})

type Config = z.output<typeof shape>

/** The settings the server wrote into the page. */
export function config(): Config {
  // Programs outside a browser read the table of screens, too.
  if (typeof document === 'undefined') return {}
  const meta = document.querySelector('meta[name="qingzhou-config"]')
  try {
    return z.parse(shape, JSON.parse(meta?.getAttribute('content') ?? '{}'))
  } catch {
    return {}
  }
}

const {
  brand,
  hasMall: sellsGoods = true,
  checksDevices: asksForKeys = true,
  asksBureau: ordersReports = true,
} = config()

/** Whether there is a mall. Without one, no screen mentions it. */
export const hasMall = sellsGoods

/** Whether the device is recognised. Otherwise no fingerprint is computed and none is asked for. */
export const checksDevices = asksForKeys

/** The lender that the server names in the page. */
export const lender: Pick<Lender, keyof typeof standardNames> = brand?.lender ?? standardNames

/** A partner's logo; undefined for the standard one. */
export const partnerMark = brand?.mark

/** Whether a review has the stage of a credit report. */
export const asksBureau = ordersReports
