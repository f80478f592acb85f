import { lender } from '@qingzhou/platform/config/brand'
import { conventions } from '@qingzhou/domain/product'
import {
  orBlank,
  type Facts,
  type Template,
  LENDER_ROLE,
  lateRateText,
  parties,
  percentOf,
  yuanOf,
} from '#features/agreements/template.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'

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
