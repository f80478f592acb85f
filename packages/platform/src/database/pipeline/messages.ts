import type { EventEmitter } from 'node:events'
import driver, { Query, type PoolClient, type QueryResultRow } from 'pg'
import { assertConfirmed } from '#database/confirmed-commits.ts'
import { parserOf } from './parsers.ts'
import type { Sender, NamedStatement } from './sender.ts'

/** A statement to send, and later its answer. */
type Part = NamedStatement & {
  readonly rows: QueryResultRow[]
  columns: Columns | undefined
  command: string
  readonly answer: PromiseWithResolvers<Part>
}

// Not in the types of the driver.
const { utils } = driver as unknown as {
  readonly utils: { prepareValue(value: unknown): unknown }
}

/** Throws where a value cannot be sent. */
function newPart({ sql, values, name }: NamedStatement): Part {
  const answer = Promise.withResolvers<Part>()
  // Its sender may not wait for it, such as for a BEGIN.
  answer.promise.catch(() => {})
  const prepared = values.map((value) => utils.prepareValue(value))
  return { sql, values: prepared, name, rows: [], columns: undefined, command: '', answer }
}

/**
 * Sends the statements of one event loop turn as one message and receives their answers as one: one
 * system call on each side instead of one per statement. After a failure PostgreSQL skips the rest of
 * the message.
 *
 * Outside of a transaction the statements of a message are one: all take effect, or none.
 */
export function sendInMessages(
  client: PoolClient,
  { isInTransaction }: { readonly isInTransaction: boolean },
): Sender {
  let waiting: Part[] = []
  const flush = () => {
    const parts = waiting
    waiting = []
    if (parts.length > 0) client.query(new Batch(client, parts, isInTransaction) as never)
  }
  return {
    send: async (statement) => {
      const part = newPart(statement)
      if (waiting.push(part) === 1) process.nextTick(flush)
      return part.answer.promise
    },
    sendText: async (sql) => {
      flush()
      const answer = await client.query(sql)
      assertConfirmed(client)
      return answer
    },
    end: async () => flush(),
  }
}

/** What the driver offers to its queries. Its types do not describe it. */
type Connection = {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { text: string; name: string | undefined }): void
  bind(portal: { portal: ''; statement: string | undefined; values: readonly unknown[] }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(portal: { portal: '' }): void
  sync(): void
}

// The driver accepts only descendants of its class, which it types without the methods it calls.
const DriverQuery = Query as unknown as new (text: string) => EventEmitter & {
  callback?: (error: unknown) => void
}

class Batch extends DriverQuery {
  /** The part that is answered next. The driver notes by name and text what a connection knows. */
  name: string | undefined
  text = ''
  private at = 0
  private readonly client: PoolClient
  private readonly parts: readonly Part[]
  private readonly isInTransaction: boolean
  private columnsByName = new Map<string, Columns>()

  constructor(client: PoolClient, parts: readonly Part[], isInTransaction: boolean) {
    super('')
    this.client = client
    this.parts = parts
    this.isInTransaction = isInTransaction
    this.expect(0)
    this.callback = (error) => (error ? this.fail(error) : this.succeed())
  }

  submit(connection: Connection): null {
    this.columnsByName = columnsOn(connection)
    connection.stream.cork()
    try {
      for (const part of this.parts) this.send(connection, part)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  private send(connection: Connection, part: Part): void {
    const { sql: text, name, values } = part
    const { parsedStatements, submittedNamedStatements } = connection
    const isKnown =
      name !== undefined &&
      (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined)
    if (!isKnown) {
      connection.parse({ text, name })
      if (name !== undefined) submittedNamedStatements[name] = text
    }
    connection.bind({ portal: '', statement: name, values })
    // A named statement keeps its columns: where a migration has changed them, it fails.
    part.columns = name === undefined ? undefined : this.columnsByName.get(name)
    if (!part.columns) connection.describe({ type: 'P', name: '' })
    connection.execute({ portal: '' })
  }

  private expect(at: number): void {
    this.at = at
    this.name = this.parts[at]?.name
    this.text = this.parts[at]?.sql ?? ''
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const part = this.parts[this.at]
    if (!part) return
    part.columns = columnsOf(fields)
    if (part.name !== undefined) this.columnsByName.set(part.name, part.columns)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const part = this.parts[this.at]
    if (part?.columns) part.rows.push(rowOf(part.columns, fields))
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const part = this.parts[this.at]
    if (part) {
      part.command = text
      if (part.name !== undefined && !part.columns) this.columnsByName.set(part.name, NO_COLUMNS)
    }
    this.expect(this.at + 1)
  }

  handleEmptyQuery(): void {
    this.expect(this.at + 1)
  }

  handleError(error: unknown, { submittedNamedStatements }: Connection): void {
    // The parts after the failed one were skipped, so the connection does not know them.
    for (const { name } of this.parts.slice(this.at)) {
      if (name !== undefined) delete submittedNamedStatements[name]
    }
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(null)
  }

  private succeed(): void {
    try {
      assertConfirmed(this.client)
    } catch (error) {
      // A COMMIT is the last part of its message.
      this.at = this.parts.length - 1
      this.fail(error)
      return
    }
    for (const part of this.parts) part.answer.resolve(part)
  }

  private fail(error: unknown): void {
    for (const [index, part] of this.parts.entries()) {
      if (this.isInTransaction && index < this.at) part.answer.resolve(part)
      else part.answer.reject(error)
    }
  }
}

type Field = { readonly name: string; readonly dataTypeID: number }

type Columns = {
  readonly names: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  readonly empty: QueryResultRow
}

const NO_COLUMNS: Columns = { names: [], parsers: [], empty: {} }

const columnsByConnection = new WeakMap<Connection, Map<string, Columns>>()

function columnsOn(connection: Connection): Map<string, Columns> {
  const known = columnsByConnection.get(connection) ?? new Map<string, Columns>()
  columnsByConnection.set(connection, known)
  return known
}

function columnsOf(fields: readonly Field[]): Columns {
  return {
    names: fields.map(({ name }) => name),
    parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  }
}

function rowOf({ names, parsers, empty }: Columns, fields: readonly (string | null)[]) {
  const row = { ...empty }
  for (const [index, text] of fields.entries()) {
    const name = names[index]
    const parse = parsers[index]
    if (text !== null && name !== undefined && parse) row[name] = parse(text)
  }
  return row
}
