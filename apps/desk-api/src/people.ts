import { pages } from '@qingzhou/contract/pages'
import { openTestAccount } from '@qingzhou/simulator/seed/test-people.ts'
import { testPeople, type TestPerson } from '@qingzhou/provider-api/test-people'
import { issueLinkToken } from '@qingzhou/server/features/onboarding/index.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'
import { customersAmong, expireLinkToken } from './desk-store.ts'
import { requiredText, textField } from './fields.ts'

const BROWSER_CHANNEL = '000000000004'

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

  const query = new URLSearchParams({
    token,
    mobile: person.phone,
    extendChannelCode: textField(input, 'channel') ?? BROWSER_CHANNEL,
  })
  const uriId = textField(input, 'uriId')
  if (uriId !== undefined) query.set('uriId', uriId)
  const path = landingPath(textField(input, 'path') ?? pages.landing)
  return { url: `/?${query.toString()}#${path}`, linkToken: token, expiresAt }
}

/** Expires a sign-in link. */
export async function expireLink(
  services: Services,
  input: unknown,
): Promise<Record<string, never>> {
  await expireLinkToken(services, requiredText(input, 'linkToken'))
  return {}
}

export function personOf(phone: string): TestPerson {
  const person = testPeople.find((one) => one.phone === phone)
  if (!person) throw new Refused({ kind: 'field-invalid', message: '没有这位测试人物' })
  return person
}

function landingPath(path: string): string {
  if (/^\/[\w/]{1,60}$/.test(path) && !path.startsWith('//')) return path
  throw new Refused({ kind: 'field-invalid', message: '页面路径格式不正确' })
}
