import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { refusedCard } from '#features/repayment/overview.ts'
import { mallProductNo, type ProductNo } from '@qingzhou/domain/product'
import { readLoanPartners } from '@qingzhou/lending/index'
import { sum } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { LoanRecord } from '@qingzhou/lending/index'
import { loansAppliedForIn } from '#features/loans/index.ts'
import { summaryOf, readBills, type Bills } from '#features/repayment/read-bills.ts'
import { openOrder } from '#features/repayment/orders/repayment-result.ts'
import type { Services } from '#services.ts'

type Which = Input<(typeof repaymentShapes)['channelBills']>['which']
type ChannelBills = Output<(typeof repaymentShapes)['channelBills']>

/** Bills for the messaging app: all, payable now, or of one funding channel. */
export async function channelBills(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  { which }: { readonly which: Which },
): Promise<ChannelBills> {
  const bills = await readBills(services, customer)
  const { today, open } = bills
  const loans = await loansShown(services, customer, { bills, which })
  const shown = open.filter(
    (instalment) =>
      loans.some(({ loanNo }) => loanNo === instalment.loanNo) &&
      (which !== 'current' || isCurrent(instalment, today)),
  )
  const dueNow = shown.filter(({ dueDate }) => dueDate <= today)
  const late = shown.filter(({ daysOverdue }) => daysOverdue > 0)
  return {
    today,
    total: totalOf(shown),
    dueNow: totalOf(dueNow),
    overdue: totalOf(late),
    daysOverdue: Math.max(0, ...late.map(({ daysOverdue }) => daysOverdue)),
    nextDueDate: shown.find(({ dueDate }) => dueDate >= today)?.dueDate,
    loans: loans
      .map((record) => ({
        loan: summaryOf(record, today),
        instalments: shown.filter(({ loanNo }) => loanNo === record.loanNo),
      }))
      .filter(({ instalments }) => instalments.length > 0),
    order: await openOrder(services.database, customer),
    refusedCard: await refusedCard(services, customer, dueNow),
  }
}

async function loansShown(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
  { bills, which }: { readonly bills: Bills; readonly which: Which },
): Promise<readonly LoanRecord[]> {
  const { running } = bills
  switch (which) {
    case 'all':
    case 'current':
      return running
    case 'channel': {
      const drawn = await loansAppliedForIn(database, { customer, app: 'messenger' })
      return running.filter(({ loanNo }) => drawn.has(loanNo))
    }
    case 'partner': {
      const partners = await readLoanPartners(database, customer)
      return running.filter(({ loanNo, product }) => isOfMall(product) || partners.has(loanNo))
    }
    default:
      return unreachable(which)
  }
}

/** Whether it was used in the mall of a partner. */
function isOfMall(product: ProductNo): boolean {
  return product === mallProductNo
}

/** Whether a bill belongs to the current period, that is, whether it can be paid yet. */
function isCurrent({ payableFrom }: BillInstalment, today: LocalDate): boolean {
  return payableFrom <= today
}

function totalOf(instalments: readonly BillInstalment[]) {
  return sum(instalments.map(({ amount }) => amount))
}
