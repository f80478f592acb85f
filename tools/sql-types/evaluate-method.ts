import type { CallExpression, Node } from 'typescript/unstable/ast'
import { isPropertyAccessExpression } from 'typescript/unstable/ast/is'

import {
  ListValue,
  ObjectValue,
  Unresolved,
  listFrom,
  textOf,
  type FunctionValue,
  type Lazy,
  type Scope,
  type Value,
} from './value.ts'

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
