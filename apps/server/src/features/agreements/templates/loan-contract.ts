import { lender } from '@qingzhou/platform/config/brand'
import type { ProductNo } from '@qingzhou/domain/product'
import { employeeProductNo, mallProductNo, product, productNames } from '@qingzhou/domain/product'
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
import { fundersText } from '@qingzhou/domain/cost/cost-sheet'
import { ownSharePpm } from '@qingzhou/domain/funding/choose-partners'
import { displayYuan, subtract } from '@qingzhou/domain/money/money'
import { displayShare } from '@qingzhou/domain/money/rate'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table,
} from '@qingzhou/platform/documents/document'

const rates = Object.values(product.gradeRatesPpm)
const [lowest = 0n] = rates
const highest = rates.at(-1) ?? lowest

/** The framework contract for a credit limit. No money is lent under it yet. */
export const creditContract: Template = {
  code: 'credit-contract',
  version: '2026.11',
  title: '授信额度合同',
  event: '0101',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、额度'),
    points(
      `甲方根据乙方的申请和审核结果，决定是否授信及额度大小，额度在 ${yuanOf(product.limit.amountMin)}至 ${yuanOf(product.limit.amountMax)}之间，以审核结果页面显示的为准。`,
      `额度自授予之日起 ${product.limit.months} 个月内有效，在有效期内可循环使用；甲方每月复核一次。`,
      '额度是乙方可以申请借款的上限，不是甲方必须放款的承诺。申请和持有额度不收取任何费用。',
    ),
    headingBlock('二、利率'),
    points(
      `年化利率（单利）为 ${percentOf(lowest)} 至 ${percentOf(highest)}，按审核等级确定，在额度页面和每次借款前明示。`,
      '甲方下调利率对乙方有利的，可以直接适用；上调利率只对调整后新发生的借款有效，并会事先告知。',
    ),
    headingBlock('三、每次借款'),
    points(
      '每次借款另行签署《借款合同》，金额、期限、还款方式、用途和还款计划以该合同为准。',
      '借款只能用于合同约定的消费用途，不得用于购房、证券、投资和法律禁止的其他用途。',
    ),
    headingBlock('四、暂停与终止'),
    points(
      '乙方资料不实、逾期未还、被他人冒用或用途违约的，甲方可以暂停或终止未使用的额度，已发生的借款仍按原合同履行。',
      '没有未结清的借款时，乙方可以随时注销额度。',
    ),
    headingBlock('五、争议'),
    paragraph(
      `因本合同发生争议，双方先协商；协商不成的，可以向乙方住所地或甲方住所地有管辖权的人民法院起诉。咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`,
    ),
  ],
}

/** Notice and authorisation for loans that partners fund together with the lender, each named with its share. */
export const unionLoan: Template = {
  code: 'union-loan',
  version: '2026.11.1',
  title: '联合贷款告知与授权书',
  event: '0301',
  isSeparate: false,
  onlyForUnionLoans: true,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、共同出资'),
    ...funders(facts),
    points(
      `本笔借款由${lender.company}与${partnerNames(facts)}共同出资，按各自出资比例享有债权，收取利息和费用。`,
      '您的利率、还款计划和还款方式不因共同出资而改变，也不增加任何费用。',
      `放款、收款、结清证明和客户服务均由${lender.company}统一办理。`,
    ),
    headingBlock('二、征信查询与信息共享'),
    paragraph(
      `为共同审核和管理本笔借款，您同意${lender.company}向${partnerNames(facts)}提供您的身份信息、联系方式、授信与还款信息；${partnerNames(facts)}可以为同一目的查询您的征信，并报送本笔借款中其出资部分的信息。`,
    ),
    headingBlock('三、期限'),
    paragraph('自签署之日起，至本笔借款结清之日止。'),
  ],
}

function partnerNames({ loan }: Facts): string {
  return orBlank(loan?.partners.map(({ name }) => name).join('、'))
}

/** Who funds the loan: share, and part of the amount. */
function funders({ loan }: Facts) {
  if (!loan) return []
  const { partners, amount } = loan
  const own = {
    name: lender.company,
    licenceNo: lender.licenceNo,
    sharePpm: ownSharePpm(partners),
    amount: partners.reduce((left, partner) => subtract(left, partner.amount), amount),
  }
  const rows = [own, ...partners].map((one) => [
    one.name,
    one.licenceNo,
    displayShare(one.sharePpm),
    displayYuan(one.amount),
  ])
  return [table(['出资方', '金融许可证号', '出资比例', '出资金额（元）'], rows)]
}

/**
 * The contract of one draw: its terms, its plan, and late payment, early repayment and disputes.
 */
export const loanContract: Template = {
  code: 'loan-contract',
  version: '2026.11.6',
  title: '借款合同',
  event: '0301',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: (facts) => [
    parties(facts, { lends: LENDER_ROLE }),
    headingBlock('一、借款要素'),
    terms(facts),
    headingBlock('二、还款计划'),
    planTable(facts.loan?.plan),
    paragraph(
      '还款日为放款日对应的每月同日，当月没有该日的为当月最后一日。放款日与本合同签署日不同的，还款日按放款日顺延，利率和期数不变。',
    ),
    headingBlock('三、还款'),
    points(
      '还款先还最早一期；同一期内依次偿还费用、罚息、利息、本金。逾期超过 90 日的，依次偿还本金、利息、罚息、费用。',
      `可以随时提前结清，利息算到当日，不收违约金；也可以提前偿还部分本金，每次不少于 ${yuanOf(product.earlyPartMin)}，剩余部分可以选择减少每期金额、到期日不变，或者每期金额不变、缩短还款期限。`,
      ...feeClause(facts),
      '多还的款项原路退回还款卡。',
    ),
    headingBlock('四、逾期'),
    points(lateClause(facts.loan?.costSheet), '逾期信息会如实报送征信机构。'),
    headingBlock('五、用途'),
    paragraph(
      '借款只能用于上述用途，不得用于购房、证券、投资和法律禁止的其他用途；违反的，甲方可以要求提前还款。',
    ),
    ...loanUseClause(facts),
    ...returnClause(facts),
    headingBlock('六、争议与联系'),
    paragraph(
      `因本合同发生争议，双方先协商；协商不成的，可以向乙方住所地或甲方住所地有管辖权的人民法院起诉。咨询与投诉：${lender.servicePhone}（${lender.serviceHours}）。`,
    ),
  ],
}

function terms(facts: Facts) {
  const { loan } = facts
  const productNo = productIn(facts)
  return pairs({
    借款产品: orBlank(productNo && productNames[productNo]),
    借款金额: orBlank(loan && yuanOf(loan.amount)),
    借款期限: orBlank(loan && `${loan.months} 个月`),
    还款方式: orBlank(loan?.methodName),
    '年化利率（单利）': orBlank(loan && percentOf(loan.annualRatePpm)),
    综合年化成本: orBlank(loan && percentOf(loan.annualCostPpm)),
    借款用途: orBlank(loan?.purposeName),
    ...(loan && loan.partners.length > 0 && { 出资方: fundersText(lender, loan.partners) }),
    收款账户: orBlank(payee(facts)),
    利息合计: orBlank(loan && yuanOf(loan.totalInterest)),
    ...(loan && loan.totalFees > 0n && { 服务费合计: yuanOf(loan.totalFees) }),
    优惠减免: orBlank(loan && yuanOf(loan.totalDiscount)),
    还款合计: orBlank(loan && yuanOf(loan.totalAmount)),
  })
}

/** For products with a service fee: when it is charged, and that early settlement ends it. */
function feeClause({ loan }: Facts): readonly string[] {
  if (!loan || loan.totalFees === 0n) return []
  const how = loan.costSheet.charges.find(({ name }) => name === '服务费')?.how ?? ''
  return [
    `甲方收取服务费：${how}。服务费计入综合年化成本，不计利息和罚息；某一期的服务费自该期开始的次日起应付。`,
  ]
}

/** The product of the draw; before there is one, the product that was asked for. */
function productIn({ loan, productNo }: Facts): ProductNo | undefined {
  return loan?.productNo ?? productNo
}

/** A purchase is paid directly to the mall, never to the borrower. */
function payee(facts: Facts): string | undefined {
  const { loan } = facts
  if (productIn(facts) === mallProductNo)
    return '商城（由甲方直接付给商城，用于支付本次购物的价款）'
  return loan && `${loan.card.bankName}（尾号 ${loan.card.lastFour}）`
}

/** Mall purchases only: what happens to the loan if the goods are returned. */
function returnClause(facts: Facts) {
  if (productIn(facts) !== mallProductNo) return []
  return [
    headingBlock('退货'),
    paragraph(
      `商品发货前可以取消订单，送达后 ${product.mall.returnDays} 日内可以申请退货。商城退回价款后，本借款自始撤销，不收利息和费用，乙方已还的款项原路退回。`,
    ),
  ]
}

/** Employee loans only: loan-use evidence is required after the draw. */
function loanUseClause(facts: Facts) {
  if (productIn(facts) !== employeeProductNo) return []
  return [
    paragraph(
      `本借款为员工贷，乙方须在放款之日起 ${product.evidence.daysAfterDraw} 日内提交借款用途凭证，由甲方审核；未通过审核的，可以按审核意见重新提交。`,
    ),
  ]
}
