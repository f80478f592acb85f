import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { endWalletAgreements } from '#features/cards/index.ts'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { Refused } from '@qingzhou/platform/refused'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import {
  customersPastRetention,
  eraseRows,
  insertErasure,
  lastBusinessDay,
  lockPhone,
  saveKeptUntil,
} from './erasure-store.ts'

/** A slice takes a few seconds at most; the next one is a separate task. */
const CUSTOMERS_PER_SLICE = 100

/**
 * Erases customers whose retention period is over, slice by slice, each in a transaction of its
 * own. Killed at any point and run again, it continues with the remaining ones. A customer whose
 * erasure fails does not block the others and is retried the next day.
 */
export async function eraseDay(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'tasks' | 'now' | 'log' | 'businessDate'
  >,
  { date, after }: { readonly date: LocalDate; readonly after: string },
): Promise<void> {
  const { database, tasks } = services
  // If the business date has moved on, the run of that date covers these customers.
  if ((await services.businessDate()) !== date) return
  const customers = await customersPastRetention(database, {
    date,
    after,
    count: CUSTOMERS_PER_SLICE,
  })
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

/**
 * Recalculates a customer's retention date under lock, and erases the customer if it has passed.
 */
async function lookAt(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'tasks' | 'now'>,
  { customer, date }: { readonly customer: CustomerNo; readonly date: LocalDate },
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const phone = await lockPhone(tx, services, { customer, date })
    if (phone === undefined) return
    await lockCustomerBooks(tx, customer)
    const until = retentionEnd((await lastBusinessDay(tx, services, customer)) ?? date)
    if (until >= date) return saveKeptUntil(tx, { customer, until })
    await eraseCustomer(tx, services, { customer, phone })
  })
}

type EraseDeps = Pick<Services, 'vault' | 'now' | 'files' | 'tasks'>

/**
 * Erases a customer who asks for it, once the retention period is over. Refuses before, with the day
 * until which the law requires the data.
 */
export async function eraseOnRequest(
  tx: Transaction,
  services: EraseDeps,
  erased: ErasedCustomer,
): Promise<void> {
  const { customer } = erased
  await lockCustomerBooks(tx, customer)
  const last = await lastBusinessDay(tx, services, customer)
  const until = last && retentionEnd(last)
  if (until === undefined || until >= (await readBusinessDate(tx))) {
    throw new Refused({ kind: 'data-retained', until })
  }
  await eraseCustomer(tx, services, erased)
}

type ErasedCustomer = { readonly customer: CustomerNo; readonly phone: string }

/**
 * Deletes a customer's personal data. Rows that the books need remain, under a customer number that
 * no longer identifies a person.
 */
async function eraseCustomer(
  tx: Transaction,
  services: EraseDeps,
  { customer, phone }: ErasedCustomer,
): Promise<void> {
  const phoneIndex = services.vault.index('phone', phone)
  await insertErasure(tx, services, customer)
  await services.files.releaseAllOf(tx, customer)
  await eraseRows(tx, { customer, phoneIndex })
  await endWalletAgreements(tx, services, { customer, isTold: false })
}
