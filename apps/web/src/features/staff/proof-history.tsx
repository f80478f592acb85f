import { Card } from '@qingzhou/ui/card'
import { Timeline } from '@qingzhou/ui/timeline'
import { momentInWords } from '#shared/figures.ts'
import type { ProofToHandle } from './queries.ts'

type Event = ProofToHandle['history'][number]

const acts: { readonly [A in Event['act']]: string } = {
  submitted: '提交',
  approved: '审核通过',
  refused: '审核未通过',
  lapsed: '超过期限，已失效',
}

/** Every time it was handed in and reviewed, by whom, the newest first. */
export function ProofHistory({ history }: Pick<ProofToHandle, 'history'>) {
  if (history.length === 0) return null
  return (
    <Card title="处理记录">
      <Timeline
        label="处理记录"
        items={history.map(({ act, round, by, at, reason }) => ({
          title: act === 'submitted' ? `第 ${round} 次提交` : acts[act],
          note: reason === undefined ? by : `${by}：${reason}`,
          time: momentInWords(at),
        }))}
      />
    </Card>
  )
}
