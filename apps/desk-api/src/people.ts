import { openTestAccount } from './seed/test-people.ts'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import {
  expireLinkToken,
  isAppPath,
  issueLinkToken,
  linkInto,
} from '@qingzhou/server/features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '@qingzhou/server/services.ts'
import { customersAmong, endCodeWaits } from './desk-store.ts'
import { requiredText, textField } from './fields.ts'

type PersonOnDesk = Pick<TestPerson, 'phone' | 'name' | 'idNumber' | 'outcome'> & {
  readonly isCustomer: boolean
}

/** The test people, and which of them are customers. */
export async function people(services: Services): Promise<{ people: readonly PersonOnDesk[] }> {
  const phones = testPeople.map(({ phone }) => phone)
  const customers = await customersAmong(services, phones)
  return {
    people: testPeople.map(({ phone, name, idNumber, outcome }) => ({
      phone,
      name,
      idNumber,
      outcome,
      isCustomer: customers.has(phone),
    })),
  }
}

/** Creates a link that signs a test person in, as in a partner's page or an SMS. */
export async function newSignInLink(
  services: Services,
  input: unknown,
): Promise<{ url: string; linkToken: string; expiresAt: Date }> {
  const person = personOf(requiredText(input, 'phone'))
  const customer = await openTestAccount(services, person)
  const { token, expiresAt } = await issueLinkToken(services, { customer, phone: person.phone })

  const url = linkInto({
    path: landingPath(textField(input, 'path')),
    channel: textField(input, 'channel'),
    uriId: textField(input, 'uriId'),
    more: { token, mobile: person.phone },
  })
  return { url, linkToken: token, expiresAt }
}

/** Expires a sign-in link. */
export async function expireLink(
  services: Services,
  input: unknown,
): Promise<Record<string, never>> {
  await expireLinkToken(services.database, services, requiredText(input, 'linkToken'))
  return {}
}

/** Ends the wait for the next code of a test person. */
export async function endWaits(services: Services, input: unknown): Promise<Record<string, never>> {
  await endCodeWaits(services, requiredText(input, 'phone'))
  return {}
}

export function personOf(phone: string): TestPerson {
  const person = testPeople.find((one) => one.phone === phone)
  if (!person) throw new Refused({ kind: 'field-invalid', message: '没有这位测试人物' })
  return person
}

function landingPath(path: string | undefined): string | undefined {
  if (path === undefined || isAppPath(path)) return path
  throw new Refused({ kind: 'field-invalid', message: '页面路径格式不正确' })
}
