import type { DayPage, Page } from '#features/reference/page.ts'
import { headingBlock, paragraph, points } from '@qingzhou/platform/documents/document'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import { facts } from './facts.ts'

const { sms, password } = signInFigures

export const helpPage: DayPage = {
  name: 'help',
  title: '常见问题',
  updatedOn: '2026-11-17',
  writeOn: ({ costMax }) => ({
    summary: '登录、申请、借款和还款的常见问题。',
    blocks: [
      headingBlock('收不到短信验证码'),
      paragraph(
        `请确认手机信号正常、未停机，并检查短信是否被拦截。两次获取之间请等 ${sms.waitSeconds} 秒，同一手机号每天最多 ${sms.perPhoneAndDay} 次。`,
      ),
      headingBlock('忘记密码'),
      paragraph(
        `用短信验证码登录即可；在注册页用短信验证码登录，可以设置新密码。密码连续输错 ${password.tries} 次，会锁定 ${password.lockMinutes} 分钟。`,
      ),
      headingBlock('申请需要准备什么'),
      paragraph(
        `本人的二代身份证、本人名下的储蓄卡和在用的手机号。申请人须年满 ${facts.ageMin} 周岁、不超过 ${facts.ageMax} 周岁，且不是在校学生。`,
      ),
      headingBlock('多久有结果'),
      paragraph('多数申请几分钟内就有结果，可以离开页面，结果会用短信通知您。'),
      headingBlock('错过还款日怎么办'),
      paragraph(
        `还款日后有 ${facts.graceDays} 天宽限期，期内还清不收罚息。请尽快在还款页面还清，不要等到宽限期结束。`,
      ),
      headingBlock('罚息怎么算'),
      paragraph(
        `超过宽限期的，自还款日次日起，按逾期本金逐日计算，罚息利率为合同利率的 ${facts.penaltyTimes} 倍，且不超过放款当日适用的综合年化成本上限（目前为 ${costMax}）。罚息不计复利，还清当天停止计算。`,
      ),
      headingBlock('提前还一部分，剩下的怎么还'),
      paragraph(
        '可以减少每期金额，到期日不变；也可以每期金额不变，缩短还款期限，少付的利息更多。两种都可行时由您选择，付款前能看到各自的试算结果。',
      ),
      headingBlock('本月还款有困难怎么办'),
      paragraph(
        `当期账单可以申请延期，最长 ${facts.deferralDaysMax} 天，每笔借款每年最多 ${facts.deferralTimesPerYear} 次，延期期间照常计息；逾期超过 ${facts.deferralDaysOverdueMax} 天的账单不能延期。已经逾期、短期内还不上的，可以在“个性化分期”中申请重新分期，或致电 ${facts.servicePhone}。`,
      ),
      headingBlock('额度会调整吗'),
      paragraph(
        `额度每月检视一次，有调整会用短信通知您：按时还款并经常使用的，可能提高；逾期超过 ${facts.reviewOverdueDays} 天的，会降至已用金额，暂不能再借款。`,
      ),
      headingBlock('怎样证明已经还清'),
      paragraph('借款结清后可以自助开具结清证明，带电子签章和校验码，任何人都能核验真伪。'),
    ],
  }),
}

export const safetyPage: Page = {
  name: 'safety',
  title: '防范诈骗',
  summary: '自称电商客服、让您借款后转账或办理退款的，都是骗子。',
  updatedOn: '2026-11-17',
  blocks: [
    headingBlock('遇到这些情况，请立即停止操作'),
    points(
      '自称电商、快递或平台客服，让您借款后转账，或以借款方式“退款”“理赔”。',
      '说您的账户异常、开通了会员或百万保障，要您借款“验证流水”。',
      '让您共享屏幕、下载会议软件，或把短信验证码告诉对方。',
      '放款前要求先付保证金、手续费、解冻费。',
      '声称可以内部提额、消除征信记录、代办注销“校园贷”。',
    ),
    headingBlock('请记住'),
    points(
      `申请${facts.product}不收任何费用，借款只会发放到您本人名下的储蓄卡。`,
      '我们的工作人员不会索要您的密码和短信验证码。',
      `${facts.product}没有个人收款账户，还款请在${facts.product}的还款页面办理。`,
    ),
    headingBlock('怀疑受骗怎么办'),
    points(
      '马上拨打 110 报警，或拨打反诈专线 96110。',
      `致电${facts.product}客服 ${facts.servicePhone} 核实；还可以在“登录与安全”中退出全部登录，没有借款的可以注销额度。`,
      '保留聊天记录、通话记录和转账凭证。',
    ),
    paragraph('转账之前多核实一分钟，避免资金损失。'),
  ],
}
