import type { QueueItem } from '@qingzhou/contract/features/console/queues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queueMessages } from '#shared/catalogue/queues.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useKeys } from '#platform/keys.ts'
import { Failed } from '#shared/parts/states.tsx'
import { queueCalls } from './calls.ts'

const calls = {
  exceptions: { claim: queueCalls.claimException, release: queueCalls.releaseException },
  reviews: { claim: queueCalls.claimReview, release: queueCalls.releaseReview },
} as const

/** Claims an unclaimed item, or gives the own one back. */
export function ClaimButton({
  queue,
  item: { itemNo, isMine, owner },
}: {
  readonly queue: keyof typeof calls
  readonly item: Pick<QueueItem, 'itemNo' | 'isMine' | 'owner'>
}) {
  const names = useMessages(queueMessages)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => calls[queue][isMine ? 'release' : 'claim']({ itemNo }),
    onSuccess: () => client.invalidateQueries(),
  })
  const canChange = isMine || owner === undefined
  useKeys(canChange ? { c: () => change.mutate() } : {})
  return (
    <>
      {change.error && (
        <Failed error={change.error} at={change.submittedAt} onRetry={() => change.mutate()} />
      )}
      <span className="c2">{`${names.owner}：${owner ?? names.unclaimed}`}</span>
      {canChange && (
        <button
          type="button"
          className={isMine ? 'act push' : 'act act-main push'}
          disabled={change.isPending}
          onClick={() => change.mutate()}
        >
          {isMine ? names.release : names.claim}
          <kbd className="kbd">c</kbd>
        </button>
      )}
    </>
  )
}
