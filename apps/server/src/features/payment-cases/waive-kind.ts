import { displayYuan, subtract, sum, type Money } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import type { Waivable } from '@qingzhou/domain/waiver/waive-amount'
import { notify } from '#features/blocks/index.ts'
import {
  amountField,
  choiceField,
  proposalKind,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { recordRefundDue } from '#features/repayment/index.ts'
import { readLoans, waiveAmount } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { Refused } from '@qingzhou/platform/refused'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { dueLine, readAmountDue, ofLoan, type OfLoan } from './payment-kinds.ts'

type Waiver = OfLoan & { readonly part: Waivable; readonly amount: Money }

const names: Readonly<Record<Waivable, string>> = { fee: '费用', penalty: '罚息', interest: '利息' }

/** An amount of the fee, penalty or interest that is due is given up, at the lender's cost. */
export const waiveCharge = proposalKind<Waiver>({
  kind: 'waive-amount',
  fields: { ...ofLoan, part: choiceField(['fee', 'penalty', 'interest']), amount: amountField },
  touches: ['loan'],
  describe: async (services, { part, amount, ...loan }) => {
    const open = await readOpenCharge(services, { ...loan, part })
    const left = subtract(open, amount)
    return [
      await dueLine(services.database, loan),
      `到期${names[part]}：${displayYuan(open)} 元 → 减免 ${displayYuan(amount)} 元，剩余 ${displayYuan(left)} 元`,
    ]
  },
  perform: async (services, waiver, approval) => {
    const { customer, loanNo, part, amount } = waiver
    const { proposalNo, approvedBy } = approval
    const act = { customer, requestNo: proposalNo, actor: approvedBy }
    const answer = await waiveAmount(services, act, { loanNo, part, waived: amount })
    if (answer.overpaid > 0n) {
      await services.database.inTransaction((tx) =>
        recordRefundDue(tx, services, { customer, refundNo: proposalNo }),
      )
    }
    await notifyCustomer(services, { ...waiver, ...answer }, approval)
    return `part=${part} waived=${amount}${answer.isSettled ? ' settled' : ''}`
  },
})

/** What is open of a charge of the bills that are due. */
export async function readOpenCharge(
  { database }: ProposalServices,
  { customer, loanNo, part }: OfLoan & Pick<Waiver, 'part'>,
): Promise<Money> {
  const record = (await readLoans(database, customer)).find((one) => one.loanNo === loanNo)
  if (!record) throw new Refused({ kind: 'loan-unknown' })
  const today = await readBusinessDate(database)
  const due = billsOf(record.loan, today).filter(({ dueDate }) => dueDate <= today)
  return sum(due.map(({ open }) => open[part]))
}

async function notifyCustomer(
  services: ProposalServices,
  waiver: Waiver & { readonly isSettled: boolean },
  { proposalNo: messageNo }: Approval,
): Promise<void> {
  const { customer, loanNo, part, amount, isSettled } = waiver
  const said = { loan: loanNo.slice(-4), part: names[part], amount: displayYuan(amount) }
  await services.database.inTransaction(async (tx) => {
    const sms = isSettled
      ? smsOf('charge-waived/settled', said)
      : smsOf('charge-waived', { ...said, due: displayYuan(await readAmountDue(tx, waiver)) })
    await notify(tx, services, { customer, messageNo, sms })
  })
}
