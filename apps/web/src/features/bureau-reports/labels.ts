import type { ReportedEvent, ReportedFact } from '@qingzhou/contract/features/bureau-reports'
import { unreachable } from '@qingzhou/domain/assert'
import type { DisputeReason } from '@qingzhou/domain/bureau/dispute'
import { displayYuan } from '@qingzhou/domain/money/money'
import type { ChipTone } from '@qingzhou/ui/feedback'

/** What an event is about. */
export const aboutLabels: Record<ReportedFact['about'], string> = {
  opened: '借款发放',
  balance: '月末余额',
  status: '月末还款状态',
  closed: '借款结清',
}

export const reasonLabels: Record<DisputeReason, string> = {
  'not-mine': '不是我的借款',
  'paid-in-time': '我已按时还款',
  'wrong-amount': '金额有误',
  other: '其他原因',
}

const closeLabels = { settled: '已结清', consolidated: '已转入个性化分期', returned: '已退回' }

/** What the bureau was told, in words. */
export function factText(fact: ReportedFact): string {
  switch (fact.about) {
    case 'opened':
      return `借款 ${displayYuan(fact.amount)} 元`
    case 'balance': {
      const balance = `余额 ${displayYuan(fact.balance)} 元`
      return fact.overdue > 0n ? `${balance}，逾期 ${displayYuan(fact.overdue)} 元` : balance
    }
    case 'status':
      return fact.daysLate === 0 ? '正常还款' : `逾期 ${fact.daysLate} 天`
    case 'closed':
      return fact.reason === undefined ? '未结清' : closeLabels[fact.reason]
    default:
      return unreachable(fact)
  }
}

/** What was done about an event, if anything. */
export function stateOfEvent({
  dispute,
  isCorrected,
}: Pick<ReportedEvent, 'dispute' | 'isCorrected'>):
  | { readonly label: string; readonly tone: ChipTone }
  | undefined {
  if (dispute?.state === 'open') return { label: '异议核查中', tone: 'soon' }
  if (isCorrected) return { label: '已更正', tone: 'fine' }
  return dispute && { label: '异议未成立', tone: 'plain' }
}
