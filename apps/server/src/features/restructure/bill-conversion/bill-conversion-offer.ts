import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Instalment } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import { convertibleBill } from '@qingzhou/domain/restructure/bill-conversion'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { LoanRecord } from '#lending/index.ts'
import {
  instalmentsOf,
  loanOf,
  loansBeingPaid,
  readBills,
  summaryOf,
  whyNot,
  type RenderRefusal,
} from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { quoteSecond } from './quote-bill-conversion.ts'

type Asked = Input<(typeof restructureShapes)['quoteSecond']>
type Offer = Output<(typeof restructureShapes)['quoteSecond']>

/** Which bills can be converted, why others cannot, and the quote for one. */
export async function billConversionOffer(
  services: Services,
  customer: CustomerNo,
  { asked, renderRefusal }: { readonly asked: Asked; readonly renderRefusal: RenderRefusal },
): Promise<Offer> {
  const { loanNo, months } = asked
  const bills = await readBills(services, customer)
  const { today, running } = bills
  const paying = await loansBeingPaid(services.database, customer)
  const isPaying = { kind: 'payment-running' } as const
  if (loanNo !== undefined && months !== undefined && paying.has(loanNo)) {
    throw new Refused(isPaying)
  }
  return {
    today,
    months: [...product.secondInstalment.months],
    bills: running.map((kept) => ({
      loan: summaryOf(kept, today),
      bill: instalmentsOf(kept, today).find(({ state }) => state !== 'settled'),
      refusal: whyNot(
        paying.has(kept.loanNo) ? refused(isPaying) : checkBillConversion(kept, today),
        renderRefusal,
      ),
    })),
    quote:
      loanNo === undefined || months === undefined
        ? undefined
        : quoteSecond(loanOf(bills, loanNo), { months, today }),
  }
}

/** A loan whose next bill has not begun gets its own refusal instead of 'nothing owed'. */
function checkBillConversion(kept: LoanRecord, today: LocalDate): Outcome<Instalment> {
  const bill = convertibleBill(kept, today)
  const isNone = !bill.ok && bill.refusal.kind === 'nothing-owed'
  return isNone ? refused({ kind: 'bill-not-begun' }) : bill
}
