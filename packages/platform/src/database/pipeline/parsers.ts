import { types } from 'pg'

/** Turns the text of a column into its value. */
export function parserOf(oid: number): (text: string) => unknown {
  return parsers[oid] ?? types.getTypeParser(oid)
}

// OIDs that the driver does not name.
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

/** Reads int8 as bigint, and a date as text instead of a timestamp. */
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: BigInt,
  [types.builtins.DATE]: (text: string) => text,
  [INT8_ARRAY]: (text: string) => elementsOf(text).map(BigInt),
  [DATE_ARRAY]: elementsOf,
}

/** The elements of an array literal without quotes and nulls. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}
