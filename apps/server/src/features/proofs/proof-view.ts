import type { Proof } from '@qingzhou/contract/proofs'
import { assert } from '@qingzhou/domain/assert'
import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { readLoans, type LoanRecord } from '#lending/index.ts'
import { choicesOf } from '#features/reference/index.ts'
import type { Services } from '#platform/services.ts'
import { countFiles } from './proof-file-store.ts'
import type { EvidenceRecord } from './proof-store.ts'

/** A loan that came from other loans was not asked for anything new. */
const CONVERTED = '账单分期'

export type ViewedProof = {
  readonly view: Proof
  readonly kept: EvidenceRecord
  readonly loan: LoanRecord
}

/** Proofs with what they are about. A page of them is ten, of as many customers at most. */
export async function viewsOf(
  { database, businessDate }: Pick<Services, 'database' | 'businessDate'>,
  proofs: readonly EvidenceRecord[],
): Promise<ViewedProof[]> {
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
