import type { FileRecord } from '@qingzhou/contract/files'
import type { Proof, ProofState, ProofSubject } from '@qingzhou/contract/proofs'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { linkedFilesOf } from './kept-file.ts'
import { countProofs, pageOfProofs } from './proof-lists.ts'
import { findProof, selectProofs, type ProofKey } from './proof-store.ts'
import { viewsOf } from './proof-view.ts'

type Asked = {
  readonly proofNo?: string | undefined
  readonly state?: ProofState | undefined
  readonly pageNo?: number | undefined
}

type Listed = {
  proofs: Proof[]
  counts: Record<ProofState, number>
  hasMore: boolean
  files: FileRecord[]
}

/** A borrower's proofs of use: a page of those in a state, or one with its files. */
export async function listProofs(
  services: Services,
  caller: SignedInCaller,
  { proofNo, state, pageNo = 1 }: Asked,
): Promise<Listed> {
  const { database } = services
  const { customer } = caller.session
  const subject = 'loanUse'
  const counts = await countProofs(database, { customer, subject })
  if (proofNo !== undefined) {
    const one = await findProof(database, services, { customer, proofNo })
    if (one?.subject !== subject) throw new Refused({ kind: 'proof-unknown' })
    const [viewed] = await viewsOf(services, [one])
    const files = await linkedFilesOf(services, one, caller.readSecret('session'))
    return { proofs: viewed ? [viewed.view] : [], counts, hasMore: false, files }
  }
  const page = await pageOfProofs(database, services, { customer, subject, state, pageNo })
  const viewed = await viewsOf(services, page.proofs)
  return { proofs: viewed.map(({ view }) => view), counts, hasMore: page.hasMore, files: [] }
}

/** All of a customer's proofs of a kind, the newest first. */
export async function readProofs(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  customer: CustomerNo,
  subject: ProofSubject,
): Promise<Proof[]> {
  const where = 'WHERE customer_no = $1 AND subject = $2 ORDER BY opened_at DESC, proof_no'
  const found = await selectProofs(services.database, services, {
    where,
    values: [customer, subject],
  })
  return (await viewsOf(services, found)).map(({ view }) => view)
}

/** The files of one proof, with links for the session whose secret half this is. */
export async function readProofFiles(
  services: Services,
  { customer, proofNo, holder }: ProofKey & { readonly holder: string | undefined },
): Promise<FileRecord[]> {
  const proof = await findProof(services.database, services, { customer, proofNo })
  return proof ? linkedFilesOf(services, proof, holder) : []
}
