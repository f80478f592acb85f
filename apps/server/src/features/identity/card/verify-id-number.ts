import { timingSafeEqual } from 'node:crypto'
import { tidyName } from '@qingzhou/domain/people/person-name'
import type { CustomerNo } from '@qingzhou/platform/ids'
import {
  returnAttempt,
  takeAttempt,
  tooManyAttempts,
} from '#features/identity/daily-attempt-store.ts'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findCard } from './id-card-store.ts'
import { saveIdentityMatch, type Match } from './identity-store.ts'

type Deps = Pick<Services, 'database' | 'now' | 'providers' | 'log' | 'today'>

type NamedPerson = { readonly name: string; readonly no: string }

/** What a match is for. Without a purpose it is returned but not stored. */
type AskedFor = {
  readonly purpose?: Match['purpose'] | undefined
  readonly businessNo?: string | undefined
}

/** Whether name and ID number belong together according to the register. */
export async function verifyIdNumber(
  services: Deps,
  customer: CustomerNo,
  { name, no }: NamedPerson,
): Promise<{ matches: boolean }> {
  return { matches: await isInRegister(services, customer, { name: tidyName(name), idNumber: no }) }
}

/**
 * Asks the register. Rate limited per day, as it answers about any person. A failed call is not
 * counted.
 */
export async function isInRegister(
  services: Deps,
  customer: CustomerNo,
  person: { readonly name: string; readonly idNumber: string },
): Promise<boolean> {
  const { database, providers, log } = services
  const day = services.today()
  const left = await takeAttempt(database, services, { customer, kind: 'idCheck' })
  if (left === undefined) throw tooManyAttempts(services)

  const result = await providers.idCheck.verify(person).catch((cause: unknown) => {
    log.warn('id-check.no-answer', { reason: faultIn(cause) })
    return 'unknown' as const
  })
  if (result !== 'unknown') return result === 'match'
  await returnAttempt(database, { customer, kind: 'idCheck', day })
  throw new Refused({ kind: 'outside-unavailable' })
}

/**
 * Whether name and ID number are those of the signed-in customer. Without a card on file, it takes
 * the same work and gives the same answer as for a wrong name.
 */
export async function matchCustomer(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today'>,
  customer: CustomerNo,
  { name, no, purpose, businessNo }: NamedPerson & AskedFor,
): Promise<{ matches: boolean }> {
  const { database, vault } = services
  const left = await takeAttempt(database, services, { customer, kind: 'match' })
  if (left === undefined) throw tooManyAttempts(services)

  const card = await findCard(database, services, customer)
  const indexOf = (person: string) => vault.index('idNumber', person)
  const input = indexOf(`${no} ${tidyName(name)}`)
  const matches = timingSafeEqual(input, indexOf(`${card?.idNumber} ${card?.name}`))
  if (matches && card && purpose && businessNo) {
    await saveIdentityMatch(database, services, { customer, purpose, businessNo })
  }
  return { matches }
}
