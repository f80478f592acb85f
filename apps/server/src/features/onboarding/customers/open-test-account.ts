import { assert } from '@qingzhou/domain/assert'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import type { CustomerNo } from '#platform/customer-no.ts'
import { linkAccount } from '#features/onboarding/authorisation/linked-account-store.ts'
import { hashPassword } from '#platform/passwords/password.ts'
import type { Services } from '#platform/services.ts'
import { customerOfPhone } from './customer-of-phone.ts'
import { savePassword } from './customer-store.ts'

const agreed = ['register-agreement', 'privacy']
const origin = {
  ip: '127.0.0.1',
  userAgent: 'desk',
  deviceId: undefined,
  channel: '000000000004',
  uriId: undefined,
}

/** Makes a test person a customer, as their story says. Done again, it changes nothing. */
export async function openTestAccount(services: Services, person: TestPerson): Promise<CustomerNo> {
  assert(services.mode === 'sandbox', 'test people exist in the sandbox alone')
  return services.database.inTransaction(async (tx) => {
    const proven = { phone: person.phone, agreed }
    const { customer, isNew } = await customerOfPhone(tx, services, origin, proven)
    const password = person.account?.password
    if (isNew && password !== undefined) {
      await savePassword(tx, { customer, passwordHash: await hashPassword(password) })
    }
    for (const provider of ['wallet', 'messenger'] as const) {
      const user = person[provider]
      if (!user?.isLinked) continue
      await linkAccount(tx, services, { provider, openId: user.openId, customer })
    }
    return customer
  })
}
