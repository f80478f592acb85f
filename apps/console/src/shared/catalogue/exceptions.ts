import { catalogue } from '#platform/catalogue.ts'

export const exceptionMessages = catalogue({
  title: { zh: '异常', en: 'Exceptions' },
  emptyTitle: { zh: '没有未关闭的异常', en: 'No open exceptions' },
  emptyText: {
    zh: '对账、日终和后台任务发现的问题会列在这里。',
    en: 'What reconciliation, the end of day and background tasks find is listed here.',
  },
  close: { zh: '关闭', en: 'Close' },
  acts: { zh: '可执行操作', en: 'What can be done' },
  history: { zh: '经过', en: 'History' },
  alone: { zh: '直接执行', en: 'Done at once' },
  proposal: { zh: '须另一人复核', en: 'Another person approves' },
  above: {
    zh: (amount: string) => `超过 ${amount} 元须复核`,
    en: (amount: string) => `Above ${amount} yuan another person approves`,
  },
  waitsForApproval: {
    zh: (no: string) => `提议 ${no} 待复核`,
    en: (no: string) => `Proposal ${no} waits for approval`,
  },
  ask: { zh: '再次向机构查询', en: 'Ask the provider again' },
  retry: { zh: '立即重试', en: 'Try again now' },
  rerun: { zh: '重跑日终', en: 'Run the night again' },
  verify: { zh: '重新核对', en: 'Verify again' },
  book: { zh: '补记入账', en: 'Book it' },
  match: { zh: '匹配到借据', en: 'Match with a loan' },
  'send-back': { zh: '登记已退回', en: 'Record as sent back' },
  accept: { zh: '接受并写明原因', en: 'Accept with a reason' },
  found: { zh: '发现异常', en: 'Found' },
  comment: { zh: '备注', en: 'Note' },
  proposedAct: {
    zh: (act: string) => `提议：${act}`,
    en: (act: string) => `Proposed: ${act}`,
  },
  reason: { zh: '原因', en: 'Reason' },
  loanNo: { zh: '借据号', en: 'Loan number' },
  resolution: { zh: '结论', en: 'Conclusion' },
  explained: { zh: '已查明原因', en: 'Explained' },
  matched: { zh: '已人工对账', en: 'Matched by hand' },
  'written-off': { zh: '核销', en: 'Written off' },
  cancel: { zh: '取消', en: 'Cancel' },
  done: { zh: '已执行', en: 'Done' },
  sentForApproval: {
    zh: (no: string) => `已提交复核，提议 ${no}`,
    en: (no: string) => `Sent for approval as ${no}`,
  },
  addNote: { zh: '添加备注', en: 'Add a note' },
})

/** What the server says of an exception, by its name on the wire. */
export const factNames = catalogue({
  day: { zh: '日期', en: 'Day' },
  details: { zh: '说明', en: 'Details' },
  transfer: { zh: '款项', en: 'Transfer' },
  finding: { zh: '原因', en: 'Finding' },
  ours: { zh: '账面', en: 'Our books' },
  theirs: { zh: '机构', en: 'Provider' },
  said: { zh: '机构答复', en: 'Answer' },
  customer: { zh: '客户', en: 'Customer' },
})

/** Words of the system, by their name on the wire. */
export const systemWords = catalogue({
  bank: { zh: '银行', en: 'Bank' },
  wallet: { zh: '支付应用', en: 'Payment app' },
  messenger: { zh: '社交应用支付', en: 'Messaging app' },
  disbursement: { zh: '放款', en: 'Disbursement' },
  debit: { zh: '还款', en: 'Debit' },
  refund: { zh: '退款', en: 'Refund' },
  return: { zh: '退汇', en: 'Return' },
  reversal: { zh: '撤销', en: 'Reversal' },
  loan: { zh: '借据', en: 'Loan' },
  credit: { zh: '额度申请', en: 'Application' },
  collection: { zh: '还款订单', en: 'Repayment order' },
  accrual: { zh: '计提', en: 'Accrual' },
  recomputation: { zh: '借据重算', en: 'Recomputation' },
  'send-message': { zh: '发送短信', en: 'SMS' },
  'send-mail': { zh: '发送邮件', en: 'Mail' },
  'missing-with-us': { zh: '账上没有', en: 'Missing in our books' },
  'missing-with-them': { zh: '机构没有', en: 'Missing with the provider' },
  'other-amount': { zh: '金额不一致', en: 'Other amount' },
  done: { zh: '成功', en: 'Done' },
  declined: { zh: '失败', en: 'Declined' },
  processing: { zh: '处理中', en: 'Processing' },
  unknown: { zh: '无此交易', en: 'Unknown' },
  fault: { zh: '无法查询', en: 'No answer' },
})
