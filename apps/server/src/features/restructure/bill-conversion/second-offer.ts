import type { restructureShapes } from '@qingzhou/contract/restructure'
import type { Input, Output } from '@qingzhou/contract/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Instalment } from '@qingzhou/domain/loans/loan'
import { product } from '@qingzhou/domain/product'
import { refused, type Outcome } from '@qingzhou/domain/refusal'
import { billToSpread } from '@qingzhou/domain/restructure/second-instalment'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { LoanRecord } from '#lending/index.ts'
import {
  instalmentsOf,
  loanOf,
  loansBeingPaid,
  readBills,
  summaryOf,
  whyNot,
  type SayWhyNot,
} from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { quoteSecond } from './quote-second.ts'

type Asked = Input<(typeof restructureShapes)['quoteSecond']>
type Offer = Output<(typeof restructureShapes)['quoteSecond']>

/** Which bills may be spread, why others may not, and what spreading one would be. */
export async function secondOffer(
  services: Services,
  customer: CustomerNo,
  { asked, sayWhyNot }: { readonly asked: Asked; readonly sayWhyNot: SayWhyNot },
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
        paying.has(kept.loanNo) ? refused(isPaying) : maySpread(kept, today),
        sayWhyNot,
      ),
    })),
    quote:
      loanNo === undefined || months === undefined
        ? undefined
        : quoteSecond(loanOf(bills, loanNo), { months, today }),
  }
}

/** A loan without a bill just now is not one without a debt: it is said so. */
function maySpread(kept: LoanRecord, today: LocalDate): Outcome<Instalment> {
  const bill = billToSpread(kept, today)
  const isNone = !bill.ok && bill.refusal.kind === 'nothing-owed'
  return isNone ? refused({ kind: 'bill-not-begun' }) : bill
}
