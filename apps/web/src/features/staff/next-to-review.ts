import { proofStates, type ProofSubject } from '@qingzhou/contract/proofs'
import { staff } from './queries.ts'

const TO_REVIEW = proofStates.indexOf('toReview')

/** So many pages are looked through; whoever has a part in that many themselves looks at the list. */
const PAGES_MAX = 10

/** The next proof that waits for a reviewer and concerns somebody else; nothing when all is done. */
export async function nextToReview({
  subject,
  after,
  signal,
}: {
  readonly subject: ProofSubject | undefined
  /** The one just seen. */
  readonly after?: string | undefined
  readonly signal?: AbortSignal
}): Promise<string | undefined> {
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const { proofs, hasMore } = await staff.loansToHandle(
      { source: TO_REVIEW, subject, pageNo },
      { signal, quiet: true },
    )
    const next = proofs.find(({ proofNo, ownPart }) => proofNo !== after && !ownPart)
    if (next) return next.proofNo
    if (!hasMore) return undefined
  }
  return undefined
}
