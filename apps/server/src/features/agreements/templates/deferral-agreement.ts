import { lender } from '@qingzhou/platform/config/brand'
import { conventions } from '@qingzhou/domain/product'
import {
  orBlank,
  LENDER_ROLE,
  lateRateText,
  parties,
  percentOf,
  yuanOf,
} from '#features/agreements/template.ts'
import type { Facts, Template } from '#features/agreements/template.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'

/**
 * A regional forbearance: the days, what they cost, and the first instalment before and after. It is
 * signed with the application and takes effect with its approval.
 */
export const forbearanceAgreement: Template = {
  code: 'forbearance-agreement',
  version: '2026.11.1',
  title: '区域纾困延期还款协议',
  event: '0402',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、延期的借款'),
    forbearanceTerms(facts),
    headingBlock('二、生效'),
    points(
      '本协议随延期申请一并签署，自甲方批准申请之日起生效；申请未获批准的，本协议不生效，原还款计划不变。',
      '上列金额按申请当日批准试算。审核期间逾期的本金按原合同利率计息，多付的利息和各期应还以批准当日的计算为准，甲方在批准时以短信告知。',
    ),
    headingBlock('三、还款日与利息'),
    points(
      '首个未还清的一期的还款日按延期天数顺延，之后各期按月顺延，期数不变。',
      '延期的天数按原合同利率对未还本金计息，按实际天数计算，一年按 360 天计，不另收手续费；审核和延期期间不计罚息。',
      '乙方可随时提前还款；整笔借款提前结清的，利息只算到结清当日。',
    ),
    headingBlock('四、到期未还'),
    paragraph(
      `延期后的还款日仍未还清的，自次日起按原借款合同对逾期本金逐日计收罚息，${lateRateText}；逾期 ${conventions.late.graceDays} 天内还清的，不收罚息。罚息不计复利。逾期信息会如实报送征信机构。`,
    ),
    headingBlock('五、其他约定'),
    paragraph('本协议未约定的，仍按原借款合同执行。'),
    headingBlock('六、联系'),
    paragraph(`咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`),
  ],
}

/**
 * The deferral of one instalment: which one, the new due date, and the interest for the extra days.
 */
export const deferralAgreement: Template = {
  code: 'delay-agreement',
  version: '2026.11.1',
  title: '延期还款协议',
  event: '0401',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、延期的账单'),
    terms(facts),
    headingBlock('二、延期期间的利息'),
    points(
      '延期期间按原合同利率对本期未还本金计息，按实际天数计算，一年按 360 天计，不另收手续费。',
      '延期利息与本期账单一并偿还；整笔借款提前结清的，利息只算到结清当日。',
    ),
    headingBlock('三、其他各期'),
    paragraph('其他各期的还款日、金额和利率不变，原借款合同的其他约定继续有效。'),
    headingBlock('四、到期未还'),
    paragraph(
      `延期后的还款日仍未还清的，自次日起按原借款合同对逾期本金逐日计收罚息，${lateRateText}；逾期 ${conventions.late.graceDays} 天内还清的，不收罚息。罚息不计复利。逾期信息会如实报送征信机构。`,
    ),
    headingBlock('五、联系'),
    paragraph(`咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`),
  ],
}

function terms({ deferral }: Facts) {
  return pairs({
    原借款金额: orBlank(deferral && yuanOf(deferral.originalAmount)),
    借款日期: orBlank(deferral?.drawnOn),
    延期期数: orBlank(deferral && `第 ${deferral.n} 期`),
    原还款日: orBlank(deferral?.dueDate),
    延期天数: orBlank(deferral && `${deferral.days} 天`),
    新还款日: orBlank(deferral?.newDueDate),
    '年化利率（单利）': orBlank(deferral && percentOf(deferral.annualRatePpm)),
    原应还金额: orBlank(deferral && yuanOf(deferral.amount)),
    延期利息: orBlank(deferral && yuanOf(deferral.cost)),
    延期后应还: orBlank(deferral && yuanOf(deferral.newAmount)),
  })
}

function forbearanceTerms({ forbearance }: Facts) {
  const first = forbearance && `第 ${forbearance.n} 期`
  return pairs({
    原借款金额: orBlank(forbearance && yuanOf(forbearance.originalAmount)),
    借款日期: orBlank(forbearance?.drawnOn),
    '年化利率（单利）': orBlank(forbearance && percentOf(forbearance.annualRatePpm)),
    延期天数: orBlank(forbearance && `${forbearance.days} 天`),
    共多付利息: orBlank(forbearance && yuanOf(forbearance.cost)),
    首个延期的一期: orBlank(first),
    原还款日: orBlank(forbearance?.dueDate),
    原应还金额: orBlank(forbearance && yuanOf(forbearance.amount)),
    新还款日: orBlank(forbearance?.newDueDate),
    延期后应还: orBlank(forbearance && yuanOf(forbearance.newAmount)),
  })
}
