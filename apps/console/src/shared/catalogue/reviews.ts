import { catalogue } from '#platform/catalogue.ts'

export const reviewMessages = catalogue({
  title: { zh: '审核', en: 'Reviews' },
  emptyTitle: { zh: '没有待审核的事项', en: 'Nothing to review' },
  emptyText: {
    zh: '客户或运营提交的凭证、系统不能确定的人脸核验、须人工审批的额度申请，和征信异议，会列在这里。',
    en: 'Evidence that was submitted, face checks that the service is unsure about, referred credit applications, and disputes of bureau reports are listed here.',
  },
  summary: { zh: '申请内容', en: 'Request' },
  round: { zh: '提交次数', en: 'Round' },
  borrower: { zh: '借款人', en: 'Borrower' },
  phone: { zh: '手机号', en: 'Phone' },
  amount: { zh: '借款金额', en: 'Loan amount' },
  principalLeft: { zh: '剩余本金', en: 'Principal left' },
  purpose: { zh: '借款用途', en: 'Purpose' },
  note: { zh: '借款人说明', en: 'Borrower’s note' },
  fields: { zh: '核对内容', en: 'Fields' },
  files: { zh: '凭证', en: 'Evidence' },
  history: { zh: '经过', en: 'History' },
  approve: { zh: '通过凭证', en: 'Approve the evidence' },
  refuse: { zh: '退回凭证', en: 'Refuse the evidence' },
  refusalReason: { zh: '不通过原因（借款人可见）', en: 'Reason (the borrower sees it)' },
  submitted: { zh: '提交', en: 'Submitted' },
  approved: { zh: '通过', en: 'Approved' },
  refused: { zh: '退回', en: 'Refused' },
  lapsed: { zh: '逾期未提交', en: 'Lapsed' },
  fourEyes: {
    zh: '您上传过其中的文件或是借款人本人，须由另一位审核员审核。',
    en: 'You uploaded one of its files or are the borrower: another reviewer decides.',
  },
  decided: { zh: '已有结论，不在队列中。', en: 'It is decided and not in the queue.' },
})

/** What a face check is for. */
export const facePurposeMessages = catalogue({
  credit: { zh: '申请额度', en: 'Application' },
  loan: { zh: '借款', en: 'Draw' },
  plan: { zh: '个性化分期签约', en: 'Signature of a plan' },
  phone: { zh: '更换手机号', en: 'Phone change' },
  amend: { zh: '更新身份信息', en: 'Identity amendment' },
  access: { zh: '恢复账户', en: 'Return of access' },
})

/** A face check that a person decides. */
export const faceMessages = catalogue({
  purpose: { zh: '核验用途', en: 'Purpose' },
  amount: { zh: '借款金额', en: 'Amount drawn' },
  heldUntil: { zh: '保留到', en: 'Kept open until' },
  firstApproval: { zh: '初审', en: 'First approval' },
  needsTwo: {
    zh: '此项须由两人先后确认：更换手机号，和大额借款。',
    en: 'Two people approve this: a phone change, and a large draw.',
  },
  approveFirst: { zh: '确认是本人，转复核', en: 'It is the same person: pass on' },
  ownFirst: {
    zh: '初审由您作出，须由另一位审核员复核。',
    en: 'You approved it first: another reviewer decides.',
  },
  pictures: { zh: '证件与画面', en: 'Card and frames' },
  portrait: { zh: '身份证人像面', en: 'Front of the identity card' },
  frame: {
    zh: (at: number) => `镜头画面 ${at}`,
    en: (at: number) => `Camera frame ${at}`,
  },
  name: { zh: '姓名', en: 'Name' },
  idNumber: { zh: '证件号', en: 'Identity number' },
  expiresOn: { zh: '证件有效期至', en: 'Card valid until' },
  forLife: { zh: '长期', en: 'For life' },
  actions: { zh: '已完成动作', en: 'Actions performed' },
  blink: { zh: '眨眼', en: 'blink' },
  turnLeft: { zh: '左转头', en: 'turn left' },
  turnRight: { zh: '右转头', en: 'turn right' },
  openMouth: { zh: '张嘴', en: 'open the mouth' },
  distance: { zh: '人像差异', en: 'Difference of the faces' },
  distanceHint: {
    zh: '0 为同一张照片，0.45 以下系统直接通过，0.60 以上直接不通过，其间由人工判断。',
    en: '0 is the same picture. The system passes up to 0.45 and refuses above 0.60.',
  },
  referredAt: { zh: '转人工', en: 'Referred' },
  approve: { zh: '确认是本人', en: 'It is the same person' },
  refuse: { zh: '不能确认', en: 'Refuse the check' },
  own: {
    zh: '这是您本人的账户，须由另一位审核员审核。',
    en: 'This is your own account: another reviewer decides.',
  },
})

/** A credit application that the rules have referred. */
export const creditMessages = catalogue({
  rules: { zh: '系统审批', en: 'Decision by the rules' },
  why: { zh: '转人工原因', en: 'Referred because' },
  most: { zh: '最高可批', en: 'At most' },
  name: { zh: '姓名', en: 'Name' },
  idNumber: { zh: '证件号', en: 'Identity number' },
  income: { zh: '月收入（所选档位下限）', en: 'Monthly income (lower end)' },
  owed: { zh: '征信负债', en: 'Debt by the report' },
  daysOverdue: { zh: '近两年最长逾期天数', en: 'Most days overdue in two years' },
  deviceRisk: { zh: '设备风险分', en: 'Device risk' },
  referredAt: { zh: '转人工', en: 'Referred' },
  decideBy: { zh: '审批截止', en: 'Decide by' },
  first: { zh: '初审', en: 'First approval' },
  twoAbove: {
    zh: (amount: string) => `额度高于 ${amount} 元的，须由两人先后审批；到期未审批的，申请不通过。`,
    en: (amount: string) =>
      `Two people approve a limit above ${amount} yuan. It is refused if nobody decides in time.`,
  },
  verdict: { zh: '审批', en: 'Decision' },
  amount: {
    zh: (min: string, max: string) => `批准额度（${min} 至 ${max} 元）`,
    en: (min: string, max: string) => `Limit (${min} to ${max} yuan)`,
  },
  ground: { zh: '不通过原因', en: 'Ground of refusal' },
  choose: { zh: '请选择', en: 'Choose' },
  refuse: { zh: '不通过', en: 'Refuse' },
  approve: { zh: '批准额度', en: 'Approve the limit' },
  approveFirst: { zh: '同意批准，转复核', en: 'Approve and pass on' },
  own: {
    zh: '这是您本人的申请，须由另一位审核员审批。',
    en: 'This is your own application: another reviewer decides.',
  },
  ownFirst: {
    zh: '初审由您作出，须由另一位审核员复核。',
    en: 'You approved it first: another reviewer decides.',
  },
})

/** A dispute of what the credit bureau was told. */
export const disputeMessages = catalogue({
  answerBefore: {
    zh: (day: string) => `${day} 前答复`,
    en: (day: string) => `answer by ${day}`,
  },
  comparison: { zh: '报送与账务', en: 'Reported and books' },
  fact: { zh: '报送内容', en: 'Event' },
  asOf: { zh: '截至', en: 'As of' },
  month: { zh: '报送文件', en: 'File of' },
  told: { zh: '首次报送', en: 'First reported' },
  now: { zh: '目前报送', en: 'Reported now' },
  books: { zh: '账务记录', en: 'By the books' },
  booksUnknown: { zh: '账务不能还原这一天', en: 'The books do not have this day' },
  differs: {
    zh: '账务与报送不一致：成立时按账务更正，也可填写核查结果。',
    en: 'The books say something else: they correct the event, unless you enter what you have found.',
  },
  agrees: {
    zh: '账务与报送一致：成立须填写核查结果。',
    en: 'The books say the same: enter what you have found to uphold the dispute.',
  },
  complaint: { zh: '借款人异议', en: 'Dispute' },
  reason: { zh: '异议原因', en: 'Reason' },
  text: { zh: '借款人说明', en: 'What the borrower says' },
  disputedOn: { zh: '提出日期', en: 'Disputed on' },
  answerBy: { zh: '答复期限', en: 'Answer by' },
  opened: { zh: '开立', en: 'Opened' },
  balance: { zh: '余额', en: 'Balance' },
  status: { zh: '还款状态', en: 'Status' },
  closed: { zh: '结清', en: 'Closed' },
  amountOf: {
    zh: (amount: string) => `借款 ${amount} 元`,
    en: (amount: string) => `amount ${amount}`,
  },
  balanceOf: {
    zh: (balance: string, overdue: string) => `余额 ${balance} 元，逾期 ${overdue} 元`,
    en: (balance: string, overdue: string) => `balance ${balance}, overdue ${overdue}`,
  },
  statusOf: {
    zh: (days: number, level: number) => (days === 0 ? '正常' : `逾期 ${days} 天（${level} 类）`),
    en: (days: number, level: number) =>
      days === 0 ? 'in time' : `${days} days late (class ${level})`,
  },
  settled: { zh: '已结清', en: 'settled' },
  consolidated: { zh: '已转入个性化分期', en: 'consolidated' },
  returned: { zh: '已退回', en: 'returned' },
  stillOpen: { zh: '未结清', en: 'not closed' },
  'not-mine': { zh: '不是本人的借款', en: 'not the borrower’s loan' },
  'paid-in-time': { zh: '已按时还款', en: 'paid in time' },
  'wrong-amount': { zh: '金额有误', en: 'wrong amount' },
  other: { zh: '其他', en: 'other' },
  found: { zh: '核查结果（与账务不同时填写）', en: 'What is true, if not what the books say' },
  byBooks: { zh: '按账务', en: 'By the books' },
  daysLate: { zh: '逾期天数', en: 'Days late' },
  amountField: { zh: '借款金额（元）', en: 'Amount (yuan)' },
  balanceField: { zh: '余额（元）', en: 'Balance (yuan)' },
  overdueField: { zh: '逾期金额（元）', en: 'Overdue (yuan)' },
  answer: { zh: '答复（借款人可见）', en: 'Answer (the borrower sees it)' },
  uphold: { zh: '异议成立，更正', en: 'Uphold and correct' },
  reject: { zh: '记录无误，不更正', en: 'Reject the dispute' },
  own: {
    zh: '这是您本人的账户，须由另一位审核员核查。',
    en: 'This is your own account: another reviewer decides.',
  },
})
