import type { Block } from '@qingzhou/contract/features/reference'
import type {
  CertificateKind,
  settlementShapes,
} from '@qingzhou/contract/features/repayment/settlement'
import type { Output } from '@qingzhou/contract/wire/shape'
import { summaryOf } from '#features/repayment/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { CertifiedLoan } from './certificate-store.ts'
import { findCertificatesAbout } from './certificate-store.ts'
import type { Accounts, SettledLoan } from './read-accounts.ts'
import { figuresOf, readAccounts } from './read-accounts.ts'
import type { Holder } from './certificate-text.ts'
import { aboutLoan } from './void-certificates.ts'
import { settlementText, statementText } from './certificate-text.ts'

type Answer = Output<(typeof settlementShapes)['settledLoans']>

const PAGE = 10

/** The loans for which a settlement certificate can be issued, last settled first. */
export async function listSettledLoans(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
  { pageNo }: { readonly pageNo: number },
): Promise<Answer> {
  const accounts = await readAccounts(database, customer)
  const from = (pageNo - 1) * PAGE
  const page = accounts.settled.slice(from, from + PAGE)
  const issued = await findCertificatesAbout(database, vault, {
    customer,
    about: page.map(aboutSettled),
  })
  const numbers = new Map(issued.map(({ about, certificateNo }) => [about, certificateNo]))
  return {
    loans: page.map((one) => ({
      loan: summaryOf(one.record, accounts.today),
      settledOn: one.settledOn,
      certificateNo: numbers.get(aboutSettled(one)),
    })),
    hasMore: accounts.settled.length > from + PAGE,
    accounts: figuresOf(accounts),
  }
}

/** The facts of a certificate. */
export type CertificateFacts = {
  readonly kind: CertificateKind
  /** A key of the facts: equal facts share one certificate. */
  readonly about: string
  readonly loan: CertifiedLoan | undefined
  readonly words: (holder: Holder) => readonly Block[]
}

/** The facts of a settled loan; the same error for another customer's loan as for a missing one. */
export function settlementOf(accounts: Accounts, loanNo: string): CertificateFacts {
  if (!accounts.loans.some((record) => record.loanNo === loanNo)) {
    throw new Refused({ kind: 'loan-unknown' })
  }
  const settled = accounts.settled.find((one) => one.loanNo === loanNo)
  if (!settled) throw new Refused({ kind: 'loan-not-settled' })
  return {
    kind: 'settlement',
    about: aboutSettled(settled),
    loan: certifiedLoanOf(settled),
    words: (holder) => settlementText(settled, holder),
  }
}

function aboutSettled({ loanNo, reversals }: SettledLoan): string {
  return aboutLoan(loanNo, { count: reversals })
}

function certifiedLoanOf({ loanNo, settledOn, record }: SettledLoan): CertifiedLoan {
  return { loanNo, settledOn, amount: record.loan.amount }
}

/** The state of all accounts today: one statement a day as long as nothing changes. */
export function statementOf(accounts: Accounts): CertificateFacts {
  const { today, open, settled, limit } = accounts
  const facts = digestOf({
    open: open.map(({ record, principal, daysOverdue }) => [record.loanNo, principal, daysOverdue]),
    settled: settled.map(({ loanNo, settledOn }) => [loanNo, settledOn]),
    limit: limit && [limit.granted, limit.used, limit.state, limit.validUntil],
  })
  return {
    kind: 'statement',
    about: `accounts ${today} ${facts.toString('hex').slice(0, 32)}`,
    loan: undefined,
    words: (holder) => statementText(accounts, holder),
  }
}
