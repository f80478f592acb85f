/** Parts of the copy, in the order of the document. */
export const copyParts = [
  '身份和联系方式',
  '账户和登录',
  '申请、额度和优惠',
  '银行卡和扣款授权',
  '借款',
  '还款和退款',
  '协议、证明和材料',
  '消息',
  '商城',
] as const
export type CopyPart = (typeof copyParts)[number]

/** What a copy of personal data has of a table: its columns, or why it has nothing of it. */
export type CopyRule =
  | { readonly leftOut: string }
  | {
      readonly part: CopyPart
      readonly title: string
      /** The columns in the copy, separated by spaces. */
      readonly columns: string
      /** Those that the document shows, with their labels. */
      readonly shown: Readonly<Record<string, string>>
      /** The other columns, each with the reason as the customer reads it. */
      readonly without?: Readonly<Record<string, string>>
      /** Found by the phone; without it, by the customer number. */
      readonly by?: 'phone_index'
    }

export type CopyPlan = Readonly<Record<string, CopyRule>>

export const leftOutReasons = {
  index: '由副本已列出的信息算出的检索值，不含其他信息',
  secret: '登录、授权凭证或其摘要，提供会危及您的账户安全',
  staff: '办理人员的信息，属于他人的个人信息',
  risk: '风险防控和反洗钱记录，依法不对外提供',
  bureau: '征信报告请向征信机构查询，依规定不得由我们转交',
  policy: '评分规则属于商业秘密；结果和原因已列出',
  work: '系统处理任务用的编号和状态，不反映您的情况',
  books: '账务分录；每笔金额已在借款、还款和退款中列出',
  minutes: '几分钟内有效的临时记录，随即删除',
} as const
