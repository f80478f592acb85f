import * as z from 'zod/mini'

/** Personal data that must not appear in a log. */
export const personal = {
  phone: '13912345678',
  idNumber: '11010519491231002X',
  cardNumber: '6222021234567890128',
  name: '欧阳修竹',
  email: 'someone@example.com',
  password: 'Quiet_River_29',
} as const

/** Text with a special meaning to a database, a shell, a page, a spreadsheet or a prototype. */
const meaningful = [
  '__proto__',
  'constructor',
  'hasOwnProperty',
  `'; DROP TABLE loans; --`,
  `" OR 1=1 --`,
  '%_%',
  '../../../etc/passwd',
  '${jndi:ldap://127.0.0.1/x}',
  '<img src=x onerror=alert(1)>',
  `=cmd|'/C calc'!A0`,
  '\u202Eenilno',
  '\uD800',
  '😀'.repeat(5),
  'NaN',
  'null',
  '长期',
]

/** The shortest and longest lengths of numbers, names and keys. */
const lengths = [1, 2, 5, 6, 8, 16, 32, 40, 43, 60, 64, 120, 128, 512, 1024, 2000]
const long = lengths.flatMap((length) => ['0'.repeat(length), 'a'.repeat(length)])

/** Values of the wire formats: money, days, months, codes, places, addresses. */
const formed = [
  '0.00',
  '0.01',
  '999999999999.99',
  '00010101',
  '20240229',
  '99991231',
  '000101',
  '999912',
  '12345',
  'AC4W',
  'S000001',
  'P000001',
  '000000000004',
  '0571-88888888',
  '255.255.255.255',
  '::1',
  '-999.99999999',
  'AAAA',
  'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
  '00000000-0000-4000-8000-000000000000',
  '0123456789abcdef-0123456789abcdef',
  `a.a.${'a'.repeat(86)}`,
  'E0123456789',
  '0~E0123456789',
]

const oddTexts: readonly string[] = [
  ...Object.values(personal),
  ...meaningful,
  ...formed,
  ...long,
  '-'.repeat(8),
]

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>

/** Unusual values that a wire schema accepts: the longest, the smallest, and injection attempts. */
export function oddValues(schema: Schema): readonly unknown[] {
  const values = valuesFor(schema).filter((value) => z.core.safeParse(schema, value).success)
  if (values.length === 0) throw new Error(`no test value for schema ${JSON.stringify(schema)}`)
  return values
}

function valuesFor(schema: Schema): readonly unknown[] {
  // Every schema of the contract is one of the library's own kinds, which this union lists.
  const { _zod: kind } = schema as z.core.$ZodTypes
  const { def } = kind
  switch (def.type) {
    case 'string':
      return oddTexts
    case 'number':
      return [0, 1, 2, 12, 60, 120, 366, 1000, 2 ** 31 - 1, 2 ** 53 - 1, -1]
    case 'boolean':
      return [true, false]
    case 'literal':
      return def.values
    case 'enum':
      return Object.values(def.entries)
    case 'optional':
      return [undefined, ...oddValues(def.innerType)]
    case 'pipe':
      return oddValues(def.in)
    case 'union':
      return def.options.flatMap((option) => oddValues(option))
    case 'array':
      return arraysOf(oddValues(def.element))
    case 'object':
      return objectsOf(def.shape)
    case 'record':
      return recordsOf(oddValues(def.keyType), oddValues(def.valueType))
    default:
      throw new Error(`schema type ${def.type}: no test values defined`)
  }
}

/** An empty record, and one pair per key or value. */
function recordsOf(names: readonly unknown[], values: readonly unknown[]): readonly Fields[] {
  const most = Math.max(names.length, values.length)
  const pairs = Array.from({ length: most }, (_, at) => ({
    [String(names[at % names.length])]: values[at % values.length],
  }))
  return [{}, ...pairs]
}

/** One array per value, and arrays of various lengths. */
function arraysOf(values: readonly unknown[]): readonly unknown[] {
  const many = [2, 5, 8, 9, 20, 50, 60].map((length) =>
    Array.from({ length }, (_, at) => values[at % values.length]),
  )
  return [[], ...values.map((value) => [value]), ...many]
}

/**
 * As many objects as the field with the most values has, so that each value of each field is used.
 */
function objectsOf(shape: Readonly<Record<string, Schema>>): readonly Fields[] {
  const fields = Object.entries(shape).map(([name, schema]) => [name, oddValues(schema)] as const)
  const most = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: most }, (_, turn) =>
    Object.fromEntries(
      fields
        // Shifts fields with equally many values, so that they do not always form the same pairs.
        .map(([name, values], at) => [name, values[(turn + at * 3) % values.length]] as const)
        .filter(([, value]) => value !== undefined),
    ),
  )
}
