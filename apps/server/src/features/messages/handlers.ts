import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import {
  acceptsCampaigns,
  countUnread,
  listMessages,
  markMessagesRead,
  saveAcceptsCampaigns,
} from './message-store.ts'

/** What each kind of message is about. */
// A table: one kind, one line.
// oxfmt-ignore
const titles: Readonly<Record<string, string>> = {
  'face-review':            '身份核验结果',
  'limit-granted':          '额度审批通过',
  'limit-not-granted':      '额度申请结果',
  'limit-reviewed':         '额度调整',
  'limit-changed':          '额度调整',
  'limit-cancelled':        '额度已注销',
  'loan-paid':              '借款到账',
  'loan-failed':            '借款未成功',
  'loan-lapsed':            '借款已自动取消',
  'due-reminder':           '还款提醒',
  'repaid':                 '还款成功',
  'repayment-failed':       '还款未成功',
  'repayment-reversed':     '还款已撤销',
  'payment-moved':          '还款记账更正',
  'charge-waived':          '费用减免',
  'hardship-plan':          '困难帮扶',
  'automatic-debit-failed': '自动扣款未成功',
  'refunded':               '退款到账',
  'deferred':               '延期还款',
  'forbearance':            '区域纾困',
  'rate-cut':               '降息通知',
  'waiver-offered':         '减免方案',
  'plan-signed':            '个性化分期已签约',
  'plan-defaulted':            '个性化分期已失效',
  'bill-conversion-signed':          '账单分期已签约',
  'hardship':               '困难证明审核结果',
  'evidence':                  '借款用途凭证',
  'purchase-delivered':     '商城订单已送达',
  'purchase-kept':          '商城订单',
  'purchase-returned':      '商城订单已退货',
  'coupons':                '优惠券到账',
  'sign-in-links':          '账户通知',
  'new-device':             '新设备登录',
  'app-linked':             '应用已关联',
  'phone-changed':          '手机号已变更',
  'account-paused':         '账户状态变更',
  'account-resumed':        '账户已恢复',
  'access-returned':        '账户可以登录',
  'identity-amended':       '身份信息已更新',
  'profile-amended':        '个人信息已更新',
  'bureau-notice':          '逾期信息报送提醒',
  'bureau-dispute':         '征信异议答复',
  'data-copy-ready':        '个人信息副本已准备好',
  'debit-agreement-signed': '免验证码还款已开通',
  'debit-agreement-ended':  '免验证码还款已解除',
  'wallet-agreement-signed': '支付应用自动还款已开通',
  'wallet-agreement-ended': '支付应用自动还款已关闭',
  'agreements':             '协议已发送到邮箱',
  'certificates':           '证明已发送到邮箱',
}

const PAGE = 20

export function messagesHandlers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): Handlers<Callers>['messages'] {
  const { database } = services
  return {
    list: async ({ pageNo }, { session: { customer } }) => {
      const page = { from: (pageNo - 1) * PAGE, count: PAGE + 1 }
      const found = await listMessages(database, services, { customer, ...page })
      const messages = found.slice(0, PAGE).map(({ kind, text, toldAt, ...message }) => ({
        ...message,
        title: messageTitle(kind),
        text: messageWords(text),
        sentAt: toldAt.getTime(),
      }))
      return { messages, hasMore: found.length > PAGE }
    },
    unread: async (_, { session }) => ({ count: await countUnread(database, session.customer) }),
    markRead: async ({ until }, { session: { customer } }) => {
      await markMessagesRead(database, services, { customer, until: new Date(until) })
      return {}
    },
    settings: async (_, { session }) => ({
      acceptsCampaigns: (await acceptsCampaigns(database, session.customer)) ?? false,
    }),
    saveSettings: async (settings, { session: { customer } }) => {
      await saveAcceptsCampaigns(database, services, { customer, ...settings })
      return settings
    },
  }
}

/** The subject of a message by its kind. */
export function messageTitle(kind: string): string {
  return titles[kind] ?? '账户通知'
}

/**
 * The text of a message without the sender's name. A link that signs in works once and for minutes:
 * it stays in the SMS.
 */
export function messageWords(text: string): string {
  return text
    .replace(/^【[^】]{1,40}】/u, '')
    .replaceAll(/https?:\/\/\S*[?&]token=\S*/g, '（登录链接见短信）')
    .trim()
}
