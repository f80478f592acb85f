import type { ProofState } from '@qingzhou/contract/features/proofs'
import { type Route, routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'

const { proofs } = routes

/** Links between the evidence pages. */
export const links = {
  due: link(proofs.proofsDue),
  list: (state?: ProofState) => link(proofs.proofs, { state }),
  proof: (proofNo: string) => link(proofs.proof, { proofNo }),
  upload: (proofNo: string) => link(proofs.uploadProof, { proofNo }),
} as const

function link({ path }: Route, query: Readonly<Record<string, string | undefined>> = {}): string {
  return `#${addressWithQuery(path, query)}`
}
