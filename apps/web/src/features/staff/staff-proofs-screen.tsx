import { useQuery } from '@tanstack/react-query'
import { calls } from '@qingzhou/contract/calls'
import { routes } from '#app/routes.ts'
import type { StaffMember } from '#platform/staff-session.ts'
import { numberInLink } from '#shared/number-in-link.ts'
import { may } from './may.ts'
import { NoSuchProof } from './no-such-proof.tsx'
import { ProofOnItsWay } from './proof-on-its-way.tsx'
import { proofQuery } from './queries.ts'
import { SeenProof } from './seen-proof.tsx'
import { StaffOnly } from './staff-only.tsx'
import { UploadOnBehalf } from './upload-on-behalf.tsx'

const route = routes.staff.staffProofs

/** One proof: to look at, and for operators to hand in on the borrower's behalf. */
export default function StaffProofsScreen() {
  const proofNo = numberInLink('proofNo')
  return (
    <StaffOnly route={route} call={calls.staff.proofs}>
      {(member) =>
        proofNo === undefined ? (
          <NoSuchProof route={route} />
        ) : (
          <OneProof key={proofNo} proofNo={proofNo} member={member} />
        )
      }
    </StaffOnly>
  )
}

function OneProof({ proofNo, member }: { proofNo: string; member: StaffMember }) {
  const handled = useQuery(proofQuery(proofNo))
  const { data, refetch } = handled
  if (!data) return <ProofOnItsWay route={route} query={handled} />
  const { state, subject } = data.proof
  const isOpen = state === 'toUpload' || state === 'refused'
  // The others belong to an application, which only the borrower makes.
  if (isOpen && subject === 'loanUse' && may(member, calls.staff.uploadProof)) {
    return <UploadOnBehalf key={data.proof.round} handled={data} onHandedIn={refetch} />
  }
  return <SeenProof handled={data} member={member} onRenew={refetch} />
}
