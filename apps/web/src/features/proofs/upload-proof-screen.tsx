import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import { QueryState } from '#shared/query-state.tsx'
import { NoSuchProof } from './no-such-proof.tsx'
import { proofStateNames } from '#shared/proof-chip.tsx'
import { isOpen } from './proof-words.ts'
import { proofQuery } from './queries.ts'
import type { ProofWithFiles } from './queries.ts'
import { to } from './to.ts'
import { UploadForm } from './upload-form.tsx'

const { title } = routes.proofs.uploadProof

/** Files for one proof, picked and handed in. */
export default function UploadProofScreen() {
  const proofNo = numberInLink('proofNo')
  if (proofNo === undefined) return <NoSuchProof title={title} />
  return <Uploading key={proofNo} proofNo={proofNo} />
}

function Uploading({ proofNo }: { proofNo: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(proofQuery(proofNo))
  // The form begins with the files there are now, not with those an earlier page had seen.
  if (data && isFetchedAfterMount && isOpen(data.proof)) return <UploadForm {...data} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={{ data: isFetchedAfterMount ? data : undefined, error, refetch }}
        skeleton={<SkeletonCards count={2} />}
      >
        {({ proof }) => (
          <Empty
            title={closed[proof.state]}
            action={
              <ButtonLink kind="quiet" fit href={to.proof(proof.proofNo)}>
                查看凭证
              </ButtonLink>
            }
          >
            当前状态：{proofStateNames[proof.state]}
          </Empty>
        )}
      </QueryState>
    </Screen>
  )
}

const closed: Readonly<Record<ProofWithFiles['proof']['state'], string>> = {
  toUpload: '已过上传期限',
  toReview: '凭证已提交，正在审核',
  approved: '凭证已通过，不用再上传',
  refused: '已过上传期限',
  invalid: '凭证已失效，不能再上传',
}
