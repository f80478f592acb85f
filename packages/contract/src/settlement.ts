import * as z from 'zod/mini'
import { loanNo, loanSummary } from './bills.ts'
import { email } from './fields.ts'
import { localDate, money } from './figures.ts'
import { pageNo } from './wire.ts'

/** For one settled loan, or about every account there is. */
export const certificateKinds = ['settlement', 'statement'] as const
export type CertificateKind = (typeof certificateKinds)[number]

const certificate = z.object({
  certificateNo: z.string(),
  kind: z.enum(certificateKinds),
  /** What anybody can check it by. */
  checkCode: z.string(),
  loanNo: z.optional(z.string()),
  issuedOn: localDate,
  /** Good for one download within a few minutes. */
  pdfUrl: z.string(),
})
export type Certificate = z.output<typeof certificate>

/** Groups of four, as printed; blanks, dashes and small letters are forgiven. */
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
          /** The certificate that was issued for it before: there is one for each loan. */
          certificateNo: z.optional(z.string()),
        }),
      ),
      hasMore: z.boolean(),
      /** What a statement of all accounts would say. */
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
      /** Chosen by the phone: asked again under it, it is one mail and the same papers. */
      requestNo: z.string().check(z.regex(/^[\w-]{8,40}$/)),
      kind: z.enum(certificateKinds),
      /** Which loans, for proofs of settlement. */
      loanNos: z.optional(z.array(loanNo).check(z.minLength(1), z.maxLength(20))),
      /** Where to send them, if anywhere: a new address, or one on file by its number. */
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
      /** Nothing where no certificate has this code. */
      certificate: z.optional(
        z.object({
          kind: z.enum(certificateKinds),
          certificateNo: z.string(),
          lenderName: z.string(),
          /** Masked: enough for who holds the paper, too little for who does not. */
          holder: z.string(),
          issuedOn: localDate,
          loanNo: z.optional(z.string()),
          amount: z.optional(money),
          settledOn: z.optional(localDate),
          /** SHA-256 of the file as it was issued, in hex. */
          digest: z.string(),
        }),
      ),
    }),
  },
}
