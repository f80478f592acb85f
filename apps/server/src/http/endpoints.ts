import type { Call } from '@qingzhou/contract/calls'
import type { Shape } from '@qingzhou/contract/wire/shape'
import type { Caller } from '@qingzhou/platform/caller'

type CallTable = Readonly<Record<string, Readonly<Record<string, Call>>>>

type EachCall<Table extends CallTable, Value> = {
  readonly [F in keyof Table]: { readonly [C in keyof Table[F]]: Value }
}

/** A handler of any row. Input and caller differ per row, so `never` stands for both. */
type AnyHandler = (input: never, caller: never) => Promise<unknown>

/** One row of the call table with its shape and handler. */
export type Endpoint = {
  /** For example `onboarding.signIn`: for the log and the metrics. */
  readonly name: string
  readonly call: Call
  readonly shape: Shape
  readonly handle: (input: unknown, caller: Caller) => Promise<unknown>
}

/** Joins the three tables. A call without a shape or a handler does not compile. */
export function endpointsOf<const Table extends CallTable>(
  calls: Table,
  shapes: EachCall<NoInfer<Table>, Shape>,
  handlers: EachCall<NoInfer<Table>, AnyHandler>,
): Endpoint[] {
  return Object.entries(calls).flatMap(([feature, rows]) =>
    Object.entries(rows).map(([name, call]) => ({
      name: `${feature}.${name}`,
      call,
      shape: rowOf(shapes, feature, name),
      // The HTTP layer passes the input decoded by the row's shape and the caller that its access
      // requires.
      handle: rowOf(handlers, feature, name) as Endpoint['handle'],
    })),
  )
}

function rowOf<Value>(
  table: Readonly<Record<string, Readonly<Record<string, Value>>>>,
  feature: string,
  name: string,
): Value {
  const row = table[feature]?.[name]
  if (row === undefined) throw new Error(`${feature}.${name}: shape or handler missing`)
  return row
}
