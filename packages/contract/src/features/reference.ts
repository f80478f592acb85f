import * as z from 'zod/mini'
import { text } from '#wire/wire.ts'

/** Options of a picker: the wire value and its label. */
const choice = z.object({ code: z.string(), name: z.string() })

export const choiceKinds = [
  'marriage',
  'education',
  'relation',
  'industry',
  'position',
  'income',
  'purpose',
  'cancelReason',
  'updateReason',
] as const

const area = z.object({ code: z.string(), name: z.string(), hasParts: z.boolean() })

/** A page is a list of plain text blocks, so it cannot contain script. */
export const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('points'), points: z.array(z.string()) }),
  z.object({
    kind: z.literal('pairs'),
    pairs: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
])

export type Block = z.output<typeof block>

export const referenceShapes = {
  choices: {
    request: z.strictObject({
      kinds: z.array(z.enum(choiceKinds)).check(z.minLength(1), z.maxLength(choiceKinds.length)),
    }),
    response: z.object({ choices: z.partialRecord(z.enum(choiceKinds), z.array(choice)) }),
  },
  areas: {
    /** Without a parent: the provinces. With a part of a name: the districts that have it. */
    request: z.strictObject({
      parent: z.optional(z.string().check(z.regex(/^\d{6}$/))),
      keyword: z.optional(text(20)),
    }),
    /** Of districts found by name, the name is the full one, from the province down. */
    response: z.object({ areas: z.array(area) }),
  },
  staticPage: {
    request: z.strictObject({ name: z.string().check(z.regex(/^[\w-]{1,40}$/)) }),
    response: z.object({
      name: z.string(),
      title: z.string(),
      summary: z.string(),
      updatedOn: z.string(),
      blocks: z.array(block),
      /** What the QR code of the page holds. */
      qrAddress: z.optional(z.string()),
      /** The addresses of a download page, by phone system; none without an open campaign. */
      download: z.optional(
        z.object({ ios: z.optional(z.string()), android: z.optional(z.string()) }),
      ),
    }),
  },
}
