import { tidyName } from '@qingzhou/domain/people/person-name'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import { employerSearch, type Employee } from './employee.ts'

type Deps = Pick<Services, 'vault'>

export type NewEmployee = Employee & {
  readonly nameNo: string
  readonly addedBy: string
  readonly addedAt: Date
}

/** A roster entry; `addedOrder` grows with each insert. */
export type EmployeeRecord = NewEmployee & { readonly addedOrder: bigint }

/** Inserts entries; returns how many were new. */
export async function insertEmployees(
  tx: Transaction,
  { vault }: Deps,
  names: readonly NewEmployee[],
): Promise<number> {
  const [row] = await tx.query<{ added: bigint }>(INSERT_SQL, [
    names.map(({ nameNo }) => nameNo),
    names.map(({ idNumber }) => vault.index('idNumber', idNumber)),
    names.map(({ name }) => vault.index('name', name)),
    names.map(({ mobile }) => vault.index('phone', mobile)),
    names.map(({ nameNo, idNumber }) =>
      vault.seal(idNumber, placeIn('employee_roster', nameNo)('id_number_sealed')),
    ),
    names.map(({ nameNo, name }) =>
      vault.seal(name, placeIn('employee_roster', nameNo)('name_sealed')),
    ),
    names.map(({ nameNo, mobile }) =>
      vault.seal(mobile, placeIn('employee_roster', nameNo)('mobile_sealed')),
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
    INSERT INTO employee_roster (entry_no, id_index, name_index, mobile_index, id_number_sealed,
                             name_sealed, mobile_sealed, employer, employer_search, added_by, added_at)
    SELECT * FROM unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[],
                         $7::bytea[], $8::text[], $9::text[], $10::text[], $11::timestamptz[])
    ON CONFLICT (id_index) DO NOTHING
    RETURNING entry_no)
  SELECT count(*) AS added FROM added`

/** Deletes an entry; returns whether it existed. */
export async function deleteEmployee(tx: Transaction, nameNo: string): Promise<boolean> {
  const rows = await tx.query<{ entry_no: string }>(
    `DELETE FROM employee_roster WHERE entry_no = $1 RETURNING entry_no`,
    [nameNo],
  )
  return rows.length > 0
}

/**
 * Whether the ID number of a customer is on the roster. Both tables have its blind index, so the
 * identity card is not opened.
 */
export async function isOnRoster(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const rows = await db.query<{ entry_no: string }>(
    `SELECT entry_no FROM identities JOIN employee_roster ON id_index = number_index
      WHERE customer_no = $1 AND released_at IS NULL`,
    [customer],
  )
  return rows.length > 0
}

/** The search text; undefined matches every entry. */
export type Search = string | undefined

/**
 * Parameters $1 to $4. A name, ID number or phone must match completely; an employer by its
 * beginning.
 */
const MATCHES = `($1::bytea IS NULL OR id_index = $1 OR name_index = $2
  OR mobile_index = $3 OR employer_search LIKE $4)`

export async function countEmployees(db: Queryable, deps: Deps, search: Search): Promise<number> {
  const [row] = await db.query<{ total: bigint }>(
    `SELECT count(*) AS total FROM employee_roster WHERE ${MATCHES}`,
    searchParametersOf(deps, search),
  )
  return Number(row?.total ?? 0n)
}

/** Newest first, after a given entry or from an offset. */
export async function findEmployees(
  db: Queryable,
  deps: Deps,
  page: {
    readonly search: Search
    readonly before?: bigint | undefined
    readonly from?: number
    readonly count: number
  },
): Promise<EmployeeRecord[]> {
  const { search, before, from = 0, count } = page
  const rows = await db.query<Row>(
    `SELECT entry_no, name_sealed, id_number_sealed, mobile_sealed,
            employer, added_by, business_moment(added_at) AS added_at, added_order
       FROM employee_roster
      WHERE ${MATCHES} AND ($5::bigint IS NULL OR added_order < $5)
      ORDER BY added_order DESC LIMIT $6 OFFSET $7`,
    [...searchParametersOf(deps, search), before, count, from],
  )
  return rows.map((row) => nameOf(row, deps))
}

function searchParametersOf({ vault }: Deps, search: Search): unknown[] {
  const sought = search?.trim()
  if (sought === undefined || sought === '') return [null, null, null, null]
  return [
    vault.index('idNumber', sought.toUpperCase()),
    vault.index('name', tidyName(sought)),
    vault.index('phone', sought.replaceAll(/[\s-]/g, '')),
    `${escapeLike(employerSearch(sought))}%`,
  ]
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

type Row = {
  entry_no: string
  name_sealed: Buffer
  id_number_sealed: Buffer
  mobile_sealed: Buffer
  employer: string
  added_by: string
  added_at: Date
  added_order: bigint
}

function nameOf(row: Row, { vault }: Deps): EmployeeRecord {
  const place = placeIn('employee_roster', row.entry_no)
  return {
    nameNo: row.entry_no,
    name: vault.open(row.name_sealed, place('name_sealed')),
    idNumber: vault.open(row.id_number_sealed, place('id_number_sealed')),
    mobile: vault.open(row.mobile_sealed, place('mobile_sealed')),
    employer: row.employer,
    addedBy: row.added_by,
    addedAt: row.added_at,
    addedOrder: row.added_order,
  }
}
