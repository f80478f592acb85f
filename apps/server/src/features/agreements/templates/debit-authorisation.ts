import { lender } from '@qingzhou/platform/config/brand'
import { orBlank, type LoanFacts, type Template, yuanOf } from '#features/agreements/template.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'

/** The separate consent that the credit bureau requires: institution, purpose, scope and term. */
export const bureauAuthorisation: Template = {
  code: 'bureau-authorisation',
  version: '2026.11',
  title: '个人征信查询与报送授权书',
  event: '0101',
  isSeparate: true,
  onlyForUnionLoans: false,
  write: ({ borrower }) => [
    pairs({
      授权人: borrower.name,
      证件号码: borrower.idNumber,
      被授权机构: lender.company,
      征信机构: '金融信用信息基础数据库，以及依法设立的个人征信机构',
    }),
    headingBlock('一、查询目的'),
    points('审核您本次的授信申请。', '在授信有效期和借款存续期间，进行贷后管理。'),
    headingBlock('二、查询与报送范围'),
    points(
      '查询：您的个人基本信息、信贷交易信息、公共信息和查询记录。',
      '报送：您在我们这里的授信、借款、还款和逾期信息，包括不良信息。',
    ),
    headingBlock('三、授权期限'),
    paragraph(
      '自您签署之日起，至本次申请未获通过之日，或您的额度注销且全部借款结清之日止。申请未获通过的，我们不再查询。',
    ),
    headingBlock('四、请您知悉'),
    points(
      '每次查询会在您的征信报告中留下一条查询记录。',
      '逾期会如实报送，可能影响您今后的贷款。报送不良信息前，我们会告知您。',
      '本授权须由您单独确认，不同意不影响您使用与征信无关的服务，但我们无法受理授信申请。',
    ),
  ],
}

/** Authorises the lender to debit amounts due from the borrower's own card. */
export const debitAuthorisation: Template = {
  code: 'debit-authorisation',
  version: '2026.11',
  title: '委托扣款授权书',
  event: '0302',
  alsoAt: '0501',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: ({ borrower, loan, plan }) => [
    pairs({
      授权人: borrower.name,
      证件号码: borrower.idNumber,
      被授权人: lender.company,
      扣款账户: orBlank(cardOf(loan ?? plan)),
    }),
    headingBlock('一、授权事项'),
    points(
      '您授权我们在每期还款日，从上述账户扣划当期应还的金额；到期未扣成的，可以在当日和之后继续扣划，直至还清。',
      '扣划金额不超过届时到期应还的本金、利息、罚息和费用之和。',
      '还款日前，您可以自行还款；已还的部分不再扣划。',
    ),
    headingBlock('二、请您留意'),
    points('请在还款日前存足资金。', '扣款成功或失败，我们都会用短信告知您。'),
    headingBlock('三、期限与撤销'),
    paragraph(
      `自签署之日起，至借款全部结清之日止。借款未结清前，您可以更换扣款账户；如需撤销授权，请先约定其他还款方式，联系 ${lender.servicePhone}。`,
    ),
  ],
}

/** Authorises payments by card that the borrower confirms in the app without an SMS code. */
export const paymentAgreement: Template = {
  code: 'payment-agreement',
  version: '2026.11',
  title: '免验证码还款授权书',
  event: '0303',
  isSeparate: false,
  onlyForUnionLoans: false,
  write: ({ borrower, card }) => [
    pairs({
      授权人: borrower.name,
      证件号码: borrower.idNumber,
      被授权人: lender.company,
      授权账户: orBlank(cardOf(card && { card })),
      银行单笔限额: orBlank(card && yuanOf(card.singleLimit)),
      银行单日限额: orBlank(card && yuanOf(card.dayLimit)),
    }),
    headingBlock('一、授权事项'),
    points(
      '您主动还款并选择上述账户付款时，无需再输入短信验证码，我们按您在页面上确认的金额通过银行扣款。',
      '每次扣款都须由您在还款页面确认，我们不会凭本授权自行扣款；还款日的自动扣款以《委托扣款授权书》为准。',
      '扣款金额不超过您确认的还款金额，也不超过银行规定的单笔和单日限额。',
    ),
    headingBlock('二、开通与安全'),
    points(
      '开通时，发卡银行会向您在银行预留的手机号发送验证码，验证通过视为您本人同意。',
      '每次扣款成功或失败，我们都会用短信告知您。',
      `请妥善保管手机和验证码。如发现非本人操作，请立即解除授权，并致电 ${lender.servicePhone}。`,
    ),
    headingBlock('三、期限与解除'),
    points(
      '本授权自签署之日起生效，至您解除授权或注销额度之日止。',
      '您可以随时在“我的银行卡”中解除，解除后立即生效，我们会同时通知发卡银行；此后用该账户还款须输入短信验证码。',
      '解除前您已确认、银行正在处理的还款会继续完成。',
    ),
  ],
}

function cardOf(matter: Pick<LoanFacts, 'card'> | undefined): string | undefined {
  return matter && `${matter.card.bankName}（尾号 ${matter.card.lastFour}）`
}
