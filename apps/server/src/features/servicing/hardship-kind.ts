import { displayYuan, ZERO, type Money } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { product } from '@qingzhou/domain/product'
import { readOpenCharge } from '#features/payment-cases/index.ts'
import {
  choiceField,
  countField,
  proposalKind,
  rateField,
  type Approval,
  type ProposalServices,
} from '#features/proposals/index.ts'
import { figuresOf } from '#features/repayment/index.ts'
import { cutRate, grantForbearanceOnLoan, waiveAmount } from '@qingzhou/lending/index'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import {
  actBy,
  notifyOfTerms,
  ofLoan,
  requireLoan,
  requireNoPayment,
  type Days,
} from './terms-kinds.ts'

type Plan = Days & { readonly annualRatePpm: bigint; readonly penalty: 'waive' | 'keep' }

/**
 * A plan for a customer in hardship, in one decision: the penalty due is waived, all open
 * instalments move, and the rate goes down from today. Each part is its use case, and either all of
 * them are performed or none.
 */
export const hardshipPlan = proposalKind<Plan>({
  kind: 'hardship-plan',
  needsEvidence: true,
  fields: {
    ...ofLoan,
    days: countField(product.regionalForbearance.daysMax),
    annualRatePpm: rateField,
    penalty: choiceField(['waive', 'keep']),
  },
  touches: ['loan'],
  describe: async (services, { days, annualRatePpm, penalty, ...loan }) => {
    const { loan: before } = await requireLoan(services, loan)
    const due = await readOpenCharge(services, { ...loan, part: 'penalty' })
    const [was, is] = [before.annualRatePpm, annualRatePpm].map(displayRate)
    return [
      `借据 ${loan.loanNo}：全部未还账单的还款日顺延 ${days} 天，顺延期间计息，不计罚息`,
      was === is ? `年化利率：${was}，不变` : `年化利率：${was} → ${is}，自今日起计算`,
      penalty === 'waive'
        ? `到期罚息：${displayYuan(due)} 元 → 全部减免`
        : `到期罚息：${displayYuan(due)} 元，不减免`,
    ]
  },
  perform: async (services, { customer, loanNo, days, annualRatePpm, penalty }, approval) => {
    const loan = { customer, loanNo }
    const waived = penalty === 'waive' ? await waivePenalty(services, loan, approval) : ZERO
    const { loan: before } = await requireLoan(services, loan)
    const act = actBy(customer, approval)
    const { bookedOn: today } = await grantForbearanceOnLoan(services, act, { loanNo, days })
    if (annualRatePpm !== before.annualRatePpm) {
      const cut = { ...act, requestNo: `${approval.proposalNo}-rate` }
      await cutRate(services, cut, { loanNo, annualRatePpm, from: today })
    }
    await requireNoPayment(services, loan)
    const after = (await requireLoan(services, loan)).loan
    const { n, newDueDate, newAmount } = figuresOf(before, { after, today })
    const said = {
      days: String(days),
      n: String(n),
      newDueDate,
      amount: displayYuan(newAmount),
      rate: displayRate(annualRatePpm),
    }
    const sms =
      waived > 0n
        ? smsOf('hardship-plan/waived', { ...said, penalty: displayYuan(waived) })
        : smsOf('hardship-plan', said)
    await notifyOfTerms(services, { customer, sms }, approval)
    return `loan=${loanNo} days=${days} rate=${annualRatePpm} waived=${waived}`
  },
})

type OfLoan = Pick<Plan, 'customer' | 'loanNo'>

async function waivePenalty(
  services: ProposalServices,
  { customer, loanNo }: OfLoan,
  approval: Approval,
): Promise<Money> {
  const waived = await readOpenCharge(services, { customer, loanNo, part: 'penalty' })
  if (waived === ZERO) return ZERO
  const act = { ...actBy(customer, approval), requestNo: `${approval.proposalNo}-penalty` }
  await waiveAmount(services, act, { loanNo, part: 'penalty', waived })
  return waived
}
