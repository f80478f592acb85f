import type { AccountEvent, OrderEvent } from '@qingzhou/contract/features/console/customers'
import type { BookAct } from '@qingzhou/domain/acts/book-acts'
import { catalogue } from '#platform/catalogue.ts'
import type { WordsFor } from './staff-acts.ts'

/** What happens to a customer by itself or by the customer, each kind in words. */
export const eventWords = catalogue({
  // Acts of the books.
  'open-limit': { zh: '开立额度', en: 'limit opened' },
  'change-limit': { zh: '调整额度', en: 'limit changed' },
  'freeze-limit': { zh: '冻结额度', en: 'limit frozen' },
  'reopen-limit': { zh: '恢复额度', en: 'limit reopened' },
  'cancel-limit': { zh: '注销额度', en: 'limit cancelled' },
  'reserve-draw': { zh: '提交借款', en: 'draw reserved' },
  'reserve-draw-again': { zh: '重新提交借款', en: 'draw reserved again' },
  'book-draw': { zh: '放款入账', en: 'draw disbursed' },
  'release-draw': { zh: '取消借款', en: 'draw released' },
  'reverse-loan': { zh: '撤销借据', en: 'loan reversed' },
  'note-return': { zh: '登记退货', en: 'return noted' },
  'spread-bill': { zh: '账单分期', en: 'bill converted' },
  'join-loans': { zh: '办理个性化分期', en: 'loans consolidated' },
  'break-plan': { zh: '个性化分期失效', en: 'consolidation plan in default' },
  'book-past-payment': { zh: '补记还款', en: 'past payment booked' },
  'receive-payment': { zh: '还款入账', en: 'payment booked' },
  'repay-through': { zh: '按期还款入账', en: 'instalments repaid' },
  'repay-in-full': { zh: '提前结清', en: 'loan repaid in full' },
  'repay-in-part': { zh: '部分提前还款', en: 'loan repaid in part' },
  'give-back': { zh: '登记应付退款', en: 'refund owed' },
  'waive-amount': { zh: '减免息费', en: 'amount waived' },
  'offer-waiver': { zh: '提供减免方案', en: 'waiver offered' },
  'pay-with-waiver': { zh: '按减免方案还款', en: 'paid with a waiver' },
  'confirm-transfer': { zh: '确认转账到账', en: 'transfer confirmed' },
  'advance-refund': { zh: '退款进度', en: 'refund advanced' },
  'reverse-payment': { zh: '还款冲正', en: 'payment reversed' },
  delay: { zh: '延期还款', en: 'deferral' },
  'rate-cut': { zh: '降息', en: 'rate cut' },
  relief: { zh: '区域纾困', en: 'forbearance granted' },
  // Orders, accounts and messages.
  'order-confirming': { zh: '还款订单待确认', en: 'order waits for confirmation' },
  'order-processing': { zh: '还款订单处理中', en: 'order in process' },
  'order-paid': { zh: '还款订单成功', en: 'order paid' },
  'order-partly': { zh: '还款订单部分成功', en: 'order partly paid' },
  'order-failed': { zh: '还款订单失败', en: 'order failed' },
  'order-closed': { zh: '还款订单关闭', en: 'order closed' },
  message: { zh: '发送短信', en: 'SMS sent' },
  'session-opened': { zh: '登录', en: 'signed in' },
  'application-opened': { zh: '申请额度', en: 'application opened' },
  consent: { zh: '同意协议', en: 'consent given' },
  'data-copy-requested': { zh: '申请个人信息副本', en: 'copy of personal data requested' },
  'data-copy-ready': { zh: '生成个人信息副本', en: 'copy of personal data made' },
  'data-copy-downloaded': { zh: '下载个人信息副本', en: 'copy of personal data downloaded' },
  'data-copy-expired': { zh: '删除到期的个人信息副本', en: 'copy of personal data deleted' },
} satisfies WordsFor<BookAct | OrderEvent | AccountEvent>)

/** The values that an act of staff is recorded with, by their name. What is not here is not shown. */
export const detailWords = catalogue({
  by: { zh: (value: string) => `按${value}`, en: (value: string) => `by ${value}` },
  found: { zh: (count: string) => `找到 ${count} 位`, en: (count: string) => `${count} found` },
  reason: { zh: (value: string) => `原因：${value}`, en: (value: string) => `reason: ${value}` },
  kind: { zh: (value: string) => value, en: (value: string) => value },
  state: { zh: (value: string) => value, en: (value: string) => value },
  verdict: { zh: (value: string) => value, en: (value: string) => value },
  proposal: { zh: (no: string) => `提议 ${no}`, en: (no: string) => `proposal ${no}` },
  document: { zh: (no: string) => `文件 ${no}`, en: (no: string) => `document ${no}` },
  evidence: { zh: (no: string) => `凭证 ${no}`, en: (no: string) => `evidence ${no}` },
  exception: { zh: (no: string) => `异常 ${no}`, en: (no: string) => `exception ${no}` },
  review: { zh: (no: string) => `审核 ${no}`, en: (no: string) => `review ${no}` },
  item: { zh: (no: string) => `事项 ${no}`, en: (no: string) => `item ${no}` },
  round: { zh: (no: string) => `第 ${no} 轮`, en: (no: string) => `round ${no}` },
  files: { zh: (count: string) => `${count} 个文件`, en: (count: string) => `${count} files` },
  request: { zh: (no: string) => `请求号 ${no}`, en: (no: string) => `request ${no}` },
  order: { zh: (no: string) => `订单 ${no}`, en: (no: string) => `order ${no}` },
  application: { zh: (no: string) => `申请 ${no}`, en: (no: string) => `application ${no}` },
})

export const eventMessages = catalogue({
  sentence: {
    zh: (who: string, what: string) => `${who}${what}`,
    en: (who: string, what: string) => `${who}: ${what}`,
  },
  customer: { zh: '客户', en: 'Customer' },
  system: { zh: '系统', en: 'System' },
  command: { zh: '服务器命令', en: 'Command on the server' },
  nobody: { zh: '未登录人员', en: 'Somebody not signed in' },
})
