import { timingSafeEqual } from 'node:crypto'
import { tidyName } from '@qingzhou/domain/people/person-name'
import type { CustomerNo } from '#platform/customer-no.ts'
import {
  giveBackAttempt,
  takeAttempt,
  triedTooOften,
} from '#features/identity/daily-attempt-store.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findCard } from './id-card-store.ts'
import { saveIdentityMatch, type Match } from './match-store.ts'

type Named = { readonly name: string; readonly no: string }

/** What a match is asked for; one that is for nothing is told and forgotten. */
type AskedFor = {
  readonly purpose?: Match['purpose'] | undefined
  readonly businessNo?: string | undefined
}

/** Whether a name and an ID number belong together, by the register's word. */
export async function verifyIdNumber(
  services: Services,
  customer: CustomerNo,
  { name, no }: Named,
): Promise<{ matches: boolean }> {
  return { matches: await isInRegister(services, customer, { name: tidyName(name), idNumber: no }) }
}

/**
 * Asks the register, a few times a day: it would tell anybody about anybody. An answer that it could
 * not give is not counted.
 */
export async function isInRegister(
  services: Services,
  customer: CustomerNo,
  person: { readonly name: string; readonly idNumber: string },
): Promise<boolean> {
  const { database, providers, log } = services
  const day = services.today()
  const left = await takeAttempt(database, services, { customer, kind: 'idCheck' })
  if (left === undefined) throw triedTooOften(services)

  const result = await providers.idCheck.verify(person).catch((cause: unknown) => {
    log.warn('id-check.no-answer', { reason: faultIn(cause) })
    return 'unknown' as const
  })
  if (result !== 'unknown') return result === 'match'
  await giveBackAttempt(database, { customer, kind: 'idCheck', day })
  throw new Refused({ kind: 'outside-unavailable' })
}

/**
 * Whether somebody is the customer whose phone this is. With no card on file it is the same work and
 * the same answer as for a wrong name.
 */
export async function matchCustomer(
  services: Services,
  customer: CustomerNo,
  { name, no, purpose, businessNo }: Named & AskedFor,
): Promise<{ matches: boolean }> {
  const { database, vault } = services
  const left = await takeAttempt(database, services, { customer, kind: 'match' })
  if (left === undefined) throw triedTooOften(services)

  const card = await findCard(database, services, customer)
  const indexOf = (person: string) => vault.index('idNumber', person)
  const given = indexOf(`${no} ${tidyName(name)}`)
  const matches = timingSafeEqual(given, indexOf(`${card?.idNumber} ${card?.name}`))
  if (matches && card && purpose && businessNo) {
    await saveIdentityMatch(database, services, { customer, purpose, businessNo })
  }
  return { matches }
}
