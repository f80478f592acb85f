import type { Queryable } from '@qingzhou/platform/database/database'
import { instalmentFields, termFields } from '#loans/loan-fields.ts'

type LoanField =
  | { readonly field: (typeof termFields)[number]; readonly n?: undefined }
  | { readonly field: (typeof instalmentFields)[number]; readonly n: number }

/**
 * Changes one field of the terms, or of instalment `n`, in the row of a loan. The whole value is
 * written: Citus does not change a single field.
 */
export async function changeLoanField(
  db: Queryable,
  loanNo: string,
  { field, n, to }: LoanField & { readonly to: (value: string) => string },
): Promise<void> {
  const column = n === undefined ? 'terms' : `instalments[${n}]`
  const names: readonly string[] = n === undefined ? termFields : instalmentFields
  const [row] = await db.query<{ value: string }>(
    `SELECT (${column})::text AS value FROM loans WHERE loan_no = $1`,
    [loanNo],
  )
  if (!row) throw new Error(`loan ${loanNo} not found`)
  const values = row.value.slice(1, -1).split(',')
  const changed = values.map((value, index) => (names[index] === field ? to(value) : value))
  await db.query(`UPDATE loans SET ${column} = $2 WHERE loan_no = $1`, [
    loanNo,
    `(${changed.join(',')})`,
  ])
}
