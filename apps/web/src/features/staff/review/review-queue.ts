import { proofStates, type ProofSubject, proofSubjects } from '@qingzhou/contract/features/proofs'
import { routes } from '#app/routes.ts'
import { staff } from '#features/staff/queries.ts'
import { go, linkQuery } from '#platform/navigation/navigation.ts'

const TO_REVIEW = proofStates.indexOf('toReview')

/** The number of pages searched for an evidence of another employee. */
const PAGES_MAX = 10

/** The next evidence that this employee may review; undefined when there is none. */
export async function nextToReview({
  subject,
  after,
  signal,
}: {
  readonly subject: ProofSubject | undefined
  /** The current one. */
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

/** Opens the next review, or the page that says that none is left. */
export async function goToReview(
  proofNo: string | undefined,
  subject: ProofSubject | undefined,
): Promise<void> {
  return go(routes.staff.reviewProof, { query: { proofNo, subject }, replace: true })
}

/** The source named by the link; by default the first. */
export function sourceInLink(): number {
  const source = Number(linkQuery()['source'])
  return Number.isInteger(source) && source >= 0 && source < proofStates.length ? source : 0
}

/** The subject filter of the link; unknown values are ignored. */
export function subjectInLink(): ProofSubject | undefined {
  return proofSubjects.find((subject) => subject === linkQuery()['subject'])
}
