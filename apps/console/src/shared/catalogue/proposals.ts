import { catalogue } from '#platform/catalogue.ts'

/** The acts, by their kind. */
export const kindNames = catalogue({
  'accept-exception': { zh: '接受异常', en: 'Accept exception' },
  'block-customer': { zh: '管控客户', en: 'Block customer' },
  'book-payment': { zh: '登记转账还款', en: 'Book payment' },
  'book-transfers': { zh: '补记渠道交易', en: 'Book transfers' },
  'cancel-limit': { zh: '注销额度', en: 'Cancel limit' },
  'close-difference': { zh: '关闭差异', en: 'Close difference' },
  'close-small-difference': { zh: '关闭小额差异', en: 'Close small difference' },
  'correct-address': { zh: '更正居住地址', en: 'Correct address' },
  'correct-email': { zh: '更正邮箱', en: 'Correct e-mail' },
  'cut-rate': { zh: '降低利率', en: 'Cut rate' },
  'defer-instalment': { zh: '延期还款', en: 'Defer instalment' },
  'end-block': { zh: '解除管控', en: 'End block' },
  'end-sessions': { zh: '退出全部设备', en: 'End sessions' },
  'erase-customer': { zh: '删除个人资料', en: 'Erase customer' },
  'freeze-limit': { zh: '冻结额度', en: 'Freeze limit' },
  'grant-coupon': { zh: '发放优惠券', en: 'Grant coupon' },
  'grant-forbearance': { zh: '灾区宽限', en: 'Grant forbearance' },
  'hand-out-data': { zh: '提供资料副本', en: 'Hand out data' },
  'lower-limit': { zh: '下调额度', en: 'Lower limit' },
  'match-transfer': { zh: '匹配来账', en: 'Match transfer' },
  'move-payment': { zh: '更正入账借据', en: 'Move payment' },
  'offer-waiver': { zh: '提供减免方案', en: 'Offer waiver' },
  'pass-face': { zh: '人工通过人脸核验', en: 'Pass face check' },
  'raise-limit': { zh: '上调额度', en: 'Raise limit' },
  'refund-amount': { zh: '退款', en: 'Refund' },
  'refuse-face': { zh: '不予通过人脸核验', en: 'Refuse face check' },
  'reopen-limit': { zh: '恢复额度', en: 'Reopen limit' },
  'return-access': { zh: '恢复登录', en: 'Return access' },
  'reverse-payment': { zh: '冲正还款', en: 'Reverse payment' },
  'send-document': { zh: '重发文件', en: 'Send document' },
  'unlink-app': { zh: '解除关联应用', en: 'Unlink app' },
  'unlock-password': { zh: '解锁密码', en: 'Unlock password' },
  'waive-amount': { zh: '减免息费', en: 'Waive charge' },
})

/** The parameters of acts, by their name. */
export const fieldNames = catalogue({
  address: { zh: '详细地址', en: 'Address' },
  amount: { zh: '金额（元）', en: 'Amount (yuan)' },
  amountMin: { zh: '最低借款金额（元）', en: 'Smallest draw (yuan)' },
  annualRatePpm: { zh: '新年化利率（%）', en: 'New annual rate (%)' },
  cause: { zh: '原因', en: 'Cause' },
  customer: { zh: '客户号', en: 'Customer' },
  day: { zh: '日期', en: 'Day' },
  days: { zh: '天数', en: 'Days' },
  district: { zh: '地区代码', en: 'District code' },
  documentNo: { zh: '文件编号', en: 'Document' },
  email: { zh: '邮箱', en: 'E-mail' },
  exceptionNo: { zh: '异常编号', en: 'Exception' },
  from: { zh: '起始日', en: 'From' },
  interestSharePpm: { zh: '利息减免比例（%）', en: 'Share of interest (%)' },
  lastDay: { zh: '最后有效日', en: 'Last day' },
  loanNo: { zh: '借据号', en: 'Loan' },
  orderNo: { zh: '渠道单号', en: 'Order of the provider' },
  part: { zh: '减免项目', en: 'Charge' },
  paymentNo: { zh: '还款编号', en: 'Payment' },
  penaltySharePpm: { zh: '罚息减免比例（%）', en: 'Share of penalty (%)' },
  phone: { zh: '新手机号', en: 'New phone' },
  provider: { zh: '渠道', en: 'Provider' },
  reason: { zh: '管控原因', en: 'Reason of the block' },
  receivedOn: { zh: '到账日', en: 'Received on' },
  reference: { zh: '银行流水号', en: 'Reference of the bank' },
  resolution: { zh: '处理结果', en: 'Resolution' },
  toLoan: { zh: '应入借据', en: 'Right loan' },
})

export const choiceNames = catalogue({
  bank: { zh: '银行', en: 'Bank' },
  bankruptcy: { zh: '客户破产', en: 'Bankruptcy' },
  bounced: { zh: '银行退回', en: 'Bounced' },
  court: { zh: '司法要求', en: 'Court order' },
  death: { zh: '客户身故', en: 'Death' },
  disputed: { zh: '客户争议', en: 'Disputed' },
  explained: { zh: '已查明原因', en: 'Explained' },
  fee: { zh: '费用', en: 'Fee' },
  fraud: { zh: '涉嫌欺诈', en: 'Fraud' },
  interest: { zh: '利息', en: 'Interest' },
  matched: { zh: '已人工对账', en: 'Matched' },
  messenger: { zh: '消息应用', en: 'Messaging app' },
  penalty: { zh: '罚息', en: 'Penalty' },
  refunded: { zh: '已退回', en: 'Refunded' },
  'stolen-phone': { zh: '手机丢失或被盗', en: 'Stolen phone' },
  wallet: { zh: '支付应用', en: 'Payment app' },
  'written-off': { zh: '核销', en: 'Written off' },
})

/** What a proposal depends on. */
export const baseNames = catalogue({
  loan: { zh: '借据', en: 'Loan' },
  limit: { zh: '额度', en: 'Limit' },
  books: { zh: '客户账务', en: 'Books' },
})

/** The lines of a comparison. `n` is the number of the instalment. */
export const itemNames = catalogue({
  rate: { zh: () => '年化利率', en: () => 'Annual rate' },
  'due-date': { zh: (n: string) => `第 ${n} 期应还日`, en: (n: string) => `Instalment ${n}: due` },
  interest: { zh: (n: string) => `第 ${n} 期利息`, en: (n: string) => `Instalment ${n}: interest` },
  penalty: { zh: (n: string) => `第 ${n} 期罚息`, en: (n: string) => `Instalment ${n}: penalty` },
  fee: { zh: (n: string) => `第 ${n} 期费用`, en: (n: string) => `Instalment ${n}: fee` },
  bill: { zh: (n: string) => `第 ${n} 期应还`, en: (n: string) => `Instalment ${n}: amount` },
  rest: { zh: (n: string) => `第 ${n} 期应还`, en: (n: string) => `Instalments ${n}: amount` },
  principal: { zh: () => '待还本金', en: () => 'Principal outstanding' },
  'due-today': { zh: () => '今日应还', en: () => 'Due today' },
  total: { zh: () => '剩余应还合计', en: () => 'Total still to pay' },
  'limit-state': { zh: () => '额度状态', en: () => 'State of the limit' },
  granted: { zh: () => '额度', en: () => 'Limit' },
  available: { zh: () => '可用额度', en: () => 'Available' },
})

export const limitStates = catalogue({
  open: { zh: '可用', en: 'Open' },
  frozen: { zh: '已冻结', en: 'Frozen' },
  cancelled: { zh: '已注销', en: 'Cancelled' },
})

export const accountNames = catalogue({
  principal: { zh: '应收本金', en: 'Principal' },
  interest: { zh: '应收利息', en: 'Interest' },
  penalty: { zh: '应收罚息', en: 'Penalty' },
  fee: { zh: '应收费用', en: 'Fee' },
  bank: { zh: '银行存款', en: 'Bank' },
  clearing: { zh: '待清算', en: 'Clearing' },
  conversion: { zh: '分期转换', en: 'Conversion' },
  waived: { zh: '减免支出', en: 'Waived' },
  'refunds-payable': { zh: '应付退款', en: 'Refunds payable' },
  'interest-income': { zh: '利息收入', en: 'Interest income' },
  'penalty-income': { zh: '罚息收入', en: 'Penalty income' },
  'fee-income': { zh: '费用收入', en: 'Fee income' },
  'coupon-cost': { zh: '优惠支出', en: 'Coupon cost' },
})

export const roleNames = catalogue({
  operator: { zh: '操作员', en: 'operator' },
  reviewer: { zh: '审核员', en: 'reviewer' },
  admin: { zh: '管理员', en: 'administrator' },
  auditor: { zh: '审计员', en: 'auditor' },
})

export const ruleNames = catalogue({
  V1: { zh: '您不是提议人，也不是提议人的其他账号', en: 'You did not propose it' },
  V2: { zh: '您与客户无关联', en: 'You are not related to the customer' },
  V3: { zh: '提议后情况没有变动', en: 'Nothing moved since it was proposed' },
  V4: { zh: '金额在您的权限内', en: 'The amount is within your role' },
  V5: { zh: '等待复核，未过期', en: 'Undecided and in time' },
})

export const stateNames = catalogue({
  proposed: { zh: '待复核', en: 'Undecided' },
  done: { zh: '已执行', en: 'Done' },
  rejected: { zh: '已拒绝', en: 'Refused' },
  expired: { zh: '已过期', en: 'Expired' },
  failed: { zh: '未能执行', en: 'Failed' },
})

export const proposalMessages = catalogue({
  waitingForMe: { zh: '待我处理', en: 'Waiting for me' },
  mine: { zh: '我发起的', en: 'Mine' },
  all: { zh: '全部', en: 'All' },
  oldestFirst: { zh: '等待最久在前', en: 'Oldest first' },
  emptyTitle: { zh: '没有等您处理的提议', en: 'Nothing waits for you' },
  emptyHint: {
    zh: '同事发起需要您复核的提议后，会出现在这里。',
    en: 'Proposals of your colleagues appear here as soon as they wait for you.',
  },
  choose: { zh: '请从左侧选择一项提议', en: 'Choose a proposal on the left' },
  keyRefuse: { zh: '拒绝', en: 'Refuse' },
  more: { zh: '更多', en: 'More' },
  moved: { zh: '基准已变动', en: 'Base moved' },
  movedTitle: {
    zh: '提议后情况有变动，不能按原内容同意',
    en: 'Something moved since it was proposed; it cannot be approved as it is',
  },
  movedHint: {
    zh: (of: string, was: string, is: string) =>
      `${of}由版本 ${was} 变为版本 ${is}。请退回更新，或拒绝。`,
    en: (of: string, was: string, is: string) =>
      `${of}: version ${was} is now version ${is}. Send it back, or refuse it.`,
  },
  sentBack: { zh: '已退回提议人更新', en: 'Sent back to the proposer' },
  proposedLine: {
    zh: (no: string, by: string, at: string, until: string) =>
      `${no}，${by} ${at} 提议，${until} 失效`,
    en: (no: string, by: string, at: string, until: string) =>
      `${no}, proposed by ${by} at ${at}, ends at ${until}`,
  },
  changes: { zh: '变更对比', en: 'Comparison' },
  movedChanges: { zh: '提议后的变动', en: 'What moved' },
  item: { zh: '项目', en: 'Item' },
  now: { zh: '现在', en: 'Now' },
  after: { zh: '同意后', en: 'After' },
  atProposal: { zh: '提议时', en: 'When proposed' },
  difference: { zh: '变化', en: 'Change' },
  inYuan: { zh: '单位：元', en: 'In yuan' },
  version: {
    zh: (of: string, n: string) => `基准：${of}版本 ${n}`,
    en: (of: string, n: string) => `Base: ${of}, version ${n}`,
  },
  entries: { zh: '将产生的分录', en: 'Entries' },
  noEntries: { zh: '当日不记账', en: 'Nothing is booked that day' },
  day: { zh: '日期', en: 'Day' },
  debit: { zh: '借', en: 'Debit' },
  credit: { zh: '贷', en: 'Credit' },
  amount: { zh: '金额', en: 'Amount' },
  costMore: { zh: '客户应还总额增加', en: 'The customer pays more' },
  costLess: { zh: '客户应还总额减少', en: 'The customer pays less' },
  costSame: { zh: '客户应还总额不变', en: 'What the customer pays stays' },
  rules: { zh: '规则校验', en: 'Rules' },
  rule: { zh: (id: string) => `规则 ${id}`, en: (id: string) => `Rule ${id}` },
  basis: { zh: '依据', en: 'Basis' },
  customer: { zh: '客户', en: 'Customer' },
  proposer: { zh: '提议人', en: 'Proposer' },
  approvers: { zh: '可复核', en: 'May approve' },
  decided: { zh: '复核人', en: 'Decided by' },
  evidence: { zh: '证据', en: 'Evidence' },
  noEvidence: { zh: '没有证据', en: 'No evidence' },
  addFile: { zh: '添加文件', en: 'Add file' },
  addingFile: { zh: '正在上传…', en: 'Uploading…' },
  fileHint: { zh: 'JPG、PNG 或 PDF，不超过 4 MB', en: 'JPG, PNG or PDF, up to 4 MB' },
  fileTooLarge: { zh: '文件超过 4 MB，请压缩后再上传。', en: 'The file is larger than 4 MB.' },
  history: { zh: '经过与留言', en: 'History and comments' },
  proposedNote: { zh: '提交提议', en: 'Proposed' },
  reasonNote: { zh: (by: string) => `${by}，提议理由`, en: (by: string) => `${by}, reason` },
  renewed: { zh: '更新提议', en: 'Renewed' },
  write: { zh: '写留言，提议人和复核人可见', en: 'Comment for proposer and reviewers' },
  send: { zh: '发送', en: 'Send' },
  approve: { zh: (act: string) => `同意${act}`, en: (act: string) => `Approve: ${act}` },
  refuse: { zh: (act: string) => `拒绝${act}`, en: (act: string) => `Refuse: ${act}` },
  withdraw: { zh: '撤回提议', en: 'Withdraw' },
  renew: { zh: '按现状更新提议', en: 'Renew' },
  sendBack: { zh: (by: string) => `退回${by}更新`, en: (by: string) => `Send back to ${by}` },
  approveHint: { zh: '同意后立即生效，并写入日志', en: 'Takes effect at once and is logged' },
  notNow: {
    zh: (rule: string) => `暂不能同意（规则 ${rule}）`,
    en: (rule: string) => `Cannot be approved (rule ${rule})`,
  },
  reason: { zh: '原因（写入日志，提议人可见）', en: 'Reason (logged, the proposer sees it)' },
  reasonOfProposal: {
    zh: '提议理由（写入日志，复核人可见）',
    en: 'Reason (logged, reviewers see it)',
  },
  confirm: { zh: '确认', en: 'Confirm' },
  propose: { zh: '发起提议', en: 'Propose' },
  proposeAct: { zh: (act: string) => `提议${act}`, en: (act: string) => `Propose: ${act}` },
  submit: { zh: (act: string) => `提交${act}提议`, en: (act: string) => `Submit: ${act}` },
  which: { zh: '事项', en: 'Act' },
  chooseAct: { zh: '请选择', en: 'Choose' },
  needsOther: {
    zh: (roles: string) => `须由 1 名${roles}复核后生效，您不能复核自己的提议。`,
    en: (roles: string) =>
      `Another member (${roles}) has to approve it; you cannot approve your own.`,
  },
  onDuty: {
    zh: (names: string) => `可复核：${names}`,
    en: (names: string) => `May approve: ${names}`,
  },
  alone: {
    zh: '无须复核，提交后立即执行。',
    en: 'Takes effect at once; nobody has to approve it.',
  },
  fillIn: { zh: '填写完整后显示试算结果', en: 'The dry run appears when the form is complete' },
  expiry: { zh: '7 天后自动失效', en: 'Ends after 7 days' },
  or: { zh: '或', en: ' or ' },
  list: { zh: '、', en: ', ' },
})
