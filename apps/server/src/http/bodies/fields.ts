import * as z from 'zod/mini'
import { commonFieldNames, commonFields, type CommonFields } from '@qingzhou/contract/envelope'
import type { Shape } from '@qingzhou/contract/shape'
import { failures, TurnedAway } from '#http/failure.ts'

type Fields = Readonly<Record<string, unknown>>

/** Parts what travels with every call from the call's own fields. */
export function splitFields(fields: Fields): { common: CommonFields; own: Fields } {
  const names = new Set(commonFieldNames)
  const entries = Object.entries(fields)
  const common = checked(
    commonFields,
    Object.fromEntries(entries.filter(([name]) => names.has(name))),
  )
  return { common, own: Object.fromEntries(entries.filter(([name]) => !names.has(name))) }
}

/** What the handler gets. The first broken rule is told in its own words where it has some. */
export function checked<Schema extends Shape['request']>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const said = result.error.issues.find(
    // The library's own sentences are not Chinese, and this one may quote what was sent.
    ({ code, message }) => code !== 'unrecognized_keys' && /\p{Script=Han}/u.test(message),
  )
  throw new TurnedAway({ ...failures.invalid, ...(said && { message: said.message }) })
}
