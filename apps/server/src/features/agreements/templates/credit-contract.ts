import { lender } from '@qingzhou/domain/lender'
import { product } from '@qingzhou/domain/product'
import { LENDER_ROLE, parties, percentOf, yuanOf } from '#features/agreements/labels.ts'
import type { Template } from '#features/agreements/template.ts'
import { heading, paragraph, points } from '#platform/documents/blocks.ts'

const rates = Object.values(product.gradeRatesPpm)
const [lowest = 0n] = rates
const highest = rates.at(-1) ?? lowest

/** The frame under which a limit is granted. It lends nothing yet. */
export const creditContract: Template = {
  code: 'credit-contract',
  version: '2026.11',
  title: '授信额度合同',
  event: '0101',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    heading('一、额度'),
    points(
      `甲方根据乙方的申请和审核结果，决定是否授信及额度大小，额度在 ${yuanOf(product.limit.amountMin)}至 ${yuanOf(product.limit.amountMax)}之间，以审核结果页面显示的为准。`,
      `额度自授予之日起 ${product.limit.months} 个月内有效，在有效期内可循环使用；甲方每月复核一次。`,
      '额度是乙方可以申请借款的上限，不是甲方必须放款的承诺。申请和持有额度不收取任何费用。',
    ),
    heading('二、利率'),
    points(
      `年化利率（单利）为 ${percentOf(lowest)} 至 ${percentOf(highest)}，按审核等级确定，在额度页面和每次借款前明示。`,
      '甲方下调利率对乙方有利的，可以直接适用；上调利率只对调整后新发生的借款有效，并会事先告知。',
    ),
    heading('三、每次借款'),
    points(
      '每次借款另行签署《借款合同》，金额、期限、还款方式、用途和还款计划以该合同为准。',
      '借款只能用于合同约定的消费用途，不得用于购房、证券、投资和法律禁止的其他用途。',
    ),
    heading('四、暂停与终止'),
    points(
      '乙方资料不实、逾期未还、被他人冒用或用途违约的，甲方可以暂停或终止未使用的额度，已发生的借款仍按原合同履行。',
      '没有未结清的借款时，乙方可以随时注销额度。',
    ),
    heading('五、争议'),
    paragraph(
      `因本合同发生争议，双方先协商；协商不成的，可以向乙方住所地或甲方住所地有管辖权的人民法院起诉。咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`,
    ),
  ],
}
