import { proofStates, type ProofSubject, proofSubjects } from '@qingzhou/contract/proofs'
import { routes } from '#app/routes.ts'
import { staff } from '#features/staff/queries.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'

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

/** To a proof to be reviewed, or without one to where it is said that none is left. */
export async function goToReview(
  proofNo: string | undefined,
  subject: ProofSubject | undefined,
): Promise<void> {
  return go(routes.staff.reviewProof, { query: { proofNo, subject }, replace: true })
}

/** The source a link names by its number; without one, the first. */
export function sourceInLink(): number {
  const source = Number(linkQuery()['source'])
  return Number.isInteger(source) && source >= 0 && source < proofStates.length ? source : 0
}

/** The subject a link narrows a list to; any other word narrows nothing. */
export function subjectInLink(): ProofSubject | undefined {
  return proofSubjects.find((subject) => subject === linkQuery()['subject'])
}
