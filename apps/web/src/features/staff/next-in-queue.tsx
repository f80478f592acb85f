import { useEffect } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProofSubject } from '@qingzhou/contract/proofs'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { QueryState } from '#shared/query-state.tsx'
import { goToReview } from './go-to-review.ts'
import { subjectInLink } from './in-link.ts'
import { nextToReview } from './next-to-review.ts'
import { toHome } from './staff-only.tsx'
import { to } from './to.ts'

/** Goes to the first proof that waits; when none does, says so. */
export function NextInQueue() {
  const subject = subjectInLink()
  const next = useQuery(nextQuery(subject))
  const proofNo = next.data?.proofNo

  useEffect(() => {
    if (proofNo !== undefined) void goToReview(proofNo, subject)
  }, [proofNo, subject])

  return (
    <Screen title={routes.staff.reviewProof.title} onBack={toHome}>
      <QueryState query={next} skeleton={<SkeletonCards count={3} />}>
        {(data) =>
          data.proofNo === undefined ? (
            <AllDone onAsk={next.refetch} />
          ) : (
            <SkeletonCards count={3} />
          )
        }
      </QueryState>
    </Screen>
  )
}

function AllDone({ onAsk }: { onAsk: () => Promise<unknown> }) {
  return (
    <Empty
      title="待审核的凭证都处理完了"
      drawing={<SettledDrawing />}
      action={
        <div className="row row-centre">
          <Button kind="quiet" fit onPress={onAsk}>
            看看有没有新的
          </Button>
          <ButtonLink href={to.home} kind="quiet" fit>
            回工作台
          </ButtonLink>
        </div>
      }
    >
      有新的凭证提交后，工作台会显示数量；您本人上传的凭证由其他同事审核
    </Empty>
  )
}

function nextQuery(subject: ProofSubject | undefined) {
  return queryOptions({
    queryKey: ['staff', 'next-to-review', subject ?? ''],
    queryFn: async ({ signal }) => ({ proofNo: await nextToReview({ subject, signal }) }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
}
