import { DatabaseError, type Client, type Connection } from 'pg'

/** What PostgreSQL says about a statement without running it. */
export type Description = { readonly parameterCount: number; readonly columns: readonly Column[] }

export type Column = {
  readonly name: string
  /** The name of the type in pg_type, `int8` for example; an array begins with `_`. */
  readonly type: string
  /** Undefined where it is calculated, or where the statement does not say enough. */
  readonly isNullable: boolean | undefined
}

export type Describe = (sql: string) => Promise<Description>

/** Describes statements on a database with the real schema. */
export async function createDescribe(client: Client): Promise<Describe> {
  const types = await client.query<{ oid: number; name: string }>(
    'SELECT oid, typname::text AS name FROM pg_type',
  )
  const columns = await client.query<NumberedColumn>(
    `SELECT attrelid AS table_oid, attnum AS number, relname::text AS table_name,
            attname::text AS column_name, attnotnull AS is_not_null
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind IN ('r', 'p') AND attnum > 0`,
  )
  const typeNames = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const catalog = new Map(columns.rows.map((row) => [`${row.table_oid} ${row.number}`, row]))
  return async (sql) => {
    const { parameterCount, fields } = await describeOn(client, sql)
    const nullability = nullabilityIn(sql)
    return {
      parameterCount,
      columns: fields.map((field) => {
        const column = catalog.get(`${field.tableID} ${field.columnID}`)
        return {
          name: field.name,
          type: typeNames.get(field.dataTypeID) ?? String(field.dataTypeID),
          isNullable: column && nullability(column),
        }
      }),
    }
  }
}

type NumberedColumn = CatalogColumn & { table_oid: number; number: number }

type Field = {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

type Answer = { readonly parameterCount: number; readonly fields: readonly Field[] }

/** Parse and Describe of the protocol, which the driver has no call for. */
function describeOn(client: Client, text: string): Promise<Answer> {
  return new Promise((done, fail) => {
    let parameterCount = 0
    let fields: readonly Field[] = []
    const onParameters = (message: { readonly parameterCount: number }) => {
      ;({ parameterCount } = message)
    }
    client.query({
      submit(connection: Connection) {
        connection.once('parameterDescription', onParameters)
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { readonly fields: readonly Field[] }) {
        ;({ fields } = message)
      },
      handleError(error: Error, connection: Connection) {
        connection.off('parameterDescription', onParameters)
        fail(error)
      },
      handleReadyForQuery(connection: Connection) {
        connection.off('parameterDescription', onParameters)
        done({ parameterCount, fields })
      },
    })
  })
}

/** The message of PostgreSQL with the part of the statement that it is about. */
export function faultOf(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) throw error
  const position = Number(error.position ?? 1)
  const near = sql.slice(position - 1, position + 30).replaceAll(/\s+/g, ' ')
  return `${error.message} at “${near}”`
}

/** A column of a table, as the catalogue has it. */
type CatalogColumn = {
  readonly table_name: string
  readonly column_name: string
  readonly is_not_null: boolean
}

/**
 * Answers whether a column that a statement reads from a table can be null. It is undefined where the text
 * does not say enough: the table is read both inside and outside an outer join, or a condition excludes null.
 */
function nullabilityIn(sql: string): (column: CatalogColumn) => boolean | undefined {
  const text = sql.replaceAll(/--[^\n]*/g, ' ').replaceAll(/'(?:[^']|'')*'/g, "''")
  const notNull = columnsNotNull(text)
  const isOuterJoined = outerJoinsIn(text)
  return ({ table_name, column_name, is_not_null }) => {
    if (is_not_null) return isOuterJoined(table_name)
    return notNull.has(column_name) ? undefined : true
  }
}

/** The columns of `a IS NOT NULL` and `(a, b) IS NOT NULL`. */
function columnsNotNull(text: string): ReadonlySet<string> {
  const conditions = text.matchAll(/(\([\w\s.,]+\)|[\w.]+)\s+IS\s+NOT\s+NULL/gi)
  const names = [...conditions].flatMap(([, columns = '']) => columns.match(/\w+(?=\s*[,)]|$)/g))
  return new Set(names.filter((name) => name !== null))
}

function outerJoinsIn(text: string): (table: string) => boolean | undefined {
  if (/\b(?:RIGHT|FULL)\s+(?:OUTER\s+)?JOIN\b/i.test(text)) return () => undefined
  let inner = text
  const outer = [...text.matchAll(/\bLEFT\s+(?:OUTER\s+)?JOIN\s+(?:LATERAL\s+)?/gi)].map((join) => {
    const from = join.index + join[0].length
    const isQuery = text[from] === '('
    const joined = isQuery
      ? inParentheses(text, from)
      : (/^[\w."]+/.exec(text.slice(from))?.[0] ?? '')
    inner = inner.replace(join[0] + joined, ' ')
    return isQuery ? joined : `FROM ${joined}`
  })
  const outerTables = new Set(outer.flatMap(tablesIn))
  const innerTables = new Set(tablesIn(inner))
  return (table) => {
    if (!outerTables.has(table)) return false
    return innerTables.has(table) ? undefined : true
  }
}

function inParentheses(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

function tablesIn(text: string): string[] {
  const names = text.matchAll(
    /\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+(?:ONLY\s+|LATERAL\s+)?([\w."]+)/gi,
  )
  // A list of tables goes on after a comma.
  const listed = text.matchAll(/\bFROM\s+[\w."]+(?:\s+(?:AS\s+)?\w+)?\s*,\s*([\w."]+)/gi)
  return [...names, ...listed].map(([, name = '']) => name.split('.').at(-1) ?? '')
}
