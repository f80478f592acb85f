import * as z from 'zod/mini'
import { loanClasses } from '@qingzhou/domain/books/book-state'
import { fen, yuan, type Money } from '@qingzhou/domain/money/money'
import { localDate, money, ratePpm } from '#wire/figures.ts'

/** A balance of the ledger may be below zero. */
const signedMoney = z.codec(
  z.string().check(z.regex(/^-?\d{1,12}\.\d{2}$/)),
  z.custom<Money>((value) => typeof value === 'bigint'),
  { decode: (yuanText) => fen(BigInt(yuanText.replace('.', ''))), encode: yuan },
)

const loanState = z.enum(['open', 'due', 'overdue', 'settled', 'reversed'])

export const loanRow = z.object({
  loanNo: z.string(),
  purpose: z.optional(z.string()),
  origin: z.string(),
  amount: money,
  annualRatePpm: ratePpm,
  paidInstalments: z.int(),
  instalments: z.int(),
  principalLeft: money,
  nextDueOn: z.optional(localDate),
  nextDue: z.optional(money),
  daysToDue: z.optional(z.int()),
  state: loanState,
})
export type LoanRow = z.output<typeof loanRow>

const line = z.object({
  on: localDate,
  event: z.string(),
  transactionNo: z.string(),
  against: z.string(),
  amount: signedMoney,
  balance: signedMoney,
})
const explained = z.object({ balance: signedMoney, lines: z.readonly(z.array(line)) })
const parts = z.object({ fee: money, penalty: money, interest: money, principal: money })

/** A loan with its plan, and the entries behind its balances. */
export const consoleLoanShape = {
  request: z.strictObject({ loanNo: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
  response: z.object({
    customer: z.string(),
    name: z.optional(z.string()),
    phone: z.string(),
    loan: loanRow,
    startOn: localDate,
    method: z.string(),
    lender: z.string(),
    bookedUntil: localDate,
    plan: z.array(
      z.object({
        n: z.int(),
        dueOn: localDate,
        state: z.enum(['settled', 'partly', 'overdue', 'due', 'upcoming']),
        daysOverdue: z.int(),
        due: parts,
        paid: parts,
        waived: parts,
        open: money,
      }),
    ),
    /** How it stands in the lender's books, the newest first. */
    bookStates: z.array(
      z.object({
        from: localDate,
        class: z.enum(loanClasses),
        stage: z.int(),
        isAccruing: z.boolean(),
        daysLate: z.int(),
        reviewOn: z.optional(localDate),
      }),
    ),
    ledger: z.object({
      fee: explained,
      penalty: explained,
      interest: explained,
      principal: explained,
    }),
  }),
}
