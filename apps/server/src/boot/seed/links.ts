/** The links handed out so far, by the channel they are opened in. One has ended. */
export const landingLinks: readonly {
  readonly channel: string
  readonly uriId: string
  readonly name: string
  readonly endsAt?: string
}[] = [
  { channel: '000000000003', uriId: 'wallet-home', name: '支付应用服务窗' },
  { channel: '000000000003', uriId: 'wallet-card', name: '支付应用卡包' },
  { channel: '000000000004', uriId: 'web-home', name: '官网首页' },
  { channel: '000000000004', uriId: 'sms-invite', name: '短信邀请' },
  { channel: '000000000004', uriId: 'messenger-menu', name: '公众号菜单' },
  { channel: '000000000004', uriId: 'repay-reminder', name: '还款提醒' },
  { channel: '000000000004', uriId: 'union-pay', name: '银联合作入口' },
  { channel: '000000000004', uriId: 'bank-partner', name: '合作银行入口' },
  { channel: '000000000004', uriId: 'mall', name: '商城入口' },
  {
    channel: '000000000004',
    uriId: 'spring-2026',
    name: '2026 年春季活动',
    endsAt: '2026-05-31T16:00:00Z',
  },
]

export type BankPartner = {
  readonly code: string
  readonly name: string
  readonly endsAt?: string
}

/** Test data: anybody can read these codes here, so that production refuses them. */
export const sandboxBankPartners: readonly BankPartner[] = [
  { code: 'GD0001', name: '合作银行一' },
  { code: 'GD0002', name: '合作银行二' },
  { code: 'GD0003', name: '合作银行三', endsAt: '2026-05-31T16:00:00Z' },
]
