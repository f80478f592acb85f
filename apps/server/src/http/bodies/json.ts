import * as z from 'zod/mini'
import { commonFieldNames, commonFields, type CommonFields } from '@qingzhou/contract/wire/envelope'
import type { Shape } from '@qingzhou/contract/wire/shape'
import { failures, RequestRejected } from '#http/failure.ts'

/** Far deeper than any shape, and far from exhausting the stack. */
const DEPTH_MAX = 16

const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON object. Undefined for any other value, for keys that reach a prototype, and for
 * nesting beyond DEPTH_MAX.
 */
export function parseObject(text: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return isObject(value) && hasSafeKeysAndDepth(value) ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSafeKeysAndDepth(root: object): boolean {
  let level: object[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return false
    if (level.some((value) => Object.keys(value).some((name) => POLLUTING.has(name)))) return false
    level = level.flatMap(objectsIn)
  }
  return true
}

function objectsIn(value: object): object[] {
  // The value was parsed from JSON, so `Object.values` covers all its contents.
  const inside: unknown[] = Object.values(value)
  return inside.filter((one) => typeof one === 'object' && one !== null)
}

type Fields = Readonly<Record<string, unknown>>

const commonNames: ReadonlySet<string> = new Set(commonFieldNames)

/** Separates the common fields of every call from the call's own fields. */
export function splitFields(fields: Fields): { common: CommonFields; own: Fields } {
  const entries = Object.entries(fields)
  const common = decodeInput(
    commonFields,
    Object.fromEntries(entries.filter(([name]) => commonNames.has(name))),
  )
  return { common, own: Object.fromEntries(entries.filter(([name]) => !commonNames.has(name))) }
}

/**
 * Returns the decoded input. Throws the message of the first violated rule that has a Chinese
 * message.
 */
export function decodeInput<Schema extends Shape['request']>(
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
