import { Client } from 'pg'
import { assertConfirmed, watchCommits } from '#database/confirmed-commits.ts'

/** How to reach the database, read from `DATABASE_URL`. */
export type Connection = {
  /** One connection string per host, in the order in which they are tried. */
  readonly hosts: readonly string[]
  /** Whether read-only hosts (standbys) are skipped. */
  readonly needsWritable: boolean
  /**
   * Off behind a pooler that does not support prepared statements, such as PgBouncer before 1.21.
   */
  readonly hasPreparedStatements: boolean
  /** How long to wait for a connection, if it is said. */
  readonly connectTimeoutMs: number | undefined
}

const FORM = /^(postgres(?:ql)?:\/\/)([^/?#@]*@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/

/**
 * Several hosts are written as in libpq: `postgresql://user@one:5432,two:5432/name`, or in the
 * parameters `host` and `port`. The first host that accepts writes is used.
 */
export function parseConnection(url: string): Connection {
  const [, scheme, login = '', authority = '', path = '', query = ''] = FORM.exec(url) ?? []
  if (scheme === undefined) throw new Error('DATABASE_URL is not a connection string of PostgreSQL')
  const parameters = new URLSearchParams(query)
  const take = (name: string) => {
    const value = parameters.get(name) ?? undefined
    parameters.delete(name)
    return value
  }
  const attributes = take('target_session_attrs')
  const prepared = take('prepared_statements') ?? 'on'
  if (prepared !== 'on' && prepared !== 'off') {
    throw new Error('prepared_statements in DATABASE_URL has to be on or off')
  }
  if (attributes !== undefined && !['any', 'read-write', 'primary'].includes(attributes)) {
    throw new Error(
      `target_session_attrs=${attributes} in DATABASE_URL cannot be used: the product writes, so it has to be read-write, primary or any`,
    )
  }
  const connectSeconds = take('connect_timeout')
  if (connectSeconds !== undefined && !/^[1-9]\d{0,2}$/.test(connectSeconds)) {
    throw new Error('connect_timeout in DATABASE_URL has to be a number of seconds from 1 to 999')
  }
  const places = placesOf(authority, { host: take('host'), port: take('port') })
  const isOne = places.length === 1
  return {
    hosts: places.map(({ authority: place, more }) => {
      const all = new URLSearchParams([...parameters, ...Object.entries(more)])
      return `${scheme}${login}${place}${path}${all.size > 0 ? `?${all}` : ''}`
    }),
    needsWritable: isOne ? attributes !== undefined && attributes !== 'any' : attributes !== 'any',
    hasPreparedStatements: prepared === 'on',
    connectTimeoutMs: connectSeconds === undefined ? undefined : Number(connectSeconds) * 1000,
  }
}

type Place = { readonly authority: string; readonly more: Readonly<Record<string, string>> }

function placesOf(
  authority: string,
  input: { readonly host: string | undefined; readonly port: string | undefined },
): Place[] {
  const port = input.port?.split(',')
  if (input.host === undefined) {
    const parts = authority.split(',')
    return parts.map((part, at) => ({ authority: part, more: portOf(port, at, parts.length) }))
  }
  const parts = input.host.split(',')
  return parts.map((host, at) => ({
    authority,
    more: { host, ...portOf(port, at, parts.length) },
  }))
}

/** One port applies to all hosts. Several must match the number of hosts. */
function portOf(
  ports: readonly string[] | undefined,
  at: number,
  hosts: number,
): { port?: string } {
  if (!ports) return {}
  if (ports.length !== 1 && ports.length !== hosts) {
    throw new Error('DATABASE_URL has another number of ports than of hosts')
  }
  return { port: ports[ports.length === 1 ? 0 : at] ?? '' }
}

/** Whether the server accepts writes: a standby or a read-only server does not. */
export async function isWritable(client: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_writable: boolean }>(
    `SELECT NOT pg_is_in_recovery()
            AND current_setting('default_transaction_read_only') = 'off' AS is_writable`,
  )
  return rows[0]?.is_writable === true
}

/** A reachable host that is read-only. Reported like a refused connection. */
export class ReadOnlyHost extends Error {
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('this host of DATABASE_URL does not accept writes')
    this.name = 'ReadOnlyHost'
  }
}

/**
 * Works on a connection outside the pool. Fails if the synchronous standby has not confirmed a
 * commit of the work.
 */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectClient(url)
  watchCommits(client)
  try {
    const result = await work(client)
    assertConfirmed(client)
    return result
  } finally {
    await client.end()
  }
}

const CONNECT_TIMEOUT_MS = 10_000

/** Connects to the first suitable host. */
async function connectClient(url: string): Promise<Client> {
  const { hosts, needsWritable, connectTimeoutMs = CONNECT_TIMEOUT_MS } = parseConnection(url)
  let failure: unknown
  for (const connectionString of hosts) {
    const client = new Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs })
    // Later errors are reported to the running query.
    client.on('error', () => {})
    try {
      await client.connect()
      if (needsWritable && !(await isWritable(client))) throw new ReadOnlyHost()
      return client
    } catch (error) {
      failure = error
      await client.end().catch(() => {})
    }
  }
  throw failure
}
