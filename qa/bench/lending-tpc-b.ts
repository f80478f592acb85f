import { Client, Pool } from 'pg'

/** At least as many branches as clients, so that clients rarely wait for the same branch. */
const BRANCHES = 32
const TELLERS = 10 * BRANCHES
const ACCOUNTS = 10_000 * BRANCHES

/** The tables of TPC-B, a common database benchmark. */
export async function fillTpcB(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      CREATE SCHEMA tpc_b;
      CREATE TABLE tpc_b.branches (bid integer PRIMARY KEY, bbalance integer) WITH (fillfactor = 50);
      CREATE TABLE tpc_b.tellers (tid integer PRIMARY KEY, tbalance integer) WITH (fillfactor = 50);
      CREATE TABLE tpc_b.accounts (aid integer PRIMARY KEY, abalance integer, filler char(84));
      CREATE TABLE tpc_b.history (tid integer, bid integer, aid integer, delta integer,
                                  mtime timestamptz, filler char(22));
      INSERT INTO tpc_b.branches SELECT one, 0 FROM generate_series(1, ${BRANCHES}) AS one;
      INSERT INTO tpc_b.tellers SELECT one, 0 FROM generate_series(1, ${TELLERS}) AS one;
      INSERT INTO tpc_b.accounts SELECT one, 0, '' FROM generate_series(1, ${ACCOUNTS}) AS one;`)
    await client.query('VACUUM ANALYZE tpc_b.accounts')
  } finally {
    await client.end()
  }
}

export type TpcB = {
  /** As pgbench sends it: statement by statement. */
  transaction(): Promise<void>
  close(): Promise<void>
}

export function createTpcB(url: string, max: number): TpcB {
  const pool = new Pool({ connectionString: url, max })
  // A connection that is still closing when the server stops gets an error, which is expected.
  pool.on('error', () => {})
  return {
    async transaction() {
      const [account, teller, branch, delta] = chooseAccounts()
      const client = await pool.connect()
      try {
        for (const [name, values] of [
          ['begin', []],
          ['account', [delta, account]],
          ['balance', [account]],
          ['teller', [delta, teller]],
          ['branch', [delta, branch]],
          ['history', [teller, branch, account, delta]],
          ['commit', []],
        ] as const) {
          await client.query({ name, text: STEPS[name], values: [...values] })
        }
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

const STEPS = {
  begin: 'BEGIN',
  account: 'UPDATE tpc_b.accounts SET abalance = abalance + $1 WHERE aid = $2',
  balance: 'SELECT abalance FROM tpc_b.accounts WHERE aid = $1',
  teller: 'UPDATE tpc_b.tellers SET tbalance = tbalance + $1 WHERE tid = $2',
  branch: 'UPDATE tpc_b.branches SET bbalance = bbalance + $1 WHERE bid = $2',
  history: 'INSERT INTO tpc_b.history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, now())',
  commit: 'COMMIT',
}

function chooseAccounts(): [account: number, teller: number, branch: number, delta: number] {
  return [any(ACCOUNTS), any(TELLERS), any(BRANCHES), any(9)]
}

function any(count: number): number {
  return 1 + Math.floor(Math.random() * count)
}
