import { catalogue } from '#platform/catalogue.ts'

export const reviewMessages = catalogue({
  title: { zh: '审核', en: 'Reviews' },
  emptyTitle: { zh: '没有待审核的材料', en: 'Nothing to review' },
  emptyText: {
    zh: '客户或运营提交的用途凭证、困难证明会列在这里。',
    en: 'Evidence that borrowers or operators have submitted is listed here.',
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
  refusalReason: { zh: '退回原因（借款人可见）', en: 'Reason (the borrower sees it)' },
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
