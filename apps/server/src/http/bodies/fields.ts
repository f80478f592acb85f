import * as z from 'zod/mini'
import { commonFieldNames, commonFields, type CommonFields } from '@qingzhou/contract/wire/envelope'
import type { Shape } from '@qingzhou/contract/wire/shape'
import { failures, RequestRejected } from '#http/failure.ts'

type Fields = Readonly<Record<string, unknown>>

const commonNames: ReadonlySet<string> = new Set(commonFieldNames)

/** Separates the common fields of every call from the call's own fields. */
export function splitFields(fields: Fields): { common: CommonFields; own: Fields } {
  const entries = Object.entries(fields)
  const common = checked(
    commonFields,
    Object.fromEntries(entries.filter(([name]) => commonNames.has(name))),
  )
  return { common, own: Object.fromEntries(entries.filter(([name]) => !commonNames.has(name))) }
}

/**
 * Returns the decoded input. Throws the message of the first violated rule that has a Chinese
 * message.
 */
export function checked<Schema extends Shape['request']>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const said = result.error.issues.find(
    // The library's default messages are not Chinese, and an `unrecognized_keys` message may quote
    // the input.
    ({ code, message }) => code !== 'unrecognized_keys' && /\p{Script=Han}/u.test(message),
  )
  throw new RequestRejected({ ...failures.invalid, ...(said && { message: said.message }) })
}
