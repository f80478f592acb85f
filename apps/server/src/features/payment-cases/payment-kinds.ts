import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import {
  amountField,
  choiceField,
  customerField,
  dayField,
  loanField,
  NUMBER,
  proposalKind,
  textField,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { notify } from '#features/blocks/index.ts'
import { recordRefundDue, requestNoOf, reverseOrder } from '#features/repayment/index.ts'
import {
  BY_TRANSFER,
  bookPastPayment,
  confirmTransfer,
  giveBack,
  readLoans,
  refundNosOfPast,
  type PastPaymentAnswer,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import {
  payProviders,
  recordMovedTransfer,
  type PayProvider,
} from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { findOpenDifference, insertOutsidePayment } from './case-store.ts'

export type OfLoan = { readonly customer: CustomerNo; readonly loanNo: string }

export const ofLoan = { customer: customerField, loanNo: loanField }

/** What is due of a loan, for the lines of a proposal. */
export async function dueLine(db: Queryable, loan: OfLoan): Promise<string> {
  return `借据 ${loan.loanNo}：今日应还 ${displayYuan(await readAmountDue(db, loan))} 元`
}

export async function readAmountDue(db: Queryable, { customer, loanNo }: OfLoan): Promise<Money> {
  const record = (await readLoans(db, customer)).find((one) => one.loanNo === loanNo)
  if (!record) throw new Refused({ kind: 'loan-unknown' })
  return dueOn(await readBusinessDate(db), record.loan)
}

/** Books money that came in on a day for a loan, and owes back what is too much. */
export async function bookMoney(
  services: ProposalServices,
  money: OfLoan & { readonly amount: Money; readonly on: LocalDate },
  { proposalNo, approvedBy }: Approval,
): Promise<PastPaymentAnswer> {
  const { customer, loanNo, amount, on } = money
  const act = { customer, requestNo: proposalNo, actor: approvedBy }
  const answer = await bookPastPayment(services, act, {
    loanNo,
    cardId: BY_TRANSFER,
    act: { do: 'pay', on, amount },
  })
  const bank = { ...act, requestNo: `${proposalNo}-bank` }
  await confirmTransfer(services, bank, { kind: 'collection', transferNo: proposalNo })
  for (const refundNo of refundNosOfPast(proposalNo, answer)) {
    await services.database.inTransaction((tx) =>
      recordRefundDue(tx, services, { customer, refundNo }),
    )
  }
  return answer
}

/** The customer is told that money which no order asked for was booked. */
export async function tellBooked(
  services: ProposalServices,
  { customer, amount }: { readonly customer: CustomerNo; readonly amount: Money },
  { proposalNo }: Approval,
): Promise<void> {
  const sms = smsOf('repaid', { way: '转账还款', amount: displayYuan(amount) })
  const message = { customer, messageNo: `${proposalNo}-booked`, sms }
  await services.database.inTransaction((tx) => notify(tx, services, message))
}

const resultOf = ({ overpaid }: PastPaymentAnswer, { proposalNo }: Approval) =>
  `payment=${proposalNo} overpaid=${overpaid}`

/** A transfer to the lender's own account. A reference of the bank is booked once. */
export const bookPayment = proposalKind<
  OfLoan & { readonly amount: Money; readonly receivedOn: LocalDate; readonly reference: string }
>({
  kind: 'book-payment',
  fields: {
    ...ofLoan,
    amount: amountField,
    receivedOn: dayField,
    reference: textField(/^[0-9A-Za-z-]{4,64}$/),
  },
  touches: ['loan'],
  describe: async ({ database }, { amount, receivedOn, reference, ...loan }) => [
    await dueLine(database, loan),
    `入账 ${displayYuan(amount)} 元，${receivedOn} 到账，银行流水号 ${reference}，多付部分退回客户银行卡`,
  ],
  perform: async (services, parameters, approval) => {
    const payment = { ...parameters, paymentNo: approval.proposalNo }
    const isNew = await insertOutsidePayment(services.database, payment)
    if (!isNew) throw new Refused({ kind: 'payment-booked' })
    const money = { ...parameters, on: parameters.receivedOn }
    const answer = await bookMoney(services, money, approval)
    await tellBooked(services, parameters, approval)
    return resultOf(answer, approval)
  },
})

/** A debit that a provider moved and the books do not have: it pays a loan as of its day. */
export const matchTransfer = proposalKind<
  OfLoan & { readonly provider: PayProvider; readonly day: LocalDate; readonly orderNo: string }
>({
  kind: 'match-transfer',
  fields: {
    ...ofLoan,
    provider: choiceField(payProviders),
    day: dayField,
    orderNo: textField(NUMBER, 'number'),
  },
  touches: ['loan'],
  describe: async ({ database }, { provider, day, orderNo, ...loan }) => {
    const { theirs } = await findOpenDifference(database, { provider, day, orderNo })
    const amount = theirs === undefined ? '-' : displayYuan(theirs)
    return [await dueLine(database, loan), `入账 ${amount} 元，${provider} ${day} ${orderNo}`]
  },
  perform: async (services, { provider, day, orderNo, ...loan }, approval) => {
    const difference = await findOpenDifference(services.database, { provider, day, orderNo })
    const { theirs: amount, kind, finding } = difference
    if (kind !== 'debit' || finding !== 'missing-with-us' || amount === undefined) {
      throw new Refused({ kind: 'difference-not-matchable' })
    }
    const answer = await bookMoney(services, { ...loan, amount, on: day }, approval)
    await services.database.inTransaction(async (tx) => {
      const moved = { orderNo, provider, kind, amount, movedOn: day } as const
      await recordMovedTransfer(tx, loan.customer, moved)
    })
    return resultOf(answer, approval)
  },
})

/** A payment whose money was taken back without a report that we understand. */
export const reversePaymentCase = proposalKind<{
  readonly customer: CustomerNo
  readonly paymentNo: string
  readonly day: LocalDate
  readonly cause: 'bounced' | 'disputed'
}>({
  kind: 'reverse-payment',
  fields: {
    customer: customerField,
    paymentNo: textField(NUMBER, 'payment'),
    day: dayField,
    cause: choiceField(['bounced', 'disputed']),
  },
  touches: ['loan'],
  describe: async (_, { paymentNo, day }) => [
    `撤销还款 ${paymentNo}：款项于 ${day} 被退回，相应账单恢复为待还，罚息从原还款日起计`,
  ],
  perform: async (services, { customer, paymentNo, day, cause }, { approvedBy }) => {
    const key = { customer, requestNo: requestNoOf(paymentNo) }
    const taken = { movedOn: day, reason: cause, actor: approvedBy } as const
    const isReversed = await services.database.inTransaction((tx) =>
      reverseOrder(tx, services, { key, ...taken }),
    )
    if (!isReversed) throw new Refused({ kind: 'payment-unknown' })
    return `payment=${paymentNo}`
  },
})

/** An amount that the lender gives back at its own cost. */
export const givePaymentBack = proposalKind<OfLoan & { readonly amount: Money }>({
  kind: 'refund-amount',
  fields: { ...ofLoan, amount: amountField },
  touches: ['loan'],
  describe: async ({ database }, { amount, ...loan }) => [
    await dueLine(database, loan),
    `退还客户 ${displayYuan(amount)} 元，借款金额不变`,
  ],
  perform: async (services, { customer, loanNo, amount }, { proposalNo, approvedBy }) => {
    const act = { customer, requestNo: proposalNo, actor: approvedBy }
    const { refundNo } = await giveBack(services, act, { loanNo, amount })
    await services.database.inTransaction((tx) =>
      recordRefundDue(tx, services, { customer, refundNo }),
    )
    return `refund=${refundNo}`
  },
})
