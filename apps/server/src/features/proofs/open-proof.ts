import { randomBytes } from 'node:crypto'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { loanUseDueOn } from '@qingzhou/domain/proofs/proof'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { insertProof, type EvidenceRecord } from './proof-store.ts'

type Deps = Pick<Services, 'now'>

/** Asks for a proof, and answers its number. Asked for again for the same matter, it is the same one. */
export async function openProof(
  tx: Transaction,
  { now }: Deps,
  wanted: Pick<EvidenceRecord, 'customer' | 'subject' | 'subjectNo' | 'loanNo'> & {
    readonly dueOn?: LocalDate
  },
): Promise<string> {
  const { customer, subject, subjectNo, loanNo, dueOn } = wanted
  const proofNo = randomBytes(8).toString('hex')
  return insertProof(tx, { customer, proofNo, subject, subjectNo, loanNo, dueOn, openedAt: now() })
}

/** An employee's loan was booked: what it is used for has to be shown. */
export async function openLoanUseProof(
  tx: Transaction,
  deps: Deps,
  loan: { readonly customer: CustomerNo; readonly loanNo: string; readonly bookedOn: LocalDate },
): Promise<void> {
  const { customer, loanNo, bookedOn } = loan
  const dueOn = loanUseDueOn(bookedOn)
  await openProof(tx, deps, { customer, subject: 'loanUse', subjectNo: loanNo, loanNo, dueOn })
}
