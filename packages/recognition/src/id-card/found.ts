/** A field's value and how sure the reading of it is, from 0 to 1. */
export type Found<Value = string> = { readonly value: Value; readonly confidence: number }

/** If all the doubt about a text lies in one of its characters, that one is a coin's toss with this. */
const DOUBT_MAX = 0.4

/** Free text that nothing vouches for is left out when in doubt: an empty field is noticed, a wrong one is not. */
export function ifCertain(found: Found): Found | undefined {
  const doubt = (1 - found.confidence) * found.value.length
  return doubt < DOUBT_MAX ? found : undefined
}

/** The fields that were found, and the confidence of the weakest among them. */
export function gather<Fields extends Record<string, Found | undefined>>(found: Fields) {
  const there = Object.entries(found).flatMap(([name, field]) =>
    field ? [{ name, ...field }] : [],
  )
  return {
    // Each name stands beside its own value, or is left out.
    fields: Object.fromEntries(there.map(({ name, value }) => [name, value])) as {
      [Name in keyof Fields]?: NonNullable<Fields[Name]>['value']
    },
    confidence: Math.min(1, ...there.map(({ confidence }) => confidence)),
  }
}
