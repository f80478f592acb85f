import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '@qingzhou/platform/clock'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

export type Way = 'bothPhones' | 'identity'

export type PhoneChange = {
  readonly changeNo: string
  readonly way: Way
  readonly oldPhone: string
  readonly newPhone: string
}

type Deps = Pick<Services, 'vault' | 'now'>
type Key = { readonly customer: CustomerNo; readonly changeNo: string }

/**
 * Creates a phone change and abandons an earlier open one. The caller must have locked the
 * customer.
 */
export async function insertPhoneChange(
  tx: Transaction,
  { vault, now }: Deps,
  begun: Omit<PhoneChange, 'changeNo'> & { readonly customer: CustomerNo },
): Promise<PhoneChange> {
  const { customer, way, oldPhone, newPhone } = begun
  const changeNo = newNo()
  const place = placeIn('phone_changes', customer, changeNo)
  await tx.query(
    `UPDATE phone_changes SET state = 'dropped' WHERE customer_no = $1 AND state = 'open'`,
    [customer],
  )
  await tx.query(
    `INSERT INTO phone_changes
       (customer_no, change_no, method, old_phone_sealed, new_phone_sealed, started_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      customer,
      changeNo,
      way,
      vault.seal(oldPhone, place('old_phone_sealed')),
      vault.seal(newPhone, place('new_phone_sealed')),
      now(),
    ],
  )
  return { changeNo, way, oldPhone, newPhone }
}

/**
 * Finds a change that can still be finished, by its number if one is given: within its minutes, or as
 * long as a person's review of the face keeps it open.
 */
export async function findOpenChange(
  db: Queryable,
  { vault, now }: Deps,
  { customer, changeNo }: { readonly customer: CustomerNo; readonly changeNo?: string | undefined },
): Promise<PhoneChange | undefined> {
  const [row] = await db.query<{
    change_no: string
    way: Way
    old_phone_sealed: Buffer
    new_phone_sealed: Buffer
  }>(
    `SELECT change_no, method AS way, old_phone_sealed, new_phone_sealed FROM phone_changes
      WHERE customer_no = $1 AND change_no = coalesce($2, change_no) AND state = 'open'
        AND (started_at > $3 OR EXISTS (
              SELECT FROM face_sessions AS face
               WHERE face.customer_no = phone_changes.customer_no AND purpose = 'phone'
                 AND business_no = change_no AND held_until > $4))`,
    [customer, changeNo, minutesAfter(now(), -product.phoneChange.minutes), now()],
  )
  if (!row) return undefined
  const place = placeIn('phone_changes', customer, row.change_no)
  return {
    changeNo: row.change_no,
    way: row.way,
    oldPhone: vault.open(row.old_phone_sealed, place('old_phone_sealed')),
    newPhone: vault.open(row.new_phone_sealed, place('new_phone_sealed')),
  }
}

/** Changes how an open change is verified. */
export async function setWay(
  db: Queryable,
  { customer, changeNo, way }: Key & { readonly way: Way },
): Promise<void> {
  await db.query(
    `UPDATE phone_changes SET method = $3
      WHERE customer_no = $1 AND change_no = $2 AND state = 'open'`,
    [customer, changeNo, way],
  )
}

export async function setDone(
  tx: Transaction,
  { now }: Pick<Deps, 'now'>,
  { customer, changeNo }: Key,
): Promise<void> {
  await tx.query(
    `UPDATE phone_changes SET state = 'done', done_at = $3
      WHERE customer_no = $1 AND change_no = $2`,
    [customer, changeNo, now()],
  )
}
