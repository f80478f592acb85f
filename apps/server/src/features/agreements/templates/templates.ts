import { lender } from '@qingzhou/platform/config/brand'
import type { AgreementEvent } from '@qingzhou/contract/features/agreements'
import { displayYuan } from '@qingzhou/domain/money/money'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table,
} from '@qingzhou/platform/documents/document'
import { percentOf, yuanOf, costSheetIn } from '#features/agreements/template.ts'
import type { Template } from '#features/agreements/template.ts'
import { bureauAuthorisation, debitAuthorisation, paymentAgreement } from './debit-authorisation.ts'
import { creditContract, loanContract, unionLoan } from './loan-contract.ts'
import { deferralAgreement, forbearanceAgreement } from './deferral-agreement.ts'
import { consolidationAgreement } from './consolidation-agreement.ts'
import { billConversionAgreement } from './bill-conversion-agreement.ts'

/** Inside the payment app, its operator checks the face. */
const walletFace: Template = {
  code: 'wallet-face',
  version: '2026.11',
  title: '支付应用人脸核验授权书',
  event: '0101',
  isSeparate: false,
  onlyForUnionLoans: false,
  onlyInPaymentApp: true,
  write: ({ borrower }) => [
    pairs({ 授权人: borrower.name, 证件号码: borrower.idNumber, 被授权人: lender.company }),
    points(
      `您在支付应用内申请时，人脸由支付应用的运营方采集和核验。您同意${lender.company}把您的姓名和身份证号提供给该运营方，仅用于核验是否为您本人。`,
      `${lender.company}只收到核验结果，不收到人脸图像。`,
      '您也可以不授权，改用手机浏览器打开本应用，在页面内完成人脸核验。',
    ),
  ],
}

/** The consent to process personal data in an application. */
const personalInformation: Template = {
  code: 'personal-information',
  version: '2026.11.2',
  title: '个人信息处理授权书',
  event: '0101',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: ({ borrower }) => [
    pairs({
      授权人: borrower.name,
      证件号码: borrower.idNumber,
      被授权人: lender.company,
    }),
    headingBlock('一、处理哪些信息，用来做什么'),
    points(
      '身份信息（姓名、身份证号、证件照片）：核实您的身份，防止他人冒用。',
      '人脸图像：仅用于本次核验是否为本人。系统能够确认的，核验完成后不保存图像，只保存核验结果；系统不能确认的，由工作人员核对，图像作为核对依据加密保存，期满删除。',
      '联系方式、居住与工作信息、紧急联系人：评估申请，以及在联系不上您时核实情况。',
      '银行卡信息：放款和还款。',
      '设备与网络信息：识别欺诈风险。',
    ),
    headingBlock('二、与谁共享'),
    points(
      '身份核验机构：姓名、身份证号、证件照片和人脸图像，用于识别证件、核实是否为本人。',
      '开户银行：姓名、身份证号、银行卡号、预留手机号，用于绑卡验证、放款和扣款。',
      '设备风险识别机构：设备标识和身份证号，用于识别欺诈。',
      '短信服务商：手机号和短信内容，用于发送验证码和通知。',
      '除上述情形、您另行授权的情形（如征信查询）和法律要求外，不向其他人提供。',
    ),
    headingBlock('三、保存与您的权利'),
    points(
      '信息在中国境内加密保存，保存期限以法律规定和履行合同所必需为限。',
      '您可以查询、更正、复制、删除您的信息，或撤回授权；撤回不影响此前已进行的处理。',
    ),
    paragraph(`如有疑问，请致电 ${lender.servicePhone}，或写信至 ${lender.complaintMail}。`),
  ],
}

/**
 * The cost sheet as the borrower confirmed it before signing, stored word for word with the
 * agreements. It has no tick box: it is confirmed on a screen of its own, after a minimum reading
 * time.
 */
const costSheetTemplate: Template = {
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

/** Every agreement, in reading order. */
const templates: readonly Template[] = [
  creditContract,
  personalInformation,
  walletFace,
  bureauAuthorisation,
  loanContract,
  unionLoan,
  consolidationAgreement,
  billConversionAgreement,
  debitAuthorisation,
  paymentAgreement,
  deferralAgreement,
  forbearanceAgreement,
]

export type TemplateChoice = { readonly isUnionLoan: boolean; readonly isInPaymentApp?: boolean }

/** The agreements that an event requires. */
export function templatesFor(
  event: AgreementEvent,
  { isUnionLoan, isInPaymentApp }: TemplateChoice,
): readonly Template[] {
  return templates.filter(
    (template) =>
      (template.event === event || template.alsoAt === event) &&
      (isUnionLoan || !template.onlyForUnionLoans) &&
      (isInPaymentApp || !template.onlyInPaymentApp),
  )
}

export { costSheetTemplate }
