import type { ReliefReason } from '@qingzhou/contract/delays'

const reasonNames: Record<ReliefReason, string> = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重大疾病',
  unemployment: '失业',
  other: '其他',
}

/** What a reviewer has to decide on, in one line. */
export function noteForReviewer(asked: {
  readonly days: number
  readonly reason: ReliefReason
  readonly note: string | undefined
}): string {
  const { days, reason, note } = asked
  const said = note === undefined ? '' : `；说明：${note}`
  return `申请延期 ${days} 天；原因：${reasonNames[reason]}${said}`
}
