import type { Block } from '@qingzhou/contract/reference'
import type { CertificateKind, settlementShapes } from '@qingzhou/contract/settlement'
import type { Output } from '@qingzhou/contract/shape'
import { summaryOf } from '#features/repayment/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { digestOf } from '#platform/canonical-json.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { ProvenLoan } from './certificate-store.ts'
import { findCertificatesAbout } from './certificate-store.ts'
import type { Accounts, SettledLoan } from './read-accounts.ts'
import { figuresOf, readAccounts } from './read-accounts.ts'
import type { Holder } from './words.ts'
import { settlementWords, statementWords } from './words.ts'

type Answer = Output<(typeof settlementShapes)['settledLoans']>

const PAGE = 10

/** The loans that it can be proven of that they are settled, the last settled first. */
export async function listSettledLoans(
  { database, vault }: Services,
  customer: CustomerNo,
  { pageNo }: { readonly pageNo: number },
): Promise<Answer> {
  const accounts = await readAccounts(database, customer)
  const from = (pageNo - 1) * PAGE
  const page = accounts.settled.slice(from, from + PAGE)
  const issued = await findCertificatesAbout(database, vault, {
    customer,
    about: page.map(({ loanNo }) => aboutLoan(loanNo)),
  })
  const numbers = new Map(issued.map(({ about, certificateNo }) => [about, certificateNo]))
  return {
    loans: page.map(({ kept, loanNo, settledOn }) => ({
      loan: summaryOf(kept, accounts.today),
      settledOn,
      certificateNo: numbers.get(aboutLoan(loanNo)),
    })),
    hasMore: accounts.settled.length > from + PAGE,
    accounts: figuresOf(accounts),
  }
}

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

function aboutLoan(loanNo: string): string {
  return `loan ${loanNo}`
}

function provenLoan({ loanNo, settledOn, kept }: SettledLoan): ProvenLoan {
  return { loanNo, settledOn, amount: kept.loan.amount }
}

/** How all accounts stand today: one paper a day, as long as nothing of it changes. */
export function statementOf(accounts: Accounts): Proven {
  const { today, open, settled, limit } = accounts
  const facts = digestOf({
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
