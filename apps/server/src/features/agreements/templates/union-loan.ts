import { lender, partnerBank } from '@qingzhou/domain/lender'
import { LENDER_ROLE, parties } from '#features/agreements/labels.ts'
import type { Template } from '#features/agreements/template.ts'
import { heading, paragraph, points } from '#platform/documents/blocks.ts'

/** Larger loans are funded together with a partner bank, and the borrower is told so. */
export const unionLoan: Template = {
  code: 'union-loan',
  version: '2026.11',
  title: '联合贷款告知与授权书',
  event: '0301',
  isSeparate: false,
  onlyForUnionLoans: true,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    heading('一、共同出资'),
    points(
      `本笔借款由${lender.company}与${partnerBank}共同出资，按各自出资比例享有债权。`,
      '您的利率、还款计划和还款方式不因共同出资而改变，也不增加任何费用。',
      `放款、收款、结清证明和客户服务均由${lender.company}统一办理。`,
    ),
    heading('二、信息共享'),
    paragraph(
      `为共同审核和管理本笔借款，您同意${lender.company}向${partnerBank}提供您的身份信息、联系方式、授信与还款信息；${partnerBank}可以为同一目的查询您的征信，并报送本笔借款中其出资部分的信息。`,
    ),
    heading('三、期限'),
    paragraph('自签署之日起，至本笔借款结清之日止。'),
  ],
}
