import type {
  BillConversionQuote,
  restructureShapes,
} from '@qingzhou/contract/features/restructure'
import type { QuoteBillConversionFacts, BillConversionFacts } from '#features/agreements/index.ts'
import { readDatedRows, type LoanRecord } from '@qingzhou/lending/index'
import {
  loanOf,
  readBills,
  instalmentsOf,
  loansBeingPaid,
  summaryOf,
  whyNot,
  type RenderRefusal,
} from '#features/repayment/index.ts'
import type { Services } from '#services.ts'
import { dayRules } from '@qingzhou/domain/cost/cost-cap'
import type { DatedRow } from '@qingzhou/domain/dated/dated-rows'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  quoteBillConversion as quote,
  convertibleBill,
} from '@qingzhou/domain/restructure/bill-conversion'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { quoteViewOf, costSheetView } from '#features/loans/index.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { Instalment } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import type { CustomerNo } from '@qingzhou/platform/ids'

/**
 * The facts for the agreement of a bill conversion that is not booked yet; the signed agreement
 * uses the same.
 */
export function billConversionFacts(
  services: Pick<Services, 'database'>,
): QuoteBillConversionFacts {
  return async ({ session: { customer } }, { loanNo, months }) => {
    const bills = await readBills(services, customer)
    const record = loanOf(bills, loanNo)
    const { today } = bills
    const dated = await readDatedRows(services.database)
    return factsOfBillConversion(record, quoteBillConversion(record, { months, today, dated }))
  }
}

export function factsOfBillConversion(
  { loan }: LoanRecord,
  quote: BillConversionQuote,
): BillConversionFacts {
  return {
    originalAmount: loan.amount,
    drawnOn: loan.start,
    n: quote.n,
    dueDate: quote.dueDate,
    amount: quote.amount,
    months: quote.months,
    annualRatePpm: quote.annualRate,
    annualCostPpm: quote.annualCost,
    plan: quote.plan,
    totalInterest: quote.totalInterest,
    totalAmount: quote.totalAmount,
    costSheet: quote.costSheet,
  }
}

/** Quotes the conversion of a loan's next bill, by the same domain function that books it. */
export function quoteBillConversion(
  record: LoanRecord,
  request: {
    readonly months: number
    readonly today: LocalDate
    readonly dated: readonly DatedRow[]
  },
): BillConversionQuote {
  const { months, today, dated } = request
  const rules = dayRules(record.lender, { on: today, dated })
  const { bill, plan, newLoan, cost } = orRefuse(quote(record, { months, today, rules }))
  // The lender alone funds it: what the partners of the old loan have outstanding is paid to them.
  const drawn = { plan, loan: newLoan, cost, partners: [] }
  const quoted = {
    loanNo: record.loanNo,
    n: bill.n,
    dueDate: bill.dueDate,
    amount: newLoan.amount,
    months,
    ...quoteViewOf(drawn),
    costSheet: costSheetView(drawn),
    validOn: today,
  }
  return { ...quoted, quoteId: digestOf(quoted).toString('base64url') }
}

type QuoteConversionInput = Input<(typeof restructureShapes)['quoteBillConversion']>
type Offer = Output<(typeof restructureShapes)['quoteBillConversion']>

/** Which bills can be converted, why others cannot, and the quote for one. */
export async function billConversionOffer(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  {
    request,
    renderRefusal,
  }: { readonly request: QuoteConversionInput; readonly renderRefusal: RenderRefusal },
): Promise<Offer> {
  const { loanNo, months } = request
  const bills = await readBills(services, customer)
  const { today, running } = bills
  const paying = await loansBeingPaid(services.database, customer)
  const isPaying = { kind: 'payment-running' } as const
  if (loanNo !== undefined && months !== undefined && paying.has(loanNo)) {
    throw new Refused(isPaying)
  }
  return {
    today,
    months: [...product.billConversion.months],
    bills: running.map((record) => ({
      loan: summaryOf(record, today),
      bill: instalmentsOf(record, today).find(({ state }) => state !== 'settled'),
      refusal: whyNot(
        paying.has(record.loanNo) ? refused(isPaying) : checkBillConversion(record, today),
        renderRefusal,
      ),
    })),
    quote:
      loanNo === undefined || months === undefined
        ? undefined
        : quoteBillConversion(loanOf(bills, loanNo), {
            months,
            today,
            dated: await readDatedRows(services.database),
          }),
  }
}

/** A loan whose next bill has not begun gets its own refusal instead of 'nothing owed'. */
function checkBillConversion(record: LoanRecord, today: LocalDate): Outcome<Instalment> {
  const bill = convertibleBill(record, today)
  const isNone = !bill.ok && bill.refusal.kind === 'nothing-owed'
  return isNone ? refused({ kind: 'bill-not-begun' }) : bill
}
