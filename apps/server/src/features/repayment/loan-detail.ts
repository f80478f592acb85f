import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { lender } from '@qingzhou/platform/config/brand'
import { couponWords } from '@qingzhou/domain/coupons/coupon-labels'
import { partNames } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { yuan } from '@qingzhou/domain/money/money'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { boundCardOf, findCard, readCards } from '#features/cards/index.ts'
import { getPerson } from '#features/identity/index.ts'
import { readCoupons } from '@qingzhou/lending/index'
import type { Explanation } from '@qingzhou/lending/ledger/index'
import { readCouponDiscount, explain } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { instalmentsOf, summaryOf, totalOf, loanOf, readBills } from './read-bills.ts'
import { findRefund } from './refund-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type Answers = { [C in keyof typeof repaymentShapes]: Output<(typeof repaymentShapes)[C]> }
type LoanDetailInput = { readonly loanNo: string }

/** One loan's plan, with the state of every instalment. */
export async function loanPlan(
  services: Pick<Services, 'database'>,
  customer: CustomerNo,
  { loanNo }: LoanDetailInput,
): Promise<Answers['plan']> {
  const bills = await readBills(services, customer)
  const record = loanOf(bills, loanNo)
  return { loan: summaryOf(record, bills.today), instalments: instalmentsOf(record, bills.today) }
}

/** One loan in full: lender and borrower, amounts, and the ledger entries of every amount. */
export async function loanDetail(
  services: Deps,
  customer: CustomerNo,
  { loanNo }: LoanDetailInput,
): Promise<Answers['loan']> {
  const { database } = services
  const bills = await readBills(services, customer)
  const record = loanOf(bills, loanNo)
  const instalments = instalmentsOf(record, bills.today)
  const [person, explained, card, couponDiscount, coupons] = await Promise.all([
    getPerson(database, services, customer),
    explain(database, { customer, loanNo }),
    record.cardId === undefined
      ? undefined
      : findCard(database, services, { customer, cardId: record.cardId }),
    readCouponDiscount(database, { customer, loanNo }),
    record.couponNo === undefined ? [] : readCoupons(database, customer),
  ])
  const used = coupons.find(({ couponNo }) => couponNo === record.couponNo)
  return {
    loan: summaryOf(record, bills.today),
    borrowerName: person.name,
    idNumber: maskIdNumber(person.idNumber),
    lenderName: lender.company,
    card: card && boundCardOf(card),
    couponName: used && couponWords(used.coupon.benefit).name,
    couponDiscount,
    charged: totalOf(instalments.map(({ due }) => due)),
    paid: totalOf(instalments.map(({ paid }) => paid)),
    waived: totalOf(instalments.map(({ waived }) => waived)),
    open: totalOf(instalments.map(({ open }) => open)),
    explained: explanationLines(explained),
  }
}

function explanationLines(explanation: Explanation): Answers['loan']['explained'] {
  const lines = partNames.map((name) => [
    name,
    explanation[name].lines.map(({ on, event, amount, balance }) => ({
      on,
      event: eventNames[event] ?? event,
      change: signedYuan(amount),
      balance: signedYuan(balance),
    })),
  ])
  // Built from all part names, so every part is present.
  return Object.fromEntries(lines) as Answers['loan']['explained']
}

/** Labels of the ledger events. */
const eventNames: Readonly<Record<string, string>> = {
  draw: '放款',
  accrual: '计息',
  payment: '还款',
  'early-full': '提前结清',
  'early-part': '部分提前还款',
  waiver: '减免',
  deferral: '延期',
  relief: '延期',
  'rate-cut': '降息',
  conversion: '转入新分期',
  reversal: '还款撤销',
  'give-back': '退还',
  break: '分期终止，全部到期',
  return: '退货，借款撤销',
}

function signedYuan(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  // The absolute value of a Money is a Money.
  return `${amount < 0n ? '-' : ''}${yuan(size as Money)}`
}

type RefundAnswer = Output<(typeof repaymentShapes)['refund']>

/** One refund of an overpayment with its state. */
export async function refundDetail(
  services: Deps,
  customer: CustomerNo,
  { refundNo }: { readonly refundNo: string },
): Promise<RefundAnswer> {
  const { database } = services
  const refund = await findRefund(database, { customer, refundNo })
  if (!refund) throw new Refused({ kind: 'refund-unknown' })
  const cards = await readCards(database, services, customer)
  const card = cards.find(({ cardId }) => cardId === refund.cardId)
  const { amount, state, owedSince, steps } = refund
  return {
    refundNo,
    amount,
    state,
    owedSince,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    timeline: steps.map(({ state: reached, at }) => ({ state: reached, at: at.getTime() })),
  }
}
