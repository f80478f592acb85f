import type { Lender } from '#lender.ts'
import type { Quote } from '#draws/draw-request.ts'
import { lateRateOf } from '#loans/history.ts'
import { partNames, type Instalment } from '#loans/loan.ts'
import { greater, ZERO, subtract, sum, displayYuan, type Money } from '#money/money.ts'
import { displayRate, displayShare } from '#money/rate.ts'
import { ownSharePpm, type FundingShare } from '#funding/choose-partners.ts'

export interface CostSheet {
  readonly principal: Money
  /** Every charge, including common charges that this lender does not make. */
  readonly charges: readonly Charge[]
  /** The sum of all charges. */
  readonly total: Money
  readonly annualCostPpm: bigint
  readonly late: readonly { readonly name: string; readonly how: string }[]
}

export interface Charge {
  readonly name: string
  readonly amount: Money
  readonly chargedBy: string
  readonly how: string
}

/** The coupon discount of an instalment. */
export function discountOf({ waived }: Pick<Instalment, 'waived'>): Money {
  return sum(partNames.map((name) => waived[name]))
}

/** The all-in cost of a quoted draw, which must be shown before it is signed. [L12] */
export function costSheetOf(
  { plan, loan, cost, partners }: Quote,
  { lender }: { readonly lender: Pick<Lender, 'company'> },
): CostSheet {
  const discount = sum(loan.instalments.map(discountOf))
  const interest = greater(subtract(plan.totalInterest, discount), ZERO)
  const chargedBy = fundersText(lender, partners)
  const charges = [
    {
      name: '利息',
      amount: interest,
      chargedBy,
      how: `按年利率 ${displayRate(loan.annualRatePpm)}（单利）计算，随每期还款收取${couponWords(discount)}`,
    },
    serviceFeeCharge(plan, chargedBy),
    ...uncharged.map(notCharged),
  ]
  return {
    principal: loan.amount,
    charges,
    total: sum(charges.map(({ amount }) => amount)),
    annualCostPpm: cost.simplePpm,
    late: lateCosts(loan),
  }
}

/** Who funds a loan and receives its interest and fees, each with its share. [L14] */
export function fundersText(
  { company }: Pick<Lender, 'company'>,
  partners: readonly Pick<FundingShare, 'name' | 'sharePpm'>[],
): string {
  if (partners.length === 0) return company
  const own = { name: company, sharePpm: ownSharePpm(partners) }
  return [own, ...partners]
    .map(({ name, sharePpm }) => `${name}（${displayShare(sharePpm)}）`)
    .join('、')
}

const uncharged = ['担保费', '提前还款违约金']

function notCharged(name: string): Charge {
  return { name, amount: ZERO, chargedBy: '无', how: '不收取' }
}

/** The service fee of the product, or that it charges none. [L21] */
function serviceFeeCharge({ terms: { fee }, totalFees }: Quote['plan'], chargedBy: string): Charge {
  const name = '服务费'
  if (!fee || totalFees === 0n) return notCharged(name)
  const amount = displayYuan(fee.amount)
  const how =
    fee.charged === 'each-instalment'
      ? `每期 ${amount} 元，随每期还款收取；提前结清的，尚未开始的各期不收`
      : `共 ${amount} 元，随第一期还款收取`
  return { name, amount: totalFees, chargedBy, how }
}

function couponWords(discount: Money): string {
  return discount > 0n ? `，已扣除优惠券减免 ${displayYuan(discount)} 元` : ''
}

function lateCosts(loan: Quote['loan']): CostSheet['late'] {
  const { ratePercent, ratePpmMax, graceDays } = loan.conventions.late
  const penaltyRatePpm = lateRateOf(loan) / 100n
  const isCapped = loan.annualRatePpm * ratePercent > penaltyRatePpm * 100n
  const times = `合同利率的 ${Number(ratePercent) / 100} 倍`
  const basis = isCapped ? `${times}，且全年不超过 ${displayRate(ratePpmMax ?? 0n)}` : times
  return [
    {
      name: '罚息',
      how: `自还款日次日起，按逾期本金和年利率 ${displayRate(penaltyRatePpm)}（${basis}）逐日计收；逾期 ${graceDays} 天内还清的不收`,
    },
    { name: '征信', how: '逾期信息会按规定报送征信系统，可能影响您今后的贷款' },
    { name: '其他费用', how: '不收取滞纳金、催收费等任何其他费用' },
  ]
}
