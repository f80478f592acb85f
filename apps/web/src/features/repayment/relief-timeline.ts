import type { TimelineItem } from '@qingzhou/ui/timeline'
import { momentInWords } from '#shared/figures.ts'
import type { ReliefApplication } from './relief.ts'

/** What happened to an application, and what comes. */
export function reliefTimeline({ proof, days }: ReliefApplication): TimelineItem[] {
  const { state, submittedAt, reviewedAt, reason, round } = proof
  const handedIn: TimelineItem = {
    title: round > 1 ? `第 ${round} 次提交申请` : '提交申请',
    time: at(submittedAt),
  }

  switch (state) {
    case 'toReview':
      return [
        handedIn,
        { title: '人工审核', note: '一般 1 至 3 个工作日，可以离开此页', state: 'now' },
        { title: '短信通知结果', state: 'todo' },
      ]
    case 'approved':
      return [
        handedIn,
        {
          title: '已批准',
          note:
            days === undefined ? '还款日已往后推' : `下一期已往后推 ${days} 天，之后各期按月顺延`,
          time: at(reviewedAt),
        },
      ]
    case 'refused':
      return [handedIn, { title: '没有通过', note: reason, time: at(reviewedAt) }]
    default:
      return [{ title: '申请已失效', note: '没有按时提交，可以再次申请' }]
  }
}

function at(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : momentInWords(instant)
}
