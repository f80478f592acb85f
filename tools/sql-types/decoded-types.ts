import type { Client } from 'pg'

import type { Queryable } from '@qingzhou/platform/database/database'
import type { Decoder } from './statements.ts'

/** What a value of the database is in the program. */
export type DecodedType =
  | 'string'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | { readonly arrayOf: DecodedType }

/** A value of each type that statements may answer; its array is made of it. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 'true',
  bpchar: 'x',
  bytea: '\\x00',
  date: '2026-01-31',
  float4: '0.5',
  float8: '0.5',
  int2: '1',
  int4: '1',
  int8: '1',
  name: 'x',
  numeric: '1.5',
  oid: '1',
  regclass: 'pg_type',
  text: 'x',
  timestamp: '2026-01-31 00:00:00',
  timestamptz: '2026-01-31 00:00:00Z',
  uuid: '00000000-0000-0000-0000-000000000000',
  varchar: 'x',
}

/** How both decoders answer each type: asked of themselves, so that a changed parser is noticed here. */
export async function readDecodedTypes(
  product: Queryable,
  driver: Pick<Client, 'query'>,
): Promise<(decoder: Decoder, type: string) => DecodedType | undefined> {
  const list = Object.entries(SAMPLES).flatMap(([type, sample]) => [
    `'${sample}'::${type} AS ${type}`,
    `ARRAY['${sample}'::${type}] AS _${type}`,
  ])
  const sql = `SELECT ${list.join(', ')}`
  const [ofProduct] = await product.query<Record<string, unknown>>(sql)
  const [ofDriver] = (await driver.query<Record<string, unknown>>(sql)).rows
  return (decoder, type) => {
    if (/^_?jsonb?$/.test(type)) return 'json'
    // A function without a result, as pg_advisory_lock.
    if (type === 'void') return 'string'
    // Composite types are text, which the loan store reads.
    if (type === 'loan_terms' || type === '_instalment') return 'string'
    const row = decoder === 'product' ? ofProduct : ofDriver
    return row && type in row ? decodedType(row[type]) : undefined
  }
}

function decodedType(value: unknown): DecodedType | undefined {
  if (Array.isArray(value)) {
    const element = decodedType(value[0])
    return element && { arrayOf: element }
  }
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'bigint' || kind === 'boolean'
    ? kind
    : undefined
}
