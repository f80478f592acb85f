import { join } from 'node:path'
import type { StaffRole } from '@qingzhou/contract/permissions'
import { sandboxVaultKeys } from '@qingzhou/platform/config/vault-key-settings'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { patient } from '@qingzhou/server/features/identity/testing/applicant.ts'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { Client } from 'pg'
import { FIRST_PROPOSAL } from './identifiers.ts'
import { seedCustomers } from './seed.ts'
import { makeTemplates } from './templates.ts'

/** The session of a member of staff, as a browser has it. */
export type Session = { readonly secret: string; readonly token: string }

const ROLES: readonly StaffRole[] = ['operator', 'reviewer', 'admin']
/** Of each customer the log of staff has so many acts. */
const LOGGED_EACH = 2

/**
 * Makes the data folder of a lender with so many customers, which `npm start` opens with DATA_DIR.
 * Returns the session of a member of staff with all permissions.
 */
export async function seedFolder(
  directory: string,
  customers: number,
  say: (line: string) => void,
): Promise<Session> {
  const vault = createVault(sandboxVaultKeys(directory))
  // Lost with the machine, like the whole folder.
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), fsync: false })
  try {
    await migrate(postgres.url)
    const settings = { ...patient, DATABASE_URL: postgres.url, DATA_DIR: directory }
    const product = await startTestProduct(settings)
    const templates = await makeTemplates(product)
    const { client } = await newStaff(product, ROLES)
    await product.stop()
    const started = performance.now()
    await seedCustomers(postgres.url, vault, { customers, ...templates })
    await finish(postgres.url, customers)
    say(`${customers} customers made in ${Math.round((performance.now() - started) / 1000)} s`)
    return { secret: client.cookies.get('qz_staff') ?? '', token: client.staffToken ?? '' }
  } finally {
    await postgres.stop()
  }
}

/** Fills the chained log of staff, moves the numbers on, and renews the statistics. */
async function finish(url: string, customers: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET session_replication_role = replica')
    await client.query(LOG.replaceAll('$CUSTOMERS', String(customers * LOGGED_EACH)))
    await client.query(SEQUENCES)
    await client.query(`SELECT setval('proposal_numbers', $1)`, [FIRST_PROPOSAL + customers])
    await client.query('RESET session_replication_role')
    await client.query('VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}

const LOG = `
  DO $$
  DECLARE
    entry staff_log;
    head staff_log_head;
    people text[] := (SELECT array_agg(customer_no) FROM (
      SELECT customer_no FROM customers TABLESAMPLE SYSTEM (10) LIMIT 10000) AS sampled);
    members text[] := (SELECT array_agg(staff_no) FROM staff);
    acts text[] := ARRAY['find-customer', 'read-customer', 'list-proposals', 'look-at-home', 'unmask-for'];
  BEGIN
    SELECT * INTO STRICT head FROM staff_log_head;
    FOR one IN 1..$CUSTOMERS LOOP
      entry := ROW (head.log_no + 1, now() - (($CUSTOMERS - one) * interval '1 second'),
        members[1 + one % cardinality(members)], acts[1 + one % cardinality(acts)],
        people[1 + one % cardinality(people)], 'count=1', head.hash, ''::bytea);
      entry.hash := staff_log_hash(entry);
      INSERT INTO staff_log SELECT entry.*;
      head.log_no := entry.log_no;
      head.hash := entry.hash;
    END LOOP;
    UPDATE staff_log_head SET log_no = head.log_no, hash = head.hash;
  END $$`

/** Rows were written with their numbers, so the next numbers follow them. */
const SEQUENCES = `
  DO $$
  DECLARE
    numbered record;
    highest bigint;
  BEGIN
    FOR numbered IN
      SELECT attrelid::regclass AS name, attname AS part,
             pg_get_serial_sequence(attrelid::regclass::text, attname) AS counter
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE attidentity <> '' AND relkind = 'r' AND relnamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('SELECT max(%I) FROM %s', numbered.part, numbered.name) INTO highest;
      IF highest IS NOT NULL THEN PERFORM setval(numbered.counter, highest); END IF;
    END LOOP;
  END $$`
