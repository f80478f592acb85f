import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type Api } from '@qingzhou/server/testing/client.ts'
import { Client } from 'pg'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { end, launchProduct } from '@qingzhou/tools/product/product-process.ts'
import { sendRequest } from '#several-servers/over-http.ts'
import { percentile } from '../bills.ts'
import type { Row } from '../row.ts'
import { cardNumberOf, idNumberOf, nameOf, phoneOf } from './identifiers.ts'
import { seedFolder, type Session } from './lender.ts'
import { consoleLists } from './lists.ts'

const SIZES = [10_000, 100_000]
const FULL_SIZES = [...SIZES, 1_000_000]
const CALLS = 120
/** A server compiles its most used functions in the first calls. */
const WARM_UP = 20
const GOALS = { find: 50, list: 150, page: 200 }

/**
 * What a member of staff waits for at the console, among lenders of different sizes: the server as a
 * process of its own, called over HTTP by one member who is signed in, one request group at a time.
 */
export async function benchConsole({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const rows: Row[] = []
  const smallest = new Map<string, number>()
  for (const size of isFull ? FULL_SIZES : SIZES) {
    for (const { what, goal, times } of await measureLender(size)) {
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
      const first = smallest.get(what)
      if (first === undefined) smallest.set(what, p50)
      rows.push({
        what: `${size.toLocaleString('en')}: ${what}, p99, ms`,
        value: p99.toFixed(1),
        beside:
          `p50 ${p50.toFixed(1)}` +
          (first === undefined ? '' : `, ${(p50 / first).toFixed(2)} of that among ${SIZES[0]}`),
        goal: { measured: p99, atMost: goal },
      })
    }
  }
  return rows
}

type Measurement = {
  readonly what: string
  readonly goal: number
  readonly times: readonly number[]
}

async function measureLender(customers: number): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  try {
    const session = await seedFolder(directory, customers, console.error)
    return await measureFolder(directory, customers, session)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Measures the calls on a folder that `seedFolder` has filled. */
async function measureFolder(
  directory: string,
  customers: number,
  session: Session,
): Promise<Measurement[]> {
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), fsync: true })
  const numbers = await readNumbers(postgres.url)
  const product = await launchProduct({
    directory,
    port: await freePort(),
    settings: { DATABASE_URL: postgres.url },
  })
  try {
    const api = apiOver(product.address, session)
    const any = () => 1 + Math.floor(Math.random() * customers)
    return await measureCalls(api, numbers, any)
  } finally {
    await end(product.process, 'SIGTERM')
    await postgres.stop()
  }
}

async function measureCalls(
  api: Api,
  { customers, loans, orders, providers }: Numbers,
  any: () => number,
): Promise<Measurement[]> {
  const find = (number: () => string) => () => api['console-customers'].find({ number: number() })
  const finds = {
    'a phone number': () => phoneOf(any()),
    'an identity number': () => idNumberOf(any()),
    'name and last four digits': () => {
      const one = any()
      return nameOf(one) + phoneOf(one).slice(-4)
    },
    'a card number': () => cardNumberOf(any()),
    'a customer number': () => pick(customers),
    'a loan number': () => pick(loans),
    'an order number': () => pick(orders),
    'a number of a provider': () => pick(providers),
    'a number of nothing': () => `${any()}-of-nothing`,
  }
  const measured: Measurement[] = []
  for (const [name, number] of Object.entries(finds))
    measured.push({ what: `find by ${name}`, goal: GOALS.find, times: await measure(find(number)) })
  for (const { what, act } of await consoleLists(api, () => pick(customers)))
    measured.push({ what, goal: GOALS.list, times: await measure(act) })
  const page = () => openCustomerPage(api, pick(customers))
  const loan = () => api['console-customers'].loan({ loanNo: pick(loans) })
  measured.push(
    { what: 'customer page, all parts at once', goal: GOALS.page, times: await measure(page) },
    { what: 'loan page', goal: GOALS.page, times: await measure(loan) },
  )
  return measured
}

/** The head with all parts of the page, each by its own call, at the same time. */
async function openCustomerPage(api: Api, customer: string): Promise<void> {
  const calls = api['console-customers']
  await Promise.all([
    calls.customer({ customer }),
    calls.credit({ customer }),
    calls.orders({ customer }),
    calls.benefits({ customer }),
    calls.documents({ customer }),
    calls.messages({ customer, pageNo: 1 }),
    calls.access({ customer }),
    calls.timeline({ customer }),
    api['console-proposals'].openOfCustomer({ customer }),
  ])
}

async function measure(act: () => Promise<unknown>): Promise<number[]> {
  for (let call = 0; call < WARM_UP; call += 1) await act()
  const times: number[] = []
  while (times.length < CALLS) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  return times.toSorted((left, right) => left - right)
}

function apiOver(address: string, { secret, token }: Session): Api {
  const client = createClient(
    { inject: (request) => sendRequest(`${new URL(address).origin}${request.url}`, request) },
    { nowMs: Date.now, ip: '127.0.0.1' },
  )
  client.cookies.set('qz_staff', secret)
  client.staffToken = token
  return client.api
}

type Numbers = Readonly<Record<'customers' | 'loans' | 'orders' | 'providers', readonly string[]>>
const SAMPLE = 1_000

/** Numbers from all parts of the tables. */
async function readNumbers(url: string): Promise<Numbers> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const sample = async (sql: string) => {
    const { rows } = await client.query<{ no: string }>(
      `SELECT no FROM (${sql}) AS numbered ORDER BY md5(no) LIMIT ${SAMPLE}`,
    )
    return rows.map(({ no }) => no)
  }
  try {
    return {
      customers: await sample('SELECT customer_no AS no FROM limits TABLESAMPLE SYSTEM (20)'),
      loans: await sample('SELECT loan_no AS no FROM draws TABLESAMPLE SYSTEM (20)'),
      orders: await sample('SELECT order_no AS no FROM payment_orders TABLESAMPLE SYSTEM (20)'),
      providers: await sample('SELECT wire_no AS no FROM wire_orders TABLESAMPLE SYSTEM (20)'),
    }
  } finally {
    await client.end()
  }
}

function pick(from: readonly string[]): string {
  const one = from[Math.floor(Math.random() * from.length)]
  if (one === undefined) throw new Error('nothing to measure with')
  return one
}
