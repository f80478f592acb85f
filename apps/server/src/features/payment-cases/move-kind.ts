import { displayYuan } from '@qingzhou/domain/money/money'
import { notify } from '#features/blocks/index.ts'
import {
  customerField,
  loanField,
  NUMBER,
  proposalKind,
  textField,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { takePaymentBack } from '#features/repayment/index.ts'
import { isOwnAccount } from '#features/staff-members/index.ts'
import { BY_TRANSFER, lockCustomerBooks } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import {
  findBookedPayment,
  findCustomerOfLoan,
  freeReference,
  moveOutsidePayment,
  type BookedPayment,
} from './case-store.ts'
import { bookMoney, dueLine, readAmountDue, tellBooked } from './payment-kinds.ts'

type Move = { readonly customer: CustomerNo; readonly paymentNo: string; readonly toLoan: string }
type Target = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Corrects a payment that was booked on the wrong loan: it is reversed there and booked on the right
 * one as of its day, which may be a loan of another customer. The money itself stays where it is.
 */
export const movePayment = proposalKind<Move>({
  kind: 'move-payment',
  fields: { customer: customerField, paymentNo: textField(NUMBER, 'payment'), toLoan: loanField },
  touches: ['loan'],
  describe: async (services, move) => {
    const { payment, to } = await read(services, move)
    const { amount, paidOn, loanNo } = payment
    return [
      `还款 ${move.paymentNo}：${displayYuan(amount)} 元，${paidOn} 入账，借据 ${loanNo} → ${to.loanNo}`,
      ...(to.customer === move.customer ? [] : [`客户 ${move.customer} → ${to.customer}`]),
      await dueLine(services.database, { customer: move.customer, loanNo }),
      await dueLine(services.database, to),
      '两笔借款均按还款当日重新计算',
    ]
  },
  perform: async (services, move, approval) => {
    const { payment, to } = await read(services, move)
    await requireOthers(services, to, approval)
    // In one order, so that two corrections between the same customers do not wait for each other.
    const customers = [...new Set([move.customer, to.customer])].toSorted()
    await services.database.inTransaction(async (tx) => {
      for (const customer of customers) await lockCustomerBooks(tx, customer)
      await takePaymentBack(tx, services, {
        customer: move.customer,
        loanNo: payment.loanNo,
        paymentNo: move.paymentNo,
        reason: 'booked-wrongly',
        actor: approval.approvedBy,
        requestNo: `${approval.proposalNo}-off`,
      })
    })
    const { amount, paidOn: on } = payment
    const { isInPast, overpaid } = await bookMoney(services, { ...to, amount, on }, approval)
    if (!isInPast) throw new Refused({ kind: 'payment-not-movable', reason: 'loan-changed' })
    const { proposalNo: paymentNo } = approval
    await moveOutsidePayment(services.database, move, { ...to, paymentNo })
    await notifyCustomer(services, { move, payment, to }, approval)
    return `payment=${approval.proposalNo} from=${payment.loanNo} to=${to.loanNo} overpaid=${overpaid}`
  },
})

/**
 * A payment that staff booked. One that the customer ordered names its loan itself, and a debit that
 * bounces later has to find it there.
 */
async function findStaffBooking(
  { database }: Pick<ProposalServices, 'database'>,
  key: Wrong,
): Promise<BookedPayment> {
  const payment = await findBookedPayment(database, key)
  if (!payment) throw new Refused({ kind: 'payment-unknown' })
  if (payment.cardId !== BY_TRANSFER) {
    throw new Refused({ kind: 'payment-not-movable', reason: 'ordered' })
  }
  return payment
}

async function read(
  { database }: ProposalServices,
  { customer, paymentNo, toLoan }: Move,
): Promise<{ readonly payment: BookedPayment; readonly to: Target }> {
  const payment = await findStaffBooking({ database }, { customer, paymentNo })
  if (payment.loanNo === toLoan) throw new Refused({ kind: 'payment-not-movable', reason: 'same' })
  const found = await findCustomerOfLoan(database, toLoan)
  if (!found) throw new Refused({ kind: 'loan-unknown' })
  const { start } = found
  if (start > payment.paidOn) {
    throw new Refused({ kind: 'payment-not-movable', reason: 'loan-later' })
  }
  return { payment, to: { customer: found.customer, loanNo: toLoan } }
}

type Wrong = Pick<Move, 'customer' | 'paymentNo'>

/**
 * Takes back a payment that staff booked from a transfer that was not one, or of another amount: its
 * entries are counter-booked, and the reference of the bank can be booked again.
 */
export const counterBook = proposalKind<Wrong>({
  kind: 'counter-book',
  fields: { customer: customerField, paymentNo: textField(NUMBER, 'payment') },
  touches: ['loan'],
  describe: async (services, wrong) => {
    const { amount, paidOn, loanNo } = await findStaffBooking(services, wrong)
    return [
      `冲销误记的转账还款 ${wrong.paymentNo}：${displayYuan(amount)} 元，${paidOn} 入账，借据 ${loanNo}`,
      await dueLine(services.database, { customer: wrong.customer, loanNo }),
      '相应账单恢复为待还，银行流水号可重新登记',
    ]
  },
  perform: async (services, wrong, approval) => {
    const payment = await findStaffBooking(services, wrong)
    const { customer, paymentNo } = wrong
    const { loanNo, amount, paidOn: date } = payment
    await services.database.inTransaction(async (tx) => {
      await lockCustomerBooks(tx, customer)
      await takePaymentBack(tx, services, {
        ...wrong,
        loanNo,
        reason: 'booked-wrongly',
        actor: approval.approvedBy,
        requestNo: approval.proposalNo,
      })
      const isFreed = await freeReference(tx, wrong, await readBusinessDate(tx))
      if (!isFreed) throw new Refused({ kind: 'payment-unknown' })
      const due = displayYuan(await readAmountDue(tx, { customer, loanNo }))
      const said = { date, amount: displayYuan(amount), loan: loanNo.slice(-4), due }
      const messageNo = `${approval.proposalNo}-off`
      await notify(tx, services, { customer, messageNo, sms: smsOf('payment-moved/away', said) })
    })
    return `payment=${paymentNo} loan=${loanNo}`
  },
})

/** Nobody books money on their own account, either. [V2] */
export async function requireOthers(
  { database }: Pick<ProposalServices, 'database'>,
  { customer }: Pick<Target, 'customer'>,
  { proposedBy, approvedBy }: Pick<Approval, 'proposedBy' | 'approvedBy'>,
): Promise<void> {
  for (const staffNo of [proposedBy, approvedBy]) {
    if (await isOwnAccount(database, { staffNo, customer })) throw new Refused({ kind: 'own-loan' })
  }
}

async function notifyCustomer(
  services: ProposalServices,
  moved: { readonly move: Move; readonly payment: BookedPayment; readonly to: Target },
  approval: Approval,
): Promise<void> {
  const { move, payment, to } = moved
  const { customer } = move
  const { loanNo, amount, paidOn: date } = payment
  const isSame = to.customer === customer
  if (!isSame) await tellBooked(services, { customer: to.customer, amount }, approval)
  await services.database.inTransaction(async (tx) => {
    const due = displayYuan(await readAmountDue(tx, { customer, loanNo }))
    const said = { date, amount: displayYuan(amount) }
    const sms = isSame
      ? smsOf('payment-moved', {
          ...said,
          from: loanNo.slice(-4),
          to: to.loanNo.slice(-4),
          fromDue: due,
          toDue: displayYuan(await readAmountDue(tx, to)),
        })
      : smsOf('payment-moved/away', { ...said, loan: loanNo.slice(-4), due })
    await notify(tx, services, { customer, messageNo: `${approval.proposalNo}-moved`, sms })
  })
}
