import { heading, paragraph, points, type Page } from '#modules/reference/page.ts'
import { facts } from './facts.ts'

const registerAgreement: Page = {
  name: 'register-agreement',
  title: '注册协议',
  summary: '注册和使用轻舟账户时，您与我们之间的约定。',
  updatedOn: '2026-11-01',
  blocks: [
    paragraph(
      `本协议由您与${facts.lender}（以下称“我们”）订立。请您在勾选同意前完整阅读，尤其是涉及您责任的内容。`,
    ),
    heading('一、账户'),
    points(
      `您须年满 ${facts.ageMin} 周岁、具有完全民事行为能力，并使用本人实名的手机号注册。`,
      '一个手机号对应一个账户，账户只能由您本人使用，不得出借、转让。',
      '请妥善保管密码和短信验证码。凭密码或验证码进行的操作视为您本人的操作，但我们有过错的除外。',
      '发现账户被他人使用，请立即联系我们，我们会及时冻结。',
    ),
    heading('二、我们提供的服务'),
    points(
      '注册账户不等于取得借款。授信、借款均须另行申请，并签署相应的合同。',
      '注册、申请、审核均不收费。',
      '系统维护影响使用时，我们会提前公告；已到账的还款不受影响。',
    ),
    heading('三、您的承诺'),
    points(
      '提供真实、准确、最新的资料，信息变化后及时更新。',
      '借款只用于合法的消费用途，不用于购房、证券和其他投资。',
      '不代他人借款，不参与套现、洗钱和其他违法活动。',
    ),
    heading('四、通知'),
    paragraph('我们会通过短信、邮件或页面公告联系您。发到您预留手机号的短信，发送成功即视为送达。'),
    heading('五、注销'),
    paragraph(
      '没有未结清的借款时，您可以随时注销额度和账户。注销后，依法须保存的资料按隐私政策保存。',
    ),
    heading('六、协议变更与争议'),
    points(
      '协议有变更时，我们会公布新版本和生效日期；对您权利有重大影响的，会再次征得您的同意。',
      '因本协议发生争议，双方先协商；协商不成的，可以向您住所地或我们住所地有管辖权的人民法院起诉。',
    ),
    paragraph(`对本协议有疑问，请致电 ${facts.servicePhone}。`),
  ],
}

export const agreementPages: readonly Page[] = [registerAgreement]
