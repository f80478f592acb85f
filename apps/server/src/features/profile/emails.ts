import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { saveEmail, listEmails, type UsedEmail } from './email-store.ts'
import { maskedEmail } from './masked-email.ts'
import { findProfile } from './profile-store.ts'

type Deps = Pick<Services, 'vault' | 'now'>

/** The address of the profile has no number of its own: whatever it is today, it is this one. */
const OF_PROFILE = 'profile'

/** What a customer may have something sent to without typing: the profile's address, and those used before. */
export async function emails(
  services: Services,
  customer: CustomerNo,
): Promise<{ emails: { emailNo: string; masked: string }[] }> {
  const known = await emailsOnFile(services.database, services, customer)
  return {
    emails: known.map(({ emailNo, address }) => ({ emailNo, masked: maskedEmail(address) })),
  }
}

/** The address a number stands for; nothing for a number that is not this customer's. */
export async function emailOnFile(
  db: Queryable,
  services: Deps,
  { customer, emailNo }: { readonly customer: CustomerNo; readonly emailNo: string },
): Promise<string | undefined> {
  const known = await emailsOnFile(db, services, customer)
  return known.find((one) => one.emailNo === emailNo)?.address
}

/** Keeps an address something is sent to for the next time; the profile's is there anyway. */
export async function rememberEmail(
  tx: Transaction,
  services: Deps,
  used: { readonly customer: CustomerNo; readonly address: string },
): Promise<void> {
  const { basic } = await findProfile(tx, services, used.customer)
  if (basic && isAlike(basic.email, used.address)) return
  await saveEmail(tx, services, used)
}

async function emailsOnFile(
  db: Queryable,
  services: Deps,
  customer: CustomerNo,
): Promise<readonly UsedEmail[]> {
  const { basic } = await findProfile(db, services, customer)
  const used = await listEmails(db, services, customer)
  if (!basic) return used
  const others = used.filter(({ address }) => !isAlike(address, basic.email))
  return [{ emailNo: OF_PROFILE, address: basic.email }, ...others]
}

function isAlike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
