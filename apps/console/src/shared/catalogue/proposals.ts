import { catalogue } from '#platform/catalogue.ts'

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
  V4: { zh: '事项和金额在您的权限内', en: 'Act and amount are within your role' },
  V5: { zh: '等待复核，未过期', en: 'Undecided and in time' },
  V6: { zh: '需要的证据已附上', en: 'Evidence is attached where it is needed' },
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
  member: { zh: '成员', en: 'Member' },
  proposer: { zh: '提议人', en: 'Proposer' },
  approvers: { zh: '可复核', en: 'May approve' },
  decided: { zh: '复核人', en: 'Decided by' },
  evidence: { zh: '证据', en: 'Evidence' },
  noEvidence: { zh: '没有证据', en: 'No evidence' },
  addFile: { zh: '添加文件', en: 'Add file' },
  addingFile: { zh: '正在上传…', en: 'Uploading…' },
  fileHint: { zh: 'JPG、PNG 或 PDF，不超过 4 MB', en: 'JPG, PNG or PDF, up to 4 MB' },
  fileTooLarge: { zh: '文件超过 4 MB，请压缩后再上传。', en: 'The file is larger than 4 MB.' },
  nameCheck: { zh: '姓名核对', en: 'Names' },
  nameBefore: { zh: '原姓名', en: 'On file' },
  nameAfter: { zh: '新姓名', en: 'Corrected' },
  nameHint: {
    zh: '请核对证件图片上的姓名与新姓名逐字一致。',
    en: 'Compare the name on the picture with the corrected one, character by character.',
  },
  pictureMissing: {
    zh: '还没有证件图片。提议人添加后显示在这里。',
    en: 'No picture yet. It is shown here as soon as the proposer adds one.',
  },
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
    en: 'Takes effect at once, without approval.',
  },
  needsEvidence: {
    zh: '提交后须附上证据，附上前不能复核。',
    en: 'Attach evidence after submitting; it cannot be approved before.',
  },
  notYours: { zh: '您的岗位没有这项权限', en: 'Your role has no permission for this' },
  optional: { zh: '（选填）', en: ' (optional)' },
  fillIn: { zh: '填写完整后显示试算结果', en: 'The dry run appears when the form is complete' },
  expiry: { zh: '7 天后自动失效', en: 'Ends after 7 days' },
  or: { zh: '或', en: ' or ' },
  list: { zh: '、', en: ', ' },
})
