import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import {
  orBlank,
  type Facts,
  type Template,
  LENDER_ROLE,
  lateClause,
  parties,
  percentOf,
  planTable,
  yuanOf,
} from '#features/agreements/template.ts'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table,
} from '@qingzhou/platform/documents/document'

const { defaultAfterUnpaid } = product.personalisedPlan

/**
 * The consolidation plan for overdue loans: which loans it replaces, how it is repaid, and when it
 * defaults.
 */
export const consolidationAgreement: Template = {
  code: 'plan-agreement',
  version: '2026.11.2',
  title: '个性化分期还款协议',
  event: '0501',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、转入的借款'),
    oldLoans(facts),
    paragraph(
      '以上借款截至本协议签署当日的全部欠款转入一笔新的借款，原借款自签署时起结清，不再计收利息和罚息。',
    ),
    headingBlock('二、新的借款'),
    terms(facts),
    headingBlock('三、还款计划'),
    planTable(facts.plan?.plan),
    headingBlock('四、还款'),
    points(
      '每期还款日从委托扣款授权书载明的账户扣划当期应还的金额；还款日前，您可以自行还款，已还的部分不再扣划。',
      '可以随时提前结清，利息算到当日，不收违约金。',
      '新的借款结清之前，您的额度不能使用；结清后自动恢复。',
    ),
    headingBlock('五、未按时还款'),
    points(
      lateClause(facts.plan?.costSheet),
      `有 ${defaultAfterUnpaid} 期到期未还的，分期自第 ${defaultAfterUnpaid} 期逾期之日起终止：剩余本金和截至当日的利息一次到期，以后各期的利息不再收取，已还的部分仍然有效。`,
      '逾期信息会如实报送征信机构。同一笔借款只能办理一次个性化分期。',
    ),
    headingBlock('六、联系'),
    paragraph(`咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`),
  ],
}

function oldLoans({ plan }: Facts) {
  if (!plan) return paragraph(orBlank(undefined))
  return table(
    ['借据编号', '借款日期', '借款金额', '转入金额'],
    plan.from.map(({ loanNo, drawnOn, drawn, owed }) => [
      loanNo,
      drawnOn,
      ...[drawn, owed].map(displayYuan),
    ]),
  )
}

function terms({ plan }: Facts) {
  return pairs({
    转入金额合计: orBlank(plan && yuanOf(plan.amount)),
    其中本金: orBlank(plan && yuanOf(plan.parts.principal)),
    其中利息: orBlank(plan && yuanOf(plan.parts.interest)),
    其中罚息: orBlank(plan && yuanOf(plan.parts.penalty)),
    其中费用: orBlank(plan && yuanOf(plan.parts.fee)),
    分期期数: orBlank(plan && `${plan.months} 期`),
    还款方式: '等额本息',
    '原年化利率（取最低）': orBlank(plan && percentOf(plan.oldRatePpm)),
    '新年化利率（单利）': orBlank(plan && percentOf(plan.annualRatePpm)),
    综合年化成本: orBlank(plan && percentOf(plan.annualCostPpm)),
    利息合计: orBlank(plan && yuanOf(plan.totalInterest)),
    比按原计划还少付: orBlank(
      plan && (plan.saved > 0n ? yuanOf(plan.saved) : '没有少付，期限更长'),
    ),
    还款合计: orBlank(plan && yuanOf(plan.totalAmount)),
    扣款账户: orBlank(plan && `${plan.card.bankName}（尾号 ${plan.card.lastFour}）`),
  })
}
