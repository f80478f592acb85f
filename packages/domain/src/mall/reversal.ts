import type { LocalDate } from '#calendar/local-date.ts'
import {
  noParts,
  notAccrued,
  sumOfParts,
  type Instalment,
  type Loan,
  type Origin,
} from '#loans/loan.ts'
import { sum, type Money } from '#money/money.ts'
import { mallProductNo, type ProductNo } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** A loan with the facts that decide whether it can be reversed. */
export interface DrawnLoan {
  readonly loan: Loan
  readonly origin: Origin
  readonly product: ProductNo
  readonly reversedOn: LocalDate | undefined
  /** It was consolidated into another loan, or one of its bills was converted. */
  readonly isElsewhere: boolean
}

export interface ReversedLoan {
  readonly loan: Loan
  /** The total paid by the borrower, which is refunded. */
  readonly paidBack: Money
}

/** Only a purchase in the mall can be returned: a drawn loan, once, and none that lives on in another. [H3] */
export function checkReversal(drawn: DrawnLoan): Outcome<DrawnLoan> {
  const { origin, product, reversedOn, isElsewhere } = drawn
  if (product !== mallProductNo) return refused({ kind: 'loan-without-goods' })
  const mayBeUndone = origin === 'draw' && reversedOn === undefined && !isElsewhere
  return mayBeUndone ? granted(drawn) : refused({ kind: 'nothing-owed' })
}

/**
 * Reverses a loan whose goods were returned. [H1, H2, H3]
 *
 * The mall returns the amount drawn, so all principal counts as repaid; all charges and waivers are
 * cancelled.
 */
export function reverseLoan(drawn: DrawnLoan): Outcome<ReversedLoan> {
  const checked = checkReversal(drawn)
  if (!checked.ok) return checked
  const { loan } = drawn
  return granted({
    loan: { ...loan, instalments: loan.instalments.map(undone) },
    paidBack: sum(loan.instalments.map(({ paid }) => sumOfParts(paid))),
  })
}

function undone(instalment: Instalment): Instalment {
  const returned = { ...noParts, principal: instalment.due.principal }
  return { ...instalment, due: returned, paid: returned, waived: noParts, ...notAccrued }
}
