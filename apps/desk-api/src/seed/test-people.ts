import { assert } from '@qingzhou/domain/assert'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import { invite } from '@qingzhou/server/features/credit/index.ts'
import {
  customerOfPhone,
  linkAccount,
  savePassword,
} from '@qingzhou/server/features/onboarding/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { hashPassword } from '@qingzhou/platform/passwords/password'
import type { Services } from '@qingzhou/server/services.ts'

/** Registers the test people that have an account from the start. Running it again changes nothing. */
export async function seedTestPeople(services: Services): Promise<void> {
  for (const person of testPeople) {
    if (person.account) await openTestAccount(services, person)
    if (person.key === INVITED) await inviteTestPerson(services, person)
  }
}

/** The test person with an invitation: flow branch 1, where the limit is granted at submission. */
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

const agreed = ['register-agreement', 'privacy']
const origin = {
  ip: '127.0.0.1',
  userAgent: 'desk',
  deviceId: undefined,
  channel: '000000000004',
  linkChannel: '000000000004',
  uriId: undefined,
  subChannel: undefined,
  applyNo: undefined,
  deviceKeys: {},
}

const hashes = new Map<string, Promise<string>>()

/** A process may seed many databases, as tests do, and a hash takes a third of a second of a core. */
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password)
  if (known) return known
  const hash = hashPassword(password)
  hash.then(
    () => hashes.set(password, hash),
    () => {},
  )
  return hash
}

/**
 * Registers a test person with their password and linked apps. Running it again changes nothing.
 */
export async function openTestAccount(services: Services, person: TestPerson): Promise<CustomerNo> {
  assert(services.mode === 'sandbox', `test account ${person.key}: not in sandbox mode`)
  return services.database.inTransaction(async (tx) => {
    const verified = { phone: person.phone, agreed }
    const { customer, isNew } = await customerOfPhone(tx, services, origin, verified)
    const password = person.account?.password
    if (isNew && password !== undefined) {
      await savePassword(tx, { customer, passwordHash: await hashOnce(password) })
    }
    for (const provider of ['wallet', 'messenger'] as const) {
      const user = person[provider]
      if (!user?.isLinked) continue
      await linkAccount(tx, services, { provider, openId: user.openId, customer })
    }
    return customer
  })
}
