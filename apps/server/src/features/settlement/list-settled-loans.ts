import type { settlementShapes } from '@qingzhou/contract/settlement'
import type { Output } from '@qingzhou/contract/shape'
import type { CustomerNo } from '#platform/customer-no.ts'
import { summaryOf } from '#features/repayment/index.ts'
import type { Services } from '#platform/services.ts'
import { findCertificatesAbout } from './certificate-store.ts'
import { aboutLoan } from './proven.ts'
import { figuresOf, readAccounts } from './read-accounts.ts'

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
