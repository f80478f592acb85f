import { testPeople } from '@qingzhou/provider-api/test-people'
import { startBusinessDate } from '#modules/ledger/index.ts'
import { addBankPartner, addLandingLink, openTestAccount } from '#modules/onboarding/index.ts'
import type { Services } from '#services.ts'
import { bankPartners, landingLinks } from './links.ts'

/** Puts in what the product starts with. Run at every start, it adds only what is missing. */
export async function seed(services: Services): Promise<void> {
  const { database, mode, today } = services
  await startBusinessDate(database, today())
  for (const link of landingLinks) await addLandingLink(database, link)
  for (const partner of bankPartners) await addBankPartner(database, partner)
  if (mode === 'sandbox') await seedTestPeople(services)
}

async function seedTestPeople(services: Services): Promise<void> {
  for (const person of testPeople) {
    if (person.account) await openTestAccount(services, person)
  }
}
