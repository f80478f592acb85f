import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { localDate, money, ratePpm } from '@qingzhou/contract/wire/figures'
import { responseEncoder } from './response-encoder.ts'

/** A schema, and values of which most match it. */
type Case = { readonly schema: z.ZodMiniType; readonly values: fc.Arbitrary<unknown> }

const doubled = z.codec(z.int(), z.int(), {
  decode: (value, payload) => {
    if (value % 2 !== 0) payload.issues.push({ code: 'custom', input: value })
    return value / 2
  },
  encode: (value, payload) => {
    if (value < 0) payload.issues.push({ code: 'custom', input: value })
    return value * 2
  },
})

const leaves: readonly Case[] = [
  { schema: z.string(), values: fc.string() },
  { schema: z.string().check(z.regex(/^\d+$/)), values: fc.constantFrom('12', '', 'a1') },
  { schema: z.string().check(z.trim(), z.minLength(2)), values: fc.constantFrom(' ab ', ' a ') },
  { schema: z.email(), values: fc.constantFrom('a@mail.example', 'a') },
  { schema: z.int(), values: fc.constantFrom(1, 1.5, 2 ** 60) },
  { schema: z.int().check(z.positive()), values: fc.constantFrom(1, -1) },
  { schema: z.number(), values: fc.double() },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.enum(['open', 'closed']), values: fc.constantFrom('open', 'closed', 'lost') },
  { schema: z.literal('fixed'), values: fc.constantFrom('fixed', 'loose') },
  { schema: z.nullable(money), values: fc.option(fc.bigInt(0n, 10n ** 12n)) },
  { schema: money, values: fc.bigInt(-5n, 10n ** 15n) },
  { schema: ratePpm, values: fc.bigInt(0n, 10n ** 8n) },
  { schema: localDate, values: fc.constantFrom('2026-02-28', '2026-02-30', '') },
  { schema: doubled, values: fc.integer({ min: -2, max: 5 }) },
  { schema: z.record(z.string(), money), values: fc.dictionary(fc.string(), fc.bigInt(0n, 99n)) },
  { schema: z.union([money, z.string()]), values: fc.oneof(fc.bigInt(0n, 99n), fc.string()) },
  { schema: z.prefault(z.string(), 'none'), values: fc.constantFrom('some', undefined) },
]

const { cases } = fc.letrec<{ cases: Case }>((tie) => ({
  cases: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...leaves),
    tie('cases').map(({ schema, values }) => ({
      schema: z.array(schema),
      values: fc.array(values, { maxLength: 3 }),
    })),
    tie('cases').map(({ schema, values }) => ({
      schema: z.optional(schema),
      values: fc.option(values, { nil: undefined }),
    })),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('cases')).map(objectOf(z.object)),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('cases')).map(objectOf(z.strictObject)),
  ),
}))

function objectOf(create: (shape: Record<string, z.ZodMiniType>) => z.ZodMiniType) {
  return (fields: Readonly<Record<string, Case>>): Case => {
    const parts = Object.entries(fields)
    const schemas = Object.fromEntries(parts.map(([name, { schema }]) => [name, schema]))
    const values = Object.fromEntries(parts.map(([name, part]) => [name, part.values]))
    return {
      schema: create(schemas),
      // Now and then a field is missing, or one is there that the schema does not have.
      values: fc.oneof(
        { weight: 8, arbitrary: fc.record(values) },
        { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
        { weight: 1, arbitrary: fc.record({ ...values, extra: fc.boolean() }) },
        { weight: 1, arbitrary: fc.constantFrom(null, 'text', []) },
      ),
    }
  }
}

/** The JSON that is sent, or the error. */
function outcomeOf(encode: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify({ sent: encode() }))
  } catch (error) {
    return error instanceof z.core.$ZodError ? error.issues : error
  }
}

describe('the encoder of responses', () => {
  it('sends and refuses what z.encode sends and refuses, with the same error', () => {
    let sent = 0
    let refused = 0
    fc.assert(
      fc.property(
        cases.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values)),
        ([schema, value]) => {
          const expected = outcomeOf(() => z.encode(schema, value))
          expect(outcomeOf(() => responseEncoder(schema)(value))).toEqual(expected)
          if (Array.isArray(expected)) refused += 1
          else sent += 1
        },
      ),
      { numRuns: 2000 },
    )
    expect(sent).toBeGreaterThan(200)
    expect(refused).toBeGreaterThan(200)
  })
})
