import * as z from 'zod/mini'

const LIST_ROWS_MAX = 200

/** The place after a row: its sort key and its number, which are never secret. */
const place = z.string().check(z.regex(/^[\w.:+-]{0,64}~[\w.:+-]{1,64}$/))

/** Where the next page starts. */
export type ListPlace = { readonly key: string; readonly no: string }

const listPlace = z.codec(place, z.custom<ListPlace>(), {
  decode: (text) => {
    const [key = '', no = ''] = text.split('~')
    return { key, no }
  },
  encode: ({ key, no }) => `${key}~${no}`,
})

/** What every list takes: its own filters, one of its sortings, and the place after the last row. */
export function listRequest<
  Filters extends z.ZodMiniType,
  const Sortings extends readonly [string, ...string[]],
>({ filters, sortings }: { readonly filters: Filters; readonly sortings: Sortings }) {
  return z.strictObject({
    filters,
    sort: z.strictObject({ by: z.enum(sortings), order: z.enum(['up', 'down']) }),
    after: z.optional(listPlace),
    limit: z.int().check(z.minimum(1), z.maximum(LIST_ROWS_MAX)),
  })
}

/** What every list answers. `about` is the number of all rows, where counting is cheap. */
export function listResponse<Row extends z.ZodMiniType>(row: Row) {
  return z.object({
    rows: z.array(row),
    next: z.optional(listPlace),
    about: z.optional(z.int()),
  })
}
