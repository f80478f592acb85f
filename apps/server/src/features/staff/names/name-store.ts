import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'
import { employerSearch, type Employee } from './employee.ts'

type Deps = Pick<Services, 'vault'>

export type NewName = Employee & {
  readonly nameNo: string
  readonly addedBy: string
  readonly addedAt: Date
}

/** On the list; the newer it is, the greater its place. */
export type EmployeeRecord = NewName & { readonly addedOrder: bigint }

/** Puts people on the list, and answers how many of them were not on it. */
export async function insertNames(
  tx: Transaction,
  { vault }: Deps,
  names: readonly NewName[],
): Promise<number> {
  const [row] = await tx.query<{ added: bigint }>(INSERT_SQL, [
    names.map(({ nameNo }) => nameNo),
    names.map(({ idNumber }) => vault.index('idNumber', idNumber)),
    names.map(({ name }) => vault.index('name', name)),
    names.map(({ mobile }) => vault.index('phone', mobile)),
    names.map(({ nameNo, idNumber }) =>
      vault.seal(idNumber, placeIn('staff_names', nameNo)('id_number_sealed')),
    ),
    names.map(({ nameNo, name }) =>
      vault.seal(name, placeIn('staff_names', nameNo)('name_sealed')),
    ),
    names.map(({ nameNo, mobile }) =>
      vault.seal(mobile, placeIn('staff_names', nameNo)('mobile_sealed')),
    ),
    names.map(({ employer }) => employer),
    names.map(({ employer }) => employerSearch(employer)),
    names.map(({ addedBy }) => addedBy),
    names.map(({ addedAt }) => addedAt),
  ])
  return Number(row?.added ?? 0n)
}

const INSERT_SQL = `
  WITH added AS (
    INSERT INTO staff_names (name_no, id_index, name_index, mobile_index, id_number_sealed,
                             name_sealed, mobile_sealed, employer, employer_search, added_by, added_at)
    SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[],
                         $7::bytea[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
    ON CONFLICT (id_index) DO NOTHING
    RETURNING name_no)
  SELECT count(*) AS added FROM added`

/** Whether there was such a name. */
export async function deleteName(tx: Transaction, nameNo: string): Promise<boolean> {
  const rows = await tx.query<{ name_no: string }>(
    `DELETE FROM staff_names WHERE name_no = $1 RETURNING name_no`,
    [nameNo],
  )
  return rows.length > 0
}

export async function hasIdNumber(
  db: Queryable,
  { vault }: Deps,
  idNumber: string,
): Promise<boolean> {
  const rows = await db.query<{ name_no: string }>(
    `SELECT name_no FROM staff_names WHERE id_index = $1`,
    [vault.index('idNumber', idNumber)],
  )
  return rows.length > 0
}
