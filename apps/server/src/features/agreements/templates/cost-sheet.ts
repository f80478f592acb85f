import { displayYuan } from '@qingzhou/domain/money/money'
import { percentOf, yuanOf, costSheetIn, type Template } from '#features/agreements/template.ts'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table,
} from '@qingzhou/platform/documents/document'

/**
 * The cost sheet as the borrower confirmed it before signing, stored word for word with the
 * agreements. It has no tick box: it is confirmed on a screen of its own, after a minimum reading
 * time.
 */
export const costSheetTemplate: Template = {
  code: 'cost-sheet',
  version: '2026.11',
  title: '综合融资成本明示表',
  event: '0301',
  isSeparate: true,
  onlyForUnionLoans: false,
  write: (facts) => {
    const costSheet = costSheetIn(facts)
    if (!costSheet) return [paragraph('借款前，我们会逐项列明您需要承担的全部成本。')]
    return [
      pairs({ 借款人: facts.borrower.name, 借款本金: yuanOf(costSheet.principal) }),
      headingBlock('一、需要承担的成本'),
      table(
        ['项目', '收取方', '收取方式', '金额（元）'],
        costSheet.charges.map(({ name, amount, chargedBy, how }) => [
          name,
          chargedBy,
          how,
          displayYuan(amount),
        ]),
      ),
      pairs({
        成本合计: yuanOf(costSheet.total),
        '正常还款的综合年化成本（单利）': percentOf(costSheet.annualCost),
      }),
      headingBlock('二、如果逾期'),
      points(...costSheet.late.map(({ name, how }) => `${name}：${how}`)),
      paragraph('除上述项目外，不收取任何其他费用。'),
    ]
  },
}
