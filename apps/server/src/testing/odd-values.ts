import * as z from 'zod/mini'
import { oddTexts } from './odd-texts.ts'

type Schema = z.core.$ZodType
type Fields = Readonly<Record<string, unknown>>

/**
 * Values that a schema of the wire takes, as odd as it lets them be: the longest, the smallest, and
 * what somebody would send who hopes that a text becomes something else on its way.
 */
export function oddValues(schema: Schema): readonly unknown[] {
  const values = made(schema).filter((value) => z.core.safeParse(schema, value).success)
  if (values.length === 0) throw new Error(`no value is known for ${JSON.stringify(schema)}`)
  return values
}

function made(schema: Schema): readonly unknown[] {
  // Every schema of the contract is one of the library's own kinds, and those are what the union lists.
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
    default:
      throw new Error(`${def.type} is new here`)
  }
}

/** One of each, and as many as are allowed. */
function arraysOf(values: readonly unknown[]): readonly unknown[] {
  const many = [2, 5, 8, 9, 20, 50, 60].map((length) =>
    Array.from({ length }, (_, at) => values[at % values.length]),
  )
  return [[], ...values.map((value) => [value]), ...many]
}

/** As many as the field with the most values has, so that each value of each field has its turn. */
function objectsOf(shape: Readonly<Record<string, Schema>>): readonly Fields[] {
  const fields = Object.entries(shape).map(([name, schema]) => [name, oddValues(schema)] as const)
  const most = Math.max(1, ...fields.map(([, values]) => values.length))
  return Array.from({ length: most }, (_, turn) =>
    Object.fromEntries(
      fields
        // Fields that have as many values as each other do not always meet in the same pairs.
        .map(([name, values], at) => [name, values[(turn + at * 3) % values.length]] as const)
        .filter(([, value]) => value !== undefined),
    ),
  )
}
