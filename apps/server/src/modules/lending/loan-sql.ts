import {
  changing,
  changingOfInstalment,
  ofInstalment,
  signed,
  type InstalmentColumn,
} from './loan-columns.ts'

const SIGNED = namesOf(signed)
const INSTALMENT = namesOf(ofInstalment)

// An array of days comes as text, since the driver would make moments of it.
const LOAN = `${SIGNED}, joined_into, annual_rate_ppm, accrual_since, accrual_microfen,
  delayed_on::text[] AS delayed_on, limit_held_fen, booked_until`

const loanPlaces = [...signed, ...changing].map((_, index) => `$${index + 3}`)

/** The statements about loans: columns are named once and used by all of them. */
export const loanSql = {
  readAll: `SELECT ${LOAN} FROM loans WHERE customer_no = $1 ORDER BY loan_no`,
  readAllInstalments: `
    SELECT loan_no, ${INSTALMENT} FROM instalments WHERE customer_no = $1 ORDER BY loan_no, n`,
  lock: `SELECT ${LOAN} FROM loans WHERE customer_no = $1 AND loan_no = $2 FOR UPDATE`,
  readInstalments: `
    SELECT loan_no, ${INSTALMENT} FROM instalments
     WHERE customer_no = $1 AND loan_no = $2 ORDER BY n`,
  insert: `
    INSERT INTO loans (customer_no, opened_at, ${SIGNED}, ${namesOf(changing)})
    VALUES ($1, $2, ${loanPlaces.join(', ')})`,
  insertInstalments: (columns: readonly InstalmentColumn[]) => `
    INSERT INTO instalments (customer_no, loan_no, ${namesOf(columns)})
    SELECT $1, $2, * FROM unnest(${arraysOf(columns)})`,
  update: `
    UPDATE loans SET ${changing.map(({ name }, index) => `${name} = $${index + 3}`).join(', ')}
     WHERE customer_no = $1 AND loan_no = $2`,
  updateInstalments: `
    UPDATE instalments AS kept
       SET ${changingOfInstalment.map(({ name }) => `${name} = new.${name}`).join(', ')}
      FROM unnest(${arraysOf(ofInstalment)}) AS new (${INSTALMENT})
     WHERE kept.customer_no = $1 AND kept.loan_no = $2 AND kept.n = new.n`,
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(', ')
}

function arraysOf(columns: readonly InstalmentColumn[]): string {
  return columns.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ')
}
