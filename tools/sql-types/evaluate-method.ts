import type { CallExpression, Expression, Node } from 'typescript/unstable/ast'
import { isPropertyAccessExpression } from 'typescript/unstable/ast/is'
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

/** The methods of lists and texts that SQL is put together with; undefined for any other. */
export function calledMethod(
  node: CallExpression,
  values: readonly Lazy[],
  scope: Scope,
): Value | undefined {
  const { expression } = node
  if (!isPropertyAccessExpression(expression)) return undefined
  const on = () => scope.evaluate(expression.expression, scope)
  const list = () => listFrom(on(), node).items
  const text = (at: number) => textOf(values[at]?.() ?? '', node)
  const each = (item: Lazy, at: number) => functionFrom(values[0], node)([item, () => String(at)])
  const owner = expression.expression.getText()
  switch (`${owner === 'Object' || owner === 'Array' ? `${owner}.` : ''}${expression.name.text}`) {
    case 'join':
      return list()
        .map((item) => textOf(item(), node))
        .join(text(0))
    case 'map':
      return new ListValue(list().map((item, at) => () => each(item, at)))
    case 'filter':
      return new ListValue(list().filter((item, at) => each(item, at) === 'true'))
    case 'includes':
      return String(list().some((item) => item() === text(0)))
    case 'flatMap':
      return new ListValue(list().flatMap((item, at) => itemsOf(each(item, at))))
    case 'trim':
      return textOf(on(), node).trim()
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return partsOf(values[0]?.(), expression.name.text, node)
    case 'Array.from':
      return arrayFrom(values, node)
    default:
      return undefined
  }
}

function itemsOf(value: Value): readonly Lazy[] {
  return value instanceof ListValue ? value.items : [() => value]
}

function functionFrom(value: Lazy | undefined, node: Node): FunctionValue {
  const called = value?.()
  if (typeof called !== 'function') throw new Unresolved(node)
  return called
}

function partsOf(value: Value | undefined, part: string, node: Node): ListValue {
  if (!(value instanceof ObjectValue)) throw new Unresolved(node)
  const parts = [...value.members].map(([name, member]): Lazy => {
    if (part === 'keys') return () => name
    return part === 'values' ? member : () => new ListValue([() => name, member])
  })
  return new ListValue(parts)
}

/** `Array.from({ length: n }, (_, at) => …)`. */
function arrayFrom([of, each]: readonly Lazy[], node: Node): ListValue {
  const object = of?.()
  const length = object instanceof ObjectValue ? object.members.get('length')?.() : undefined
  if (typeof length !== 'string' || !/^\d+$/.test(length)) throw new Unresolved(node)
  const made = Array.from({ length: Number(length) }, (_, at): Lazy => {
    return () => functionFrom(each, node)([() => '', () => String(at)])
  })
  return new ListValue(made)
}
