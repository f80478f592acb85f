import { useQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import { routes } from '#app/routes.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import { NextInQueue } from './next-in-queue.tsx'
import { ProofOnItsWay } from './proof-on-its-way.tsx'
import { proofQuery } from './queries.ts'
import { Review } from './review.tsx'
import { StaffOnly } from './staff-only.tsx'

const route = routes.staff.reviewProof

/** One proof before a reviewer, and after the verdict the next; without a number, the first there is. */
export default function ReviewProofScreen() {
  const proofNo = numberInLink('proofNo')
  return (
    <StaffOnly route={route} call={calls.staff.reviewProof}>
      {() =>
        proofNo === undefined ? <NextInQueue /> : <ReviewOf key={proofNo} proofNo={proofNo} />
      }
    </StaffOnly>
  )
}

function ReviewOf({ proofNo }: { proofNo: string }) {
  const handled = useQuery(proofQuery(proofNo))
  if (handled.data) return <Review handled={handled.data} onRenew={handled.refetch} />
  return <ProofOnItsWay route={route} query={handled} />
}
