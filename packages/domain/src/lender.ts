/** The lender's identity and contact data: replace this file for another lender. */
export const lender = {
  product: '轻舟',
  company: '轻舟消费金融有限公司',
  servicePhone: '400-000-0000',
  serviceHours: '每日 9:00–21:00',
  complaintMail: 'complaints@qingzhou.example',
  officialAccount: '轻舟服务',
} as const

/** Funds larger loans jointly with the lender. */
export const partnerBank = '远洲银行股份有限公司'
