import type { Proof } from '@qingzhou/contract/proofs'
import { Timeline } from '@qingzhou/ui/timeline'
import type { TimelineItem } from '@qingzhou/ui/timeline'
import { dayInWords, momentInWords } from '#shared/figures.ts'
import { deadlineInWords, isOpen } from './proof-words.ts'

/** What has become of a proof, and what comes next. */
export function ProofTimeline({ proof }: { proof: Proof }) {
  return (
    <Timeline
      label="审核进度"
      items={[{ title: '借款发放', time: proof.drawnOn }, ...handedIn(proof), ...reviewed(proof)]}
    />
  )
}

function handedIn(proof: Proof): TimelineItem[] {
  if (proof.state === 'toUpload') {
    return [{ title: '上传凭证', note: deadlineInWords(proof), state: 'now' }]
  }
  if (proof.submittedAt === undefined) return []
  return [
    {
      title: proof.round > 1 ? `第 ${proof.round} 次提交凭证` : '提交凭证',
      note: `${proof.filesCount} 个文件`,
      time: momentInWords(proof.submittedAt),
    },
  ]
}

function reviewed(proof: Proof): TimelineItem[] {
  const time = proof.reviewedAt === undefined ? undefined : momentInWords(proof.reviewedAt)
  switch (proof.state) {
    case 'toUpload':
      return [{ title: '人工审核', state: 'todo' }]
    case 'toReview':
      return [{ title: '人工审核中', note: '有结果会短信通知您，不用一直等', state: 'now' }]
    case 'approved':
      return [{ title: '审核通过', note: '这笔借款不用再上传凭证', time }]
    case 'refused':
      return [{ title: '审核未通过', note: proof.reason, time }, ...again(proof)]
    default:
      return [{ title: '凭证失效', note: lapsed(proof) }]
  }
}

function again(proof: Proof): TimelineItem[] {
  if (!isOpen(proof)) return []
  return [{ title: '重新上传', note: deadlineInWords(proof), state: 'now' }]
}

function lapsed({ dueOn }: Proof): string {
  return dueOn === undefined ? '已过上传期限' : `到 ${dayInWords(dueOn)}仍没有通过的凭证`
}
