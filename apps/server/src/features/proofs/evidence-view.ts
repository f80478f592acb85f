import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { Proof, ProofState, ProofSubject } from '@qingzhou/contract/features/proofs'
import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { daysBetween } from '@qingzhou/domain/calendar/local-date'
import { choicesOf } from '#features/reference/index.ts'
import type { LoanRecord } from '#lending/index.ts'
import { readLoans } from '#lending/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { filesWithLinks } from './file-view.ts'
import { countFiles } from './evidence-file-store.ts'
import { countEvidence, listEvidencePage } from './proof-list-store.ts'
import type { EvidenceRecord, EvidenceKey } from './evidence-store.ts'
import { findProof, selectEvidence } from './evidence-store.ts'

/** The purpose shown for a converted loan, which has none of its own. */
const CONVERTED = '账单分期'

export type EvidenceWithLoan = {
  readonly view: Proof
  readonly kept: EvidenceRecord
  readonly loan: LoanRecord
}

/** Adds loan data to evidence records. Called for one page, so for ten customers at most. */
export async function viewsOf(
  { database, businessDate }: Pick<Services, 'database' | 'businessDate'>,
  proofs: readonly EvidenceRecord[],
): Promise<EvidenceWithLoan[]> {
  const today = await businessDate()
  const counts = await countFiles(database, proofs)
  const customers = [...new Set(proofs.map(({ customer }) => customer))]
  const loans = new Map(
    await Promise.all(
      customers.map(async (customer) => [customer, await readLoans(database, customer)] as const),
    ),
  )
  return proofs.map((kept) => {
    const loan = loans.get(kept.customer)?.find(({ loanNo }) => loanNo === kept.loanNo)
    assert(loan !== undefined, 'a proof is about a loan of its customer')
    const filesCount = counts.get(kept.proofNo) ?? 0
    return { kept, loan, view: viewOf(kept, { loan, filesCount, today }) }
  })
}

function viewOf(
  kept: EvidenceRecord,
  {
    loan,
    filesCount,
    today,
  }: { readonly loan: LoanRecord; readonly filesCount: number; readonly today: LocalDate },
): Proof {
  const { proofNo, subject, state, loanNo, dueOn, submittedAt, reviewedAt, reason, round } = kept
  const isReviewed = state === 'approved' || state === 'refused'
  return {
    proofNo,
    subject,
    state,
    loanNo,
    amount: loan.loan.amount,
    drawnOn: loan.loan.start,
    purposeName: loan.purpose === undefined ? CONVERTED : purposeName(loan.purpose),
    dueOn,
    daysLeft: dueOn === undefined ? undefined : daysBetween({ from: today, to: dueOn }),
    submittedAt: submittedAt?.getTime(),
    reviewedAt: isReviewed ? reviewedAt?.getTime() : undefined,
    reason: state === 'refused' || state === 'invalid' ? reason : undefined,
    round,
    filesCount,
  }
}

function purposeName(code: string): string {
  const purposes = choicesOf(['purpose']).choices.purpose ?? []
  return purposes.find((purpose) => purpose.code === code)?.name ?? code
}

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

/** The borrower's loan-use evidence: a page in one state, or one record with its files. */
export async function listProofs(
  services: Services,
  caller: SignedInCaller,
  { proofNo, state, pageNo = 1 }: Asked,
): Promise<Listed> {
  const { database } = services
  const { customer } = caller.session
  const subject = 'loanUse'
  const counts = await countEvidence(database, { customer, subject })
  if (proofNo !== undefined) {
    const one = await findProof(database, services, { customer, proofNo })
    if (one?.subject !== subject) throw new Refused({ kind: 'proof-unknown' })
    const [viewed] = await viewsOf(services, [one])
    const files = await filesWithLinks(services, one, caller.readSecret('session'))
    return { proofs: viewed ? [viewed.view] : [], counts, hasMore: false, files }
  }
  const page = await listEvidencePage(database, services, { customer, subject, state, pageNo })
  const viewed = await viewsOf(services, page.proofs)
  return { proofs: viewed.map(({ view }) => view), counts, hasMore: page.hasMore, files: [] }
}

/** All evidence of a customer for a subject, newest first. */
export async function listEvidence(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  customer: CustomerNo,
  subject: ProofSubject,
): Promise<Proof[]> {
  const where = 'WHERE customer_no = $1 AND subject = $2 ORDER BY opened_at DESC, proof_no'
  const found = await selectEvidence(services.database, services, {
    where,
    values: [customer, subject],
  })
  return (await viewsOf(services, found)).map(({ view }) => view)
}

/** The files of one evidence record, with links valid in the session of this secret. */
export async function listEvidenceFiles(
  services: Services,
  { customer, proofNo, holder }: EvidenceKey & { readonly holder: string | undefined },
): Promise<FileRecord[]> {
  const proof = await findProof(services.database, services, { customer, proofNo })
  return proof ? filesWithLinks(services, proof, holder) : []
}
