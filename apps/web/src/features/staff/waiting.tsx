import { useQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import { proofStates } from '@qingzhou/contract/proofs'
import type { ProofState } from '@qingzhou/contract/proofs'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import type { StaffMember } from '#platform/staff-session.ts'
import { QueryState } from '#shared/query-state.tsx'
import { may } from './may.ts'
import { countsQuery } from './queries.ts'
import { to } from './to.ts'
import { stateNames } from './words.ts'
import './waiting.css'

/** What waits for this member of staff: what they may upload, and what they may review. */
export function Waiting({ member }: { member: StaffMember }) {
  const counts = useQuery(countsQuery())
  return (
    <QueryState query={counts} skeleton={<SkeletonCards count={1} />} errorTitle="待办没有加载出来">
      {(data) => (
        <nav className="columns-2" aria-label="待办">
          {may(member, calls.staff.uploadProof) && (
            <Tile state="toUpload" count={data.toUpload} note="可代客户上传" />
          )}
          {may(member, calls.staff.reviewProof) && (
            <Tile state="toReview" count={data.toReview} note="等您审核" />
          )}
        </nav>
      )}
    </QueryState>
  )
}

function Tile({ state, count, note }: { state: ProofState; count: number; note: string }) {
  return (
    <a className="card waiting-tile" href={to.loans(proofStates.indexOf(state))}>
      <span className="small ink-2">{stateNames[state]}</span>
      <span className="waiting-count tabular">
        {count}
        <span className="small ink-3"> 份</span>
      </span>
      <span className="caption ink-3">{count === 0 ? '暂时没有' : note}</span>
    </a>
  )
}
