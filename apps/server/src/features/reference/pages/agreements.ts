import type { Page } from '#features/reference/page.ts'
import { headingBlock, paragraph, points } from '@qingzhou/platform/documents/document'
import { facts } from './facts.ts'

const registerAgreement: Page = {
  name: 'register-agreement',
  title: '注册协议',
  summary: `注册和使用${facts.product}账户时，您与我们之间的约定。`,
  updatedOn: '2026-11-01',
  blocks: [
    paragraph(
      `本协议由您与${facts.lender}（以下称“我们”）订立。请您在勾选同意前完整阅读，尤其是涉及您责任的内容。`,
    ),
    headingBlock('一、账户'),
    points(
      `您须年满 ${facts.ageMin} 周岁、具有完全民事行为能力，并使用本人实名的手机号注册。`,
      '一个手机号对应一个账户，账户只能由您本人使用，不得出借、转让。',
      '请妥善保管密码和短信验证码。凭密码或验证码进行的操作视为您本人的操作，但我们有过错的除外。',
      '发现账户被他人使用，请立即联系我们，我们会及时冻结。',
    ),
    headingBlock('二、我们提供的服务'),
    points(
      '注册账户不等于取得借款。授信、借款均须另行申请，并签署相应的合同。',
      '注册、申请、审核均不收费。',
      '系统维护影响使用时，我们会提前公告；已到账的还款不受影响。',
    ),
    headingBlock('三、您的承诺'),
    points(
      '提供真实、准确、最新的资料，信息变化后及时更新。',
      '借款只用于合法的消费用途，不用于购房、证券和其他投资。',
      '不代他人借款，不参与套现、洗钱和其他违法活动。',
    ),
    headingBlock('四、通知'),
    paragraph('我们会通过短信、邮件或页面公告联系您。发到您预留手机号的短信，发送成功即视为送达。'),
    headingBlock('五、注销'),
    paragraph(
      '没有未结清的借款时，您可以随时注销额度和账户。注销后，依法须保存的资料按隐私政策保存。',
    ),
    headingBlock('六、协议变更与争议'),
    points(
      '协议有变更时，我们会公布新版本和生效日期；对您权利有重大影响的，会再次征得您的同意。',
      '因本协议发生争议，双方先协商；协商不成的，可以向您住所地或我们住所地有管辖权的人民法院起诉。',
    ),
    paragraph(`对本协议有疑问，请致电 ${facts.servicePhone}。`),
  ],
}

const cardBinding: Page = {
  name: 'card-binding',
  title: '银行卡绑定服务协议',
  summary: '添加储蓄卡时，您授权我们和银行做什么、不做什么。',
  updatedOn: '2026-11-01',
  blocks: [
    headingBlock('一、添加时'),
    points(
      '只能添加您本人名下的储蓄卡。我们会把您的姓名、身份证号、卡号和银行预留手机号送交发卡行核对，只用于确认这张卡属于您。',
      '验证码由发卡行发出。输入验证码，表示您本人同意添加这张卡。',
      '添加储蓄卡不收费，也不会扣款。',
    ),
    headingBlock('二、添加后'),
    points(
      '这张卡可以用来收取借款，也可以用来还款。',
      '添加不等于授权扣款。每次借款前，我们会另行请您签署扣款授权书，写明扣款的日期和金额。',
      '单笔和单日限额由发卡行规定，可在“支持银行”中查看。',
    ),
    headingBlock('三、保管与解绑'),
    points(
      '完整卡号加密保存，页面上只显示后四位。',
      '卡片遗失或被盗，请立即联系发卡行挂失，并告诉我们停用。',
      '没有未结清的借款时，您可以随时要求解绑；有借款的，须先换一张还款卡。',
    ),
    paragraph(`对本协议有疑问，请致电 ${facts.servicePhone}。`),
  ],
}

export const agreementPages: readonly Page[] = [registerAgreement, cardBinding]
