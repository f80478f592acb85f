import * as z from 'zod/mini'
import { loanNo, loanSummary } from './bills.ts'
import { email } from '#wire/fields.ts'
import { localDate, money } from '#wire/figures.ts'
import { pageNo } from '#wire/wire.ts'

/** A settlement certificate of one loan, or a statement of all accounts. */
export const certificateKinds = ['settlement', 'statement'] as const
export type CertificateKind = (typeof certificateKinds)[number]

const certificate = z.object({
  certificateNo: z.string(),
  kind: z.enum(certificateKinds),
  /** The code by which anyone can verify it. */
  checkCode: z.string(),
  loanNo: z.optional(z.string()),
  issuedOn: localDate,
  /** Valid for one download within a few minutes. */
  pdfUrl: z.string(),
})
export type Certificate = z.output<typeof certificate>

/** Groups of four, as printed; spaces, dashes and lower case are accepted. */
export const checkCode = z
  .string()
  .check(z.regex(/^[0-9A-Za-z -]{16,32}$/, { error: '请输入证明上的校验码' }))

export const settlementShapes = {
  settledLoans: {
    request: z.strictObject({ pageNo }),
    response: z.object({
      loans: z.array(
        z.object({
          loan: loanSummary,
          settledOn: localDate,
          /** The certificate already issued for it: each loan has at most one. */
          certificateNo: z.optional(z.string()),
        }),
      ),
      hasMore: z.boolean(),
      /** The figures of a statement of all accounts. */
      accounts: z.object({
        openCount: z.int(),
        openPrincipal: money,
        overdueCount: z.int(),
        settledCount: z.int(),
      }),
    }),
  },
  apply: {
    request: z.strictObject({
      /**
       * Idempotency key chosen by the client: a repeated request sends one mail and returns the
       * same certificates.
       */
      requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)),
      kind: z.enum(certificateKinds),
      /** The loans, for settlement certificates. */
      loanNos: z.optional(z.array(loanNo).check(z.minLength(1), z.maxLength(20))),
      /** Optional recipient: a new address, or the number of one on file. */
      email: z.optional(email),
      emailNo: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    }),
    response: z.object({
      certificates: z.array(certificate),
      sentTo: z.optional(z.string()),
    }),
  },
  verify: {
    request: z.strictObject({ checkCode }),
    response: z.object({
      /** Absent if no certificate has this code. */
      certificate: z.optional(
        z.object({
          kind: z.enum(certificateKinds),
          certificateNo: z.string(),
          lenderName: z.string(),
          /** Masked: the owner can recognise it, others cannot identify the person. */
          holder: z.string(),
          issuedOn: localDate,
          loanNo: z.optional(z.string()),
          amount: z.optional(money),
          settledOn: z.optional(localDate),
          /** SHA-256 of the file as it was issued, in hex. */
          digest: z.string(),
          /** It is void: a payment that had settled the loan was reversed on this day. */
          voidSince: z.optional(localDate),
        }),
      ),
    }),
  },
}
