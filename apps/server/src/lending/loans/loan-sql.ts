import { changing, planned, signed } from './loan-columns.ts'

const SIGNED = namesOf(signed)
const CHANGED = namesOf([...changing, ...planned])

// The end of day brings a loan's books further on without touching the loan.
const COLUMNS = `${prefixed([...signed, ...changing, ...planned].filter(isRead))},
  greatest(loans.booked_until, accrued_until) AS booked_until`

const inserted = [...signed, ...changing, ...planned].map((_, index) => `$${index + 3}`)
const updated = [...changing, ...planned].map((_, index) => `$${index + 3}`)

/** The statements about loans: columns are named once and used by all of them. */
export const loanSql = {
  readAll: `
    SELECT ${COLUMNS} FROM loans LEFT JOIN loan_balances USING (customer_no, loan_no)
     WHERE loans.customer_no = $1 ORDER BY loans.loan_no`,
  lock: `
    SELECT ${COLUMNS}
      FROM loans
      JOIN loan_balances ON loan_balances.customer_no = $1 AND loan_balances.loan_no = $2
     WHERE loans.customer_no = $1 AND loans.loan_no = $2
       FOR UPDATE OF loans, loan_balances`,
  insert: `
    INSERT INTO loans (customer_no, opened_at, ${SIGNED}, ${CHANGED})
    VALUES ($1, $2, ${inserted.join(', ')})`,
  update: `
    UPDATE loans SET (${CHANGED}) = (${updated.join(', ')})
     WHERE customer_no = $1 AND loan_no = $2`,
}

/** What follows from the others is for SQL alone. */
function isRead({ name }: { readonly name: string }): boolean {
  return !['is_settled', 'first_open', 'next_due_on', 'booked_until'].includes(name)
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(', ')
}

function prefixed(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `loans.${name}`).join(', ')
}
