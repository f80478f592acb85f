import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { findIdCard } from '#features/identity/index.ts'
import type { Services } from '#services.ts'
import type { Holder } from './event-store.ts'

export async function readHolder(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Holder> {
  const card = await findIdCard(db, deps, customer)
  if (!card) throw new Error(`customer ${customer}: identity card missing`)
  return { name: card.name, idNumber: card.idNumber }
}
