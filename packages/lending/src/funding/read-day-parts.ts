import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { EntryPart } from '@qingzhou/domain/funding/settlement'
import { splitEntries } from '@qingzhou/domain/funding/split-entries'
import { ZERO } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import { listJointCustomers, readJointLoans, type JointLoan } from './joint-loan-store.ts'

/** The lender's own part of a loan that partners share, where parties are named by their numbers. */
export const OWN_PART = ''

const CUSTOMERS_PER_PAGE = 200

/** The part of a party in an entry. */
export type PartyPart = EntryPart & { readonly partnerNo: string }

/**
 * The parts of all parties in the entries of a day, page by page in the order of customers and loans; of the
 * loans of one partner if one is named. [Z6]
 */
export async function* readDayParts(
  db: Queryable,
  of: { readonly day: LocalDate; readonly partnerNo: string | undefined },
): AsyncGenerator<readonly PartyPart[]> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const customers: readonly string[] = await listJointCustomers(db, {
      ...of,
      after,
      count: CUSTOMERS_PER_PAGE,
    })
    const loans = await readJointLoans(db, { ...of, customers })
    yield loans.flatMap((loan) => partsOf(loan, of.day))
    after = customers.length < CUSTOMERS_PER_PAGE ? undefined : customers.at(-1)
  }
}

function partsOf({ loanNo, partners, entries }: JointLoan, day: LocalDate): PartyPart[] {
  const parts = splitEntries(
    entries,
    partners.map(({ sharePpm }) => sharePpm),
  )
  const parties = [...partners.map(({ partnerNo }) => partnerNo), OWN_PART]
  return entries.flatMap(({ on, ...entry }, index) => {
    if (on !== day) return []
    return parties.map((partnerNo, party) => ({
      ...entry,
      loanNo,
      partnerNo,
      part: parts[index]?.[party] ?? ZERO,
    }))
  })
}
