import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { keptUntil } from '@qingzhou/domain/credit/retention'
import { lockCustomerBooks } from '#lending/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import {
  customersPast,
  eraseRows,
  insertErasure,
  lastBusinessOf,
  lockPhone,
  saveKeptUntil,
} from './erasure-store.ts'

/** A slice takes some seconds at most; the next one is a task of its own. */
const CUSTOMERS_PER_SLICE = 100

/**
 * Forgets customers whose term is over, slice by slice, each in a transaction of their own. Killed
 * anywhere and run again, it goes on with whom it finds. Who cannot be erased holds nobody else up,
 * and is tried again the next day.
 */
export async function eraseDay(
  services: Services,
  { date, after }: { readonly date: LocalDate; readonly after: string },
): Promise<void> {
  const { database, tasks } = services
  // Books that have moved on have a run of their own.
  if ((await services.businessDate()) !== date) return
  const customers = await customersPast(database, { date, after, count: CUSTOMERS_PER_SLICE })
  for (const customer of customers) {
    await lookAt(services, { customer, date }).catch((error: unknown) =>
      services.log.error('erasure.failed', {}, error),
    )
  }
  const last = customers.at(-1)
  if (last === undefined) return
  const payload = { date, afterCustomer: last }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'erase-day', payload, key: date }))
}

/** Looks how long somebody has to be kept, as of now; and whom no longer, erases. */
async function lookAt(
  services: Services,
  { customer, date }: { readonly customer: CustomerNo; readonly date: LocalDate },
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const phone = await lockPhone(tx, services, { customer, date })
    if (phone === undefined) return
    await lockCustomerBooks(tx, customer)
    const until = keptUntil((await lastBusinessOf(tx, services, customer)) ?? date)
    if (until >= date) return saveKeptUntil(tx, { customer, until })
    await eraseCustomer(tx, services, { customer, phone })
  })
}

type Erased = { readonly customer: CustomerNo; readonly phone: string }

/** Forgets who a customer was. What the books need stays, under a number that nobody has any more. */
async function eraseCustomer(
  tx: Transaction,
  services: Services,
  { customer, phone }: Erased,
): Promise<void> {
  const phoneIndex = services.vault.index('phone', phone)
  await insertErasure(tx, services, customer)
  await services.files.releaseAllOf(tx, customer)
  await eraseRows(tx, { customer, phoneIndex })
}
