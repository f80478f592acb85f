import { Client, Pool } from 'pg'

/** As many loans in one transaction as in a slice of the end of day. */
const LOANS_AT_ONCE = 10_000

/** What a day writes for a loan, and what a plain update of such a row changes. */
const TABLES = {
  ledger_accruals: {
    key: 'customer_no, loan_no, business_date',
    fillfactor: 100,
    change: 'interest_fen = interest_fen + 1',
  },
  loan_balances: {
    key: 'customer_no, loan_no',
    fillfactor: 50,
    change: 'interest_fen = interest_fen + 1, accrued_until = current_date',
  },
} as const

/**
 * The limit of the end of day: copies of the two tables it writes, with the rows of its first day,
 * their keys and nothing else.
 */
export async function copyWrittenRows(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const [table, { key, fillfactor }] of Object.entries(TABLES)) {
      await client.query(
        `CREATE TABLE plain_${table} WITH (fillfactor = ${fillfactor}) AS
         SELECT * FROM ${table} ORDER BY ${key}`,
      )
      await client.query(`ALTER TABLE plain_${table} ADD PRIMARY KEY (${key})`)
      await client.query(`VACUUM (ANALYZE) plain_${table}`)
    }
  } finally {
    await client.end()
  }
}

/** Updates each copied row once, in transactions of both rows of some loans. */
export async function updateWrittenRows(url: string, connections: number): Promise<void> {
  const pool = new Pool({ connectionString: url, max: connections })
  // A connection that is still closing when the server stops gets an error, which is expected.
  pool.on('error', () => {})
  try {
    const { rows: slices } = await pool.query<Slice>(SLICES, [LOANS_AT_ONCE])
    const waiting = slices.values()
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const slice of waiting) await updateSlice(pool, slice)
      }),
    )
  } finally {
    await pool.end()
  }
}

type Slice = { readonly first: string; readonly last: string }

const SLICES = `
  SELECT min(customer_no) AS first, max(customer_no) AS last
    FROM (SELECT customer_no, row_number() OVER (ORDER BY customer_no) / $1 AS slice
            FROM plain_loan_balances) AS numbered
   GROUP BY slice`

async function updateSlice(pool: Pool, { first, last }: Slice): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const [table, { change }] of Object.entries(TABLES)) {
      await client.query(
        `UPDATE plain_${table} SET ${change} WHERE customer_no BETWEEN $1 AND $2`,
        [first, last],
      )
    }
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
