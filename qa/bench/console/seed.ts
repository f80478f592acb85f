import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { quoteName } from '@qingzhou/tools/backup/schema.ts'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  CUSTOMERS_MAX,
  PROPOSAL,
  replaceIdentifiers,
  replaceIndexes,
  replacePerson,
  type Person,
} from './identifiers.ts'
import { cellsOf, type Cell, type Column, type Table } from './template-rows.ts'

export type Template = { readonly customer: string; readonly person: Person }
export type Seed = {
  readonly customers: number
  readonly usual: readonly Template[]
  readonly waiting: readonly Template[]
}

/** One customer in so many has something in a queue. */
const ONE_WAITS_IN = 500
const CUSTOMERS_AT_ONCE = 200
const CONNECTIONS = 2
/** What happened to the templates happened to the others up to so much earlier. */
const SHIFT_MIN_MS = 86_400_000
const SHIFT_RANGE_MS = 5 * 86_400_000

/** Rows that are not repeated: work that workers would do, and what no call of the console reads. */
const ROWS = {
  tasks: 'dead_at IS NOT NULL',
  ledger_accruals: 'business_date > (SELECT business_date FROM business_date) - 2',
  audit_log: "act <> 'confirm-transfer'",
  consents: "page_name = 'privacy'",
  outbox: "kind <> 'repaid'",
  signed_agreements: "code = 'cost-sheet'",
  bank_transfers: 'false',
  seen_bodies: 'false',
  rate_limits: 'false',
  staff_log: 'false',
  uploads: 'false',
  file_links: 'false',
} as const satisfies Record<string, string>

/** Fills a database with customers like the templates in it, three loans each. */
export async function seedCustomers(
  url: string,
  vault: Vault,
  { customers, usual, waiting }: Seed,
): Promise<void> {
  if (customers > CUSTOMERS_MAX) throw new Error(`at most ${CUSTOMERS_MAX} customers`)
  const client = await connectForSeed(url)
  const tables = await readTables(client)
  const known = [...usual, ...waiting]
  const copiers = new Map(known.map((one) => [one, copierOf(tables, vault, { one, known })]))
  const of = (list: readonly Template[], at: number) => {
    const template = list[at % list.length]
    const copier = template && copiers.get(template)
    if (!copier) throw new Error('no template')
    return copier
  }
  const others = Array.from({ length: CONNECTIONS - 1 }, () => connectForSeed(url))
  const clients = [client, ...(await Promise.all(others))]
  const running = clients.map(() => Promise.resolve())
  try {
    for (let first = 1; first <= customers; first += CUSTOMERS_AT_ONCE) {
      const lane = Math.floor(first / CUSTOMERS_AT_ONCE) % CONNECTIONS
      const mine = clients[lane] ?? client
      await running[lane]
      const lines = new Map<string, string[]>()
      const last = Math.min(first + CUSTOMERS_AT_ONCE - 1, customers)
      for (let one = first; one <= last; one += 1) {
        const isWaiting = one % ONE_WAITS_IN === 0
        const copier = isWaiting ? of(waiting, one / ONE_WAITS_IN) : of(usual, one)
        copier(one, lines)
      }
      running[lane] = copyLines(mine, tables, lines)
    }
    await Promise.all(running)
  } finally {
    await Promise.all(clients.map((one) => one.end()))
  }
}

async function connectForSeed(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // The rows were checked when the product wrote the templates.
  await client.query('SET session_replication_role = replica')
  await client.query(`SET timezone = 'UTC'`)
  return client
}

async function readTables(client: Client): Promise<Table[]> {
  const { rows: columns } = await client.query<Column & { table: string }>(
    `SELECT class.relname AS "table", attname AS name, typname AS type,
            attidentity <> '' AS "isIdentity"
       FROM pg_class AS class JOIN pg_attribute ON attrelid = class.oid
       JOIN pg_type ON pg_type.oid = atttypid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY class.relname, attnum`,
  )
  const conditions: Readonly<Record<string, string>> = ROWS
  const tables: Table[] = []
  for (const name of new Set(columns.map(({ table }) => table))) {
    const own = columns.filter(({ table }) => table === name)
    const list = own.map((column) => `${quoteName(column.name)}::text`).join(', ')
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${list} FROM ${quoteName(name)} WHERE ${conditions[name] ?? 'true'}`,
      rowMode: 'array',
    })
    tables.push({ name, columns: own, rows })
  }
  return tables
}

type Copier = (one: number, lines: Map<string, string[]>) => void

/** Writes all rows of one template for another customer. */
function copierOf(
  tables: readonly Table[],
  vault: Vault,
  {
    one: { customer, person },
    known,
  }: { readonly one: Template; readonly known: readonly Template[] },
): Copier {
  const others = known.flatMap((other) => (other.customer === customer ? [] : [other.customer]))
  const { rows, identifiers } = rowsOf(tables, customer, others)
  const texts = new Map([...replaceIdentifiers(identifiers), ...replacePerson(person)])
  const replacing = { vault, texts, indexes: replaceIndexes(vault, person) }
  const written = rows.map(({ table, row }): { name: string; cells: Cell[] } => {
    return { name: table.name, cells: cellsOf(table, row, replacing) }
  })
  return (one, lines) => {
    const shiftMs = SHIFT_MIN_MS + ((one * 7_919_003) % SHIFT_RANGE_MS)
    for (const { name, cells } of written) {
      let line = ''
      for (const cell of cells) line += line === '' ? cell(one, shiftMs) : `\t${cell(one, shiftMs)}`
      const list = lines.get(name)
      if (list) list.push(`${line}\n`)
      else lines.set(name, [`${line}\n`])
    }
  }
}

const IDENTIFIER = /^(?=.*\d)[\w-]{12,80}$/

/** The rows of a customer, and those that one of their identifiers leads to. */
function rowsOf(tables: readonly Table[], customer: string, others: readonly string[]) {
  const foreign = new Set(
    tables.flatMap((table) =>
      table.rows
        .filter((row) => row.some((value) => value !== null && others.includes(value)))
        .flatMap((row) => identifiersIn(table, row)),
    ),
  )
  const identifiers = new Set([customer])
  const own = new Set<readonly (string | null)[]>()
  for (let before = -1; before !== own.size;) {
    before = own.size
    for (const table of tables) {
      for (const row of table.rows) {
        if (own.has(row) || !row.some((value) => value !== null && identifiers.has(value))) continue
        if (row.some((value) => value !== null && others.includes(value))) continue
        own.add(row)
        for (const text of identifiersIn(table, row)) if (!foreign.has(text)) identifiers.add(text)
      }
    }
  }
  const rows = tables.flatMap((table) =>
    table.rows.filter((row) => own.has(row)).map((row) => ({ table, row })),
  )
  return { rows, identifiers }
}

/** What identifies a row: not staff, who are the same for all customers. */
function identifiersIn({ columns }: Table, row: readonly (string | null)[]): string[] {
  return row.flatMap((value, at) => {
    const column = columns[at]
    const isOne = column?.type === 'text' && /_no$|_id$|^reference$|_digest$/.test(column.name)
    return isOne && value !== null && (IDENTIFIER.test(value) || PROPOSAL.test(value))
      ? [value]
      : []
  })
}

async function copyLines(
  client: Client,
  tables: readonly Table[],
  lines: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const { name, columns } of tables) {
    const own = lines.get(name)
    if (!own) continue
    const list = columns.map((column) => quoteName(column.name)).join(', ')
    const copy = client.query(copyFrom(`COPY ${quoteName(name)} (${list}) FROM STDIN`))
    await pipeline(Readable.from([own.join('')]), copy)
  }
}
