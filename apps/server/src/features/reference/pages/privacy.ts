import type { Page } from '#features/reference/page.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'
import { facts } from './facts.ts'

export const privacyPage: Page = {
  name: 'privacy',
  title: '隐私政策',
  summary: '我们收集什么、为什么收集、怎样保护，以及您的权利。',
  updatedOn: '2026-11-01',
  blocks: [
    paragraph(
      `${facts.lender}（以下称“我们”）运营${facts.product}。本政策说明我们怎样处理您的个人信息。不同意本政策，您仍可浏览公开页面，但不能注册和申请借款。`,
    ),
    headingBlock('一、我们收集的信息'),
    pairs({
      注册和登录: '手机号、短信验证码、您设置的密码、登录时间、网络地址和设备标识',
      身份核验: '姓名、身份证号码、证件照片、民族、住址、签发机关、有效期、人脸图像',
      申请额度: '婚姻、学历、居住地址、邮箱、单位和职业、收入、紧急联系人',
      放款和还款: '银行卡号、开户行预留手机号、借款与还款记录',
      风险防范: '设备型号、系统版本、经您允许的位置信息',
    }),
    paragraph(
      '身份证号码、人脸图像、银行卡号和位置属于敏感个人信息，我们只在办理相应业务时收集，并单独征得您的同意。',
    ),
    headingBlock('二、使用目的'),
    points(
      '确认是您本人，保护您的账户和资金。',
      '评估您的还款能力，决定是否授信以及额度和利率。',
      '签约、放款、还款、催收和开具证明。',
      '履行反洗钱、征信报送等法定义务。',
    ),
    headingBlock('三、向谁提供'),
    points(
      '征信机构：在您单独授权后查询和报送信用信息。',
      '银行和支付机构：为放款、扣款验证卡片信息。',
      '身份核验、短信、设备风险识别服务商：只提供完成该项服务所必需的信息。',
      '法律规定必须提供的机关。除此之外，我们不会出售或公开您的个人信息。',
    ),
    headingBlock('四、怎样保护'),
    points(
      '手机号、身份证号码、银行卡号、姓名加密存储，页面和日志中只出现脱敏后的内容。',
      '密码和验证码只保存不可还原的摘要，任何工作人员都看不到。',
      '上传的图片加密保存，只有您和经授权的审核人员可以查看，每次查看都有记录。',
    ),
    headingBlock('五、保存多久'),
    paragraph(
      `账户存续期间保存；注销后，按照反洗钱等法律的要求继续保存身份资料和交易记录 ${facts.retentionYears} 年，期满后删除或匿名化。`,
    ),
    headingBlock('六、您的权利'),
    points(
      '查阅、复制、更正您的信息：登录后在“信息更新”中办理。',
      '撤回同意、注销额度：在“注销额度”中办理，有未还清借款的须先结清。',
      `要求我们解释自动审批的结果，或要求人工复核：致电 ${facts.servicePhone}。`,
    ),
    headingBlock('七、未成年人'),
    paragraph(`${facts.product}不向未满 ${facts.ageMin} 周岁的人提供服务。`),
    headingBlock('八、政策更新与联系我们'),
    paragraph(
      `政策有重大变化时，我们会在您下次登录时再次征得同意。有任何疑问，请致电 ${facts.servicePhone} 或写信至 ${facts.complaintMail}，我们会在 15 日内答复。`,
    ),
  ],
}
