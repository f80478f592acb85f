import type {
  CancellableLimit,
  CancellationReason,
} from '@qingzhou/contract/features/limit-cancellation'

export const reasonLabels: Readonly<Record<CancellationReason, string>> = {
  noNeed: '暂时不需要借款',
  tooExpensive: '利率偏高',
  limitTooLow: '额度不够用',
  privacy: '担心个人信息安全',
  badService: '对服务不满意',
  other: '其他原因',
}

export const limitStates = {
  open: { tone: 'fine', words: '正常' },
  frozen: { tone: 'overdue', words: '已冻结' },
  expired: { tone: 'soon', words: '已到期' },
  cancelled: { tone: 'plain', words: '已注销' },
} as const satisfies Record<CancellableLimit['state'], { tone: string; words: string }>
