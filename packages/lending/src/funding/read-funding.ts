import {
  isAskedFor,
  OWN_FUNDS,
  type DrawnAmount,
  type Funding,
} from '@qingzhou/domain/funding/choose-partners'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { readExposures } from './loan-partner-store.ts'
import { lockPartners, readPartnerRows } from './partner-row-store.ts'

type OfDraw = { readonly customer: CustomerNo; readonly drawn: DrawnAmount }

/** What the partners of a draw depend on. */
export async function readFunding(db: Queryable, { customer, drawn }: OfDraw): Promise<Funding> {
  const rows = await readPartnerRows(db)
  if (!isAskedFor(rows, drawn)) return OWN_FUNDS
  return { rows, exposures: await readExposures(db, customer) }
}

/** The same for a draw that takes part of the limits: until its end, no other draw does. */
export async function lockFunding(tx: Transaction, { customer, drawn }: OfDraw): Promise<Funding> {
  const rows = await readPartnerRows(tx)
  if (!isAskedFor(rows, drawn)) return OWN_FUNDS
  await lockPartners(tx)
  return { rows, exposures: await readExposures(tx, customer) }
}
