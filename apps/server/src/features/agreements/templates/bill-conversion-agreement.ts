import { lender } from '@qingzhou/platform/config/brand'
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
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'

/** The conversion of one bill into monthly instalments. */
export const billConversionAgreement: Template = {
  code: 'second-agreement',
  version: '2026.11.2',
  title: '账单分期协议',
  event: '0502',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、分期的账单'),
    terms(facts),
    headingBlock('二、还款计划'),
    planTable(facts.billConversion?.plan),
    headingBlock('三、约定'),
    points(
      '本期账单的全部应还金额转入一笔新的借款，自原还款日起按原合同利率计息，不另收手续费；本期账单自签署时起视为还清。',
      '原借款其他各期的还款日、金额和利率不变，原借款合同的其他约定继续有效，委托扣款授权适用于新的借款。',
      '新的借款可以随时提前结清，利息算到当日，不收违约金。同一期账单只能办理一次账单分期。',
    ),
    headingBlock('四、到期未还'),
    paragraph(`${lateClause(facts.billConversion?.costSheet)}逾期信息会如实报送征信机构。`),
    headingBlock('五、联系'),
    paragraph(`咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`),
  ],
}

function terms({ billConversion }: Facts) {
  return pairs({
    原借款金额: orBlank(billConversion && yuanOf(billConversion.originalAmount)),
    借款日期: orBlank(billConversion?.drawnOn),
    分期的账单: orBlank(
      billConversion && `第 ${billConversion.n} 期，还款日 ${billConversion.dueDate}`,
    ),
    账单金额: orBlank(billConversion && yuanOf(billConversion.amount)),
    分期期数: orBlank(billConversion && `${billConversion.months} 期`),
    还款方式: '等额本息',
    '年化利率（单利）': orBlank(billConversion && percentOf(billConversion.annualRatePpm)),
    综合年化成本: orBlank(billConversion && percentOf(billConversion.annualCostPpm)),
    利息合计: orBlank(billConversion && yuanOf(billConversion.totalInterest)),
    还款合计: orBlank(billConversion && yuanOf(billConversion.totalAmount)),
  })
}
