import type { Expression, Node } from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'

import type { Choices } from './choices.ts'

/** What an expression of the source evaluates to. A number is its text, as in a template. */
export type Value = string | ListValue | ObjectValue | FunctionValue

/** Elements are evaluated when they are needed: of the values of a statement only the count is. */
export type Lazy = () => Value

export type FunctionValue = (values: readonly Lazy[]) => Value

export class ListValue {
  readonly items: readonly Lazy[]
  constructor(items: readonly Lazy[]) {
    this.items = items
  }
}

export class ObjectValue {
  readonly members: ReadonlyMap<string, Lazy>
  constructor(members: ReadonlyMap<string, Lazy>) {
    this.members = members
  }
}

/** Where an expression is evaluated, and by what. */
export type Scope = {
  readonly checker: Checker
  readonly choices: Choices
  readonly evaluate: (node: Expression, scope: Scope) => Value
  /** The parameters of the functions that are being evaluated, by the id of their symbol. */
  readonly bound: ReadonlyMap<number, Lazy>
}

/** The source does not say what this evaluates to. */
export class Unresolved extends Error {
  constructor(node: Node) {
    super(`${node.getText().replaceAll(/\s+/g, ' ').slice(0, 60)} is not constant`)
    this.name = 'Unresolved'
  }
}

export function textOf(value: Value, node: Node): string {
  if (typeof value !== 'string') throw new Unresolved(node)
  return value
}

export function listFrom(value: Value, node: Node): ListValue {
  if (!(value instanceof ListValue)) throw new Unresolved(node)
  return value
}

export function memberOf(value: Value, name: string, node: Node): Value {
  if (value instanceof ListValue && name === 'length') return String(value.items.length)
  const member =
    value instanceof ListValue
      ? value.items[Number(name)]
      : value instanceof ObjectValue
        ? value.members.get(name)
        : undefined
  if (!member) throw new Unresolved(node)
  return member()
}
