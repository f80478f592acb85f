import { lenderKinds } from '@qingzhou/domain/product'
import * as z from 'zod/mini'

const phone = z.string().check(z.regex(/^[0-9][0-9-]{3,18}[0-9]$/))
const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** The names of a lender, as in its brand file and in the page. */
export const lenderShape = z.strictObject({
  product: text(12),
  company: text(40),
  kind: z.enum(lenderKinds),
  licenceNo: z.string().check(z.regex(/^[0-9A-Z]{6,24}$/)),
  address: text(60),
  supervisor: text(40),
  supervisorPhone: phone,
  servicePhone: phone,
  serviceHours: text(30),
  complaintMail: z.string().check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[a-z]+$/)),
  officialAccount: text(20),
})

/** A logo: lines of 3.6 or filled outlines in a box of 48 by 48. */
export const markShape = z
  .array(
    z.strictObject({
      d: z.string().check(z.regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{1,2000}$/)),
      filled: z.optional(z.boolean()),
    }),
  )
  .check(z.minLength(1), z.maxLength(12))

/** What the page knows of a brand. */
export type PageBrand = {
  readonly lender: z.output<typeof lenderShape>
  readonly mark: z.output<typeof markShape>
}
