import type { CardConduct, Outcome } from '@qingzhou/provider-api/test-people'

/** How an application of this person ends. */
export const outcomeWords: Record<Outcome, string> = {
  approved: '审批通过',
  declined: '审批不通过，可再申请',
  refused: '拒绝授信',
  riskRefused: '风控拦截',
  identityMismatch: '身份核验不一致',
  faceFails: '人脸总不通过',
  bankDeclines: '银行卡有问题',
  bankSlow: '银行很慢',
}

/** What a card does, where it does not simply work. */
export const conductWords: Record<CardConduct, string> = {
  well: '正常',
  slow: '银行要 8 秒',
  lost: '已挂失，绑不上',
  frozen: '能绑定，收不了款',
  poor: '余额只有 100 元',
}
