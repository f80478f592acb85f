import type { DayPage, Page } from '#features/reference/page.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'
import { facts, type DayFigures } from './facts.ts'

/** The page on interest and fees; by default no product charges a fee. */
export const feesPage: DayPage = {
  name: 'fees',
  title: '息费说明',
  updatedOn: '2026-11-18',
  writeOn: (figures) => {
    const hasFees = Object.keys(figures.serviceFees).length > 0
    const others = hasFees ? '另按产品收取服务费' : '除利息外不收其他费用'
    return {
      summary: `年化利率（单利）${facts.rateMin} 至 ${facts.rateMax}，${others}。`,
      blocks: blocksOf(figures, hasFees ? uncharged : ['服务费', ...uncharged]),
    }
  },
}

const uncharged = ['申请费', '审核费', '担保费', '会员费']

function blocksOf(
  { costMax, serviceFees }: DayFigures,
  notCharged: readonly string[],
): Page['blocks'] {
  return [
    headingBlock('借款利率'),
    paragraph(
      `${facts.product}按年化利率（单利）计息，利率依您的信用状况确定，在 ${facts.rateMin} 至 ${facts.rateMax} 之间。您的实际利率以借款页和合同为准。`,
    ),
    paragraph(
      `包含全部息费在内的综合年化成本不超过 ${costMax}。每次借款前，我们都会出示综合融资成本明示表，逐项列明您需要支付的每一项费用。`,
    ),
    ...feeBlocks(serviceFees),
    headingBlock('额度与期限'),
    pairs({
      授信额度: `${facts.limitMin} 至 ${facts.limitMax} 元`,
      单笔借款: `${facts.drawMin} 至 ${facts.drawMax} 元，须为 ${facts.drawStep} 元的整数倍`,
      借款期限: facts.terms,
      还款方式: `等额本息、等额本金、先息后本（最长 ${facts.interestFirstMonthsMax} 个月）`,
    }),
    headingBlock('逾期怎么算'),
    points(
      `还款日后有 ${facts.graceDays} 天宽限期，宽限期内还清不收罚息。`,
      `超过宽限期的，自还款日次日起对逾期本金收取罚息，罚息利率为合同利率的 ${facts.penaltyTimes} 倍，且不超过放款当日适用的综合年化成本上限（目前为 ${costMax}）。`,
      '罚息不计复利。逾期记录会依法报送征信机构，请按时还款。',
    ),
    headingBlock('提前还款'),
    points(
      '可以随时提前结清，利息只计算到还款当天，没有违约金。',
      '还款日之前还当期账单的，按账单金额还款，其中包含这一期的全部利息，不因提前几天还而减少；之后提前结清或还款计划变化时，未到期天数的利息会退还给您。',
      `也可以提前还一部分，每次不少于 ${facts.earlyPartMin} 元，剩余部分可以选择减少每期金额、到期日不变，或者每期金额不变、缩短还款期限。两种方案会先试算给您看。`,
    ),
    headingBlock('我们不收的费用'),
    points(notCharged.join('、'), '任何放款前的费用：凡要求先付款的，都是诈骗'),
  ]
}

function feeBlocks(serviceFees: DayFigures['serviceFees']): Page['blocks'] {
  if (Object.keys(serviceFees).length === 0) return []
  return [
    headingBlock('服务费'),
    pairs(serviceFees),
    paragraph(
      '服务费随还款收取，计入综合年化成本，不计利息和罚息。提前结清的，尚未开始的各期不收。借款金额、服务费和每期应还在借款前的试算和合同里逐项列明。',
    ),
  ]
}
