import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { invite } from '#features/credit/index.ts'
import { startBusinessDate } from '#lending/ledger/index.ts'
import { addBankPartner, addLandingLink, openTestAccount } from '#features/onboarding/index.ts'
import type { Services } from '#platform/services.ts'
import { landingLinks, type BankPartner } from './links.ts'

/** Puts in what the product starts with. Run at every start, it adds only what is missing. */
export async function seed(
  services: Services,
  { bankPartners }: { readonly bankPartners: readonly BankPartner[] },
): Promise<void> {
  const { database, mode } = services
  await startBusinessDate(database)
  for (const link of landingLinks) await addLandingLink(database, link)
  for (const partner of bankPartners) await addBankPartner(database, partner)
  if (mode === 'sandbox') await seedTestPeople(services)
}

async function seedTestPeople(services: Services): Promise<void> {
  for (const person of testPeople) {
    if (person.account) await openTestAccount(services, person)
    if (person.key === INVITED) await inviteTestPerson(services, person)
  }
}

/** Comes with a link of flow branch 1, and has the limit at submission. */
const INVITED = 'code-only'

async function inviteTestPerson(
  services: Services,
  { phone }: { readonly phone: string },
): Promise<void> {
  const lastDay = addDays(services.today(), 365)
  await invite(services.database, services, {
    phone,
    amount: fen(30_000_00n),
    grade: 'B',
    lastDay,
  })
}
