import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addParts, daysOverdue, noParts, sumOfParts, type Parts } from '@qingzhou/domain/loans/loan'
import { subtract, sum, ZERO, type Money } from '@qingzhou/domain/money/money'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import { billsOf, type Bill } from '@qingzhou/domain/repayment/bill'
import {
  payoffOn,
  repayInFull,
  repayInPart,
  type Keep,
} from '@qingzhou/domain/repayment/early-repayment'
import { billThrough, repayThrough } from '@qingzhou/domain/repayment/repay'
import { waiverTermsOn, type WaiverTerms } from '@qingzhou/domain/waiver/waiver'
import { findOffer, type OfferRecord } from '#changes/offer-store.ts'
import { readBusinessDate } from '#ledger/index.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { readLoans } from '#loans/loan-store.ts'
import { digestOf } from '@qingzhou/platform/canonical-json'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { orRefuse, Refused } from '@qingzhou/platform/refused'

type EarlyInFull = { readonly kind: 'earlyFull'; readonly loanNo: string }
type EarlyInPart = {
  readonly kind: 'earlyPart'
  readonly loanNo: string
  readonly amount: Money
  /** What stays unchanged, if the borrower chose. */
  readonly keep?: Keep | undefined
}
type Instalments = readonly { readonly loanNo: string; readonly n: number }[]

/** What a borrower selects: instalments, or a loan early. */
export type RepaymentRequest =
  | { readonly kind: 'due'; readonly picks: Instalments }
  | EarlyInFull
  | EarlyInPart

/** The instalments of each loan up to one. */
type Due = {
  readonly kind: 'due'
  readonly bills: readonly { readonly loanNo: string; readonly through: number }[]
}

/** What a payment order pays. It is stored with the order. */
export type OrderAim =
  | Due
  | EarlyInFull
  | EarlyInPart
  | { readonly kind: 'waiver'; readonly offerNo: string }

/** The part of an order that pays one loan. */
export type OrderLine = {
  readonly loanNo: string
  /** The last instalment paid; undefined for an early repayment. */
  readonly through: number | undefined
  readonly amount: Money
}

type QuotedLine = {
  readonly loanNo: string
  readonly n: number
  readonly parts: Parts
  readonly amount: Money
}

/** The amount of a repayment today, its allocation to the fen, and the interest saved. */
export type RepaymentQuote = {
  readonly aim: Exclude<OrderAim, { kind: 'waiver' }>
  readonly amount: Money
  readonly orderLines: readonly OrderLine[]
  readonly lines: readonly QuotedLine[]
  readonly parts: Parts
  readonly saving: Money
  /** A loan before and after its early repayment. */
  readonly early?: { readonly before: LoanRecord; readonly after: LoanRecord }
  readonly validOn: LocalDate
  /** Identifies exactly this quote. */
  readonly quoteId: string
}

type Loans = { readonly today: LocalDate; readonly loans: readonly LoanRecord[] }

/** Quotes what a borrower selects. */
export function quoteRepayment(books: Loans, request: RepaymentRequest): RepaymentQuote {
  return quoteAim(books, request.kind === 'due' ? dueOf(books, request.picks) : request)
}

/** Quotes what an order pays. Its order is valid as long as this quote is the same. */
function quoteAim(books: Loans, aim: RepaymentQuote['aim']): RepaymentQuote {
  if (aim.kind === 'due') return quoteBills(books, aim)
  const record = loanOf(books, aim.loanNo)
  return aim.kind === 'earlyFull'
    ? quoteInFull(books, record, aim)
    : quoteInPart(books, record, aim)
}

/**
 * Returns a loan of the customer; the same error for another customer's loan as for a missing one.
 */
export function loanOf({ loans }: Pick<Loans, 'loans'>, loanNo: string): LoanRecord {
  const record = loans.find((loan) => loan.loanNo === loanNo)
  if (!record) throw new Refused({ kind: 'loan-unknown' })
  return record
}

/** Each loan is paid oldest first: a later instalment requires the earlier ones. */
function dueOf(books: Loans, picks: Instalments): Due {
  const loanNos = [...new Set(picks.map(({ loanNo }) => loanNo))].toSorted()
  const bills = loanNos.map((loanNo) => {
    const chosen = picks.filter((pick) => pick.loanNo === loanNo).map(({ n }) => n)
    const through = Math.max(...chosen)
    const left = shownBills(loanOf(books, loanNo), books.today).find(
      ({ n, state }) => n < through && state !== 'settled' && !chosen.includes(n),
    )
    if (left) throw new Refused({ kind: 'older-instalment-first', n: left.n })
    return { loanNo, through }
  })
  return { kind: 'due', bills }
}

function quoteBills(books: Loans, aim: Due): RepaymentQuote {
  const { today } = books
  const perLoan = aim.bills.map(({ loanNo, through }) => {
    const { loan } = loanOf(books, loanNo)
    const amount = orRefuse(billThrough(loan, { through, today }))
    if (amount === 0n) throw new Refused({ kind: 'nothing-owed' })
    const settlement = orRefuse(repayThrough(loan, { amount, today, through }))
    return { order: { loanNo, through, amount }, lines: linesOf(loanNo, settlement) }
  })
  return quoteOf(books, {
    aim,
    orderLines: perLoan.map(({ order }) => order),
    lines: perLoan.flatMap(({ lines }) => lines),
    saving: ZERO,
  })
}

/** The whole loan with interest up to today. */
function quoteInFull(books: Loans, before: LoanRecord, aim: EarlyInFull): RepaymentQuote {
  const { today } = books
  const { loan, loanNo } = before
  const amount = payoffOn(today, loan)
  const settlement = orRefuse(repayInFull(loan, { amount, today }))
  const owed = sum(shownBills(before, today).map((bill) => bill.amount))
  return quoteOf(books, {
    aim,
    orderLines: [{ loanNo, through: undefined, amount }],
    lines: linesOf(loanNo, settlement),
    saving: subtract(owed, amount),
    early: { before, after: { ...before, loan: settlement.loan } },
  })
}

/** Part of the principal: a new plan with the same end date or the same instalment amount. */
function quoteInPart(books: Loans, before: LoanRecord, aim: EarlyInPart): RepaymentQuote {
  const { today } = books
  const { amount, keep } = aim
  const { loan, loanNo } = before
  const settlement = orRefuse(repayInPart(loan, { amount, today, ...(keep && { keep }) }))
  const after = { ...before, loan: settlement.loan }
  const interestOf = (record: LoanRecord) =>
    sum(shownBills(record, today).map(({ due }) => due.interest))
  return quoteOf(books, {
    aim,
    orderLines: [{ loanNo, through: undefined, amount }],
    lines: linesOf(loanNo, settlement),
    saving: subtract(interestOf(before), interestOf(after)),
    early: { before, after },
  })
}

/** The bills of a plan. One that was shortened has as many as are left in it. */
function shownBills({ loan }: LoanRecord, today: LocalDate): readonly Bill[] {
  return billsOf(loan, today).slice(0, loan.instalments.length)
}

function quoteOf(
  { today }: Loans,
  quoted: Omit<RepaymentQuote, 'amount' | 'parts' | 'validOn' | 'quoteId'>,
): RepaymentQuote {
  const amount = sum(quoted.orderLines.map((line) => line.amount))
  const parts = quoted.lines.map((line) => line.parts).reduce<Parts>(addParts, noParts)
  const { aim, lines } = quoted
  const content = {
    today,
    kind: aim.kind,
    keep: aim.kind === 'earlyPart' ? aim.keep : undefined,
    lines: lines.map(({ loanNo, n, parts }) => [loanNo, n, parts]),
  }
  const quoteId = digestOf(content).toString('base64url')
  return { ...quoted, amount, parts, validOn: today, quoteId }
}

function linesOf(loanNo: string, { allocations }: Settlement): QuotedLine[] {
  return allocations.map(({ n, parts }) => ({ loanNo, n, parts, amount: sumOfParts(parts) }))
}

/** The terms of a waiver offer today. */
export type WaiverQuote = WaiverTerms & {
  readonly daysOverdue: number
  /** Whether the offer is open: not used, not expired, and an amount is due. */
  readonly isGood: boolean
  readonly quoteId: string
}

export function quoteWaiver(
  { offerNo, loanNo, offer, state }: OfferRecord,
  { today, loans }: Loans,
): WaiverQuote {
  const { loan } = loanOf({ loans }, loanNo)
  const terms = waiverTermsOn(today, { loan, offer })
  const content = { today, offerNo, toPay: terms.toPay, waived: terms.waived }
  return {
    ...terms,
    daysOverdue: daysOverdue(loan, today),
    isGood: state !== 'accepted' && today <= offer.lastDay && terms.toPay > 0n,
    quoteId: digestOf(content).toString('base64url'),
  }
}

/**
 * Whether an order still matches the debt: same business date, same amount, no payment in between.
 * Called with the loans locked.
 */
export async function matchesDebt(
  tx: Transaction,
  order: {
    readonly customer: CustomerNo
    readonly aim: OrderAim
    readonly amount: Money
    readonly quotedOn: LocalDate
    /** Missing for an automatic debit, which may be a part of what is due. */
    readonly quoteId: string | undefined
  },
): Promise<boolean> {
  const { customer, aim, amount, quotedOn, quoteId } = order
  const today = await readBusinessDate(tx)
  if (today !== quotedOn) return false
  const books = { today, loans: await readLoans(tx, customer) }
  if (aim.kind === 'waiver') {
    const offer = await findOffer(tx, { customer, offerNo: aim.offerNo })
    const terms = offer && quoteWaiver(offer, books)
    return terms !== undefined && terms.isGood && terms.quoteId === quoteId
  }
  const quote = quoteIfAllowed(() => quoteAim(books, aim))
  if (!quote) return false
  return quoteId === undefined
    ? amount <= quote.amount
    : quote.amount === amount && quote.quoteId === quoteId
}

function quoteIfAllowed(quote: () => RepaymentQuote): RepaymentQuote | undefined {
  try {
    return quote()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
