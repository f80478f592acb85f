import type { LenderKind } from './product.ts'

/** Who lends, under which licence, and how to reach them. */
export type Lender = {
  readonly product: string
  readonly company: string
  /** Decides which caps apply. */
  readonly kind: LenderKind
  /** The number of the financial licence. */
  readonly licenceNo: string
  readonly address: string
  /** The authority that receives complaints about the lender, and its phone. */
  readonly supervisor: string
  readonly supervisorPhone: string
  readonly servicePhone: string
  readonly serviceHours: string
  readonly complaintMail: string
  readonly officialAccount: string
}

/** How the fictional lender of the sandbox is named in pages. */
export const standardNames = {
  product: '轻舟',
  company: '轻舟消费金融有限公司',
  servicePhone: '400-000-0000',
  serviceHours: '每日 9:00–21:00',
  complaintMail: 'complaints@qingzhou.example',
  officialAccount: '轻舟服务',
} as const satisfies Partial<Lender>

/** The fictional lender of the sandbox, unless the setting BRAND_FILE names another. */
export const standardLender: Lender = {
  ...standardNames,
  kind: 'consumer-finance',
  licenceNo: 'X9999H999900001',
  address: '远洲市清江区轻舟路 1 号',
  supervisor: '国家金融监督管理总局远洲监管局',
  supervisorPhone: '12378',
}
