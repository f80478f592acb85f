import type { Page } from '#features/reference/page.ts'
import { heading, paragraph, points } from '#platform/documents/paper.ts'
import { facts } from './facts.ts'

export const safetyPage: Page = {
  name: 'safety',
  title: '防范诈骗',
  summary: '自称电商客服、让您借款后转账或办理退款的，都是骗子。',
  updatedOn: '2026-11-17',
  blocks: [
    heading('遇到这些情况，请立即停止操作'),
    points(
      '自称电商、快递或平台客服，让您借款后转账，或以借款方式“退款”“理赔”。',
      '说您的账户异常、开通了会员或百万保障，要您借款“验证流水”。',
      '让您共享屏幕、下载会议软件，或把短信验证码告诉对方。',
      '放款前要求先付保证金、手续费、解冻费。',
      '声称可以内部提额、消除征信记录、代办注销“校园贷”。',
    ),
    heading('请记住'),
    points(
      `申请${facts.product}不收任何费用，借款只会发放到您本人名下的储蓄卡。`,
      '我们的工作人员不会索要您的密码和短信验证码。',
      `${facts.product}没有个人收款账户，还款请在${facts.product}的还款页面办理。`,
    ),
    heading('怀疑受骗怎么办'),
    points(
      '马上拨打 110 报警，或拨打反诈专线 96110。',
      `致电${facts.product}客服 ${facts.servicePhone} 核实；还可以在“登录与安全”中退出全部登录，没有借款的可以注销额度。`,
      '保留聊天记录、通话记录和转账凭证。',
    ),
    paragraph('转账之前多核实一分钟，避免资金损失。'),
  ],
}
