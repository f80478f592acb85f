import type { CertificateKind } from '@qingzhou/contract/settlement'
import type { Block } from '@qingzhou/contract/reference'
import { fingerprintOf } from '#platform/fingerprint.ts'
import { Refused } from '#platform/refused.ts'
import type { ProvenLoan } from './certificate-store.ts'
import type { Accounts, SettledLoan } from './read-accounts.ts'
import { settlementWords, statementWords, type Holder } from './words.ts'

/** What a certificate proves, before it is put on paper. */
export type Proven = {
  readonly kind: CertificateKind
  /** The same for the same facts: one paper for each. */
  readonly about: string
  readonly loan: ProvenLoan | undefined
  readonly words: (holder: Holder) => readonly Block[]
}

/** That a loan is settled in full. Another's reads like one that never was. */
export function settlementOf(accounts: Accounts, loanNo: string): Proven {
  if (!accounts.loans.some((kept) => kept.loanNo === loanNo)) {
    throw new Refused({ kind: 'loan-unknown' })
  }
  const settled = accounts.settled.find((one) => one.loanNo === loanNo)
  if (!settled) throw new Refused({ kind: 'loan-not-settled' })
  return {
    kind: 'settlement',
    about: aboutLoan(loanNo),
    loan: provenLoan(settled),
    words: (holder) => settlementWords(settled, holder),
  }
}

export function aboutLoan(loanNo: string): string {
  return `loan ${loanNo}`
}

function provenLoan({ loanNo, settledOn, kept }: SettledLoan): ProvenLoan {
  return { loanNo, settledOn, amount: kept.loan.amount }
}

/** How all accounts stand today: one paper a day, as long as nothing of it changes. */
export function statementOf(accounts: Accounts): Proven {
  const { today, open, settled, limit } = accounts
  const facts = fingerprintOf({
    open: open.map(({ kept, principal, daysOverdue }) => [kept.loanNo, principal, daysOverdue]),
    settled: settled.map(({ loanNo, settledOn }) => [loanNo, settledOn]),
    limit: limit && [limit.granted, limit.used, limit.state, limit.validUntil],
  })
  return {
    kind: 'statement',
    about: `accounts ${today} ${facts.toString('hex').slice(0, 32)}`,
    loan: undefined,
    words: (holder) => statementWords(accounts, holder),
  }
}
