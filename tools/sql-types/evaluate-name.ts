import type {
  ArrowFunction,
  BindingElement,
  BindingName,
  BindingPattern,
  CallExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Identifier,
  MethodDeclaration,
  Node,
} from 'typescript/unstable/ast'
import {
  isArrayBindingPattern,
  isArrowFunction,
  isBindingElement,
  isBlock,
  isCallExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isObjectBindingPattern,
  isParameterDeclaration,
  isReturnStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { SymbolFlags, type Symbol as SourceSymbol } from 'typescript/unstable/sync'

import {
  Unresolved,
  listFrom,
  memberOf,
  type FunctionValue,
  type Lazy,
  type Scope,
  type Value,
} from './evaluate-method.ts'

type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression | MethodDeclaration

export function isFunctionNode(node: Node): node is FunctionNode {
  return (
    isArrowFunction(node) ||
    isFunctionExpression(node) ||
    isFunctionDeclaration(node) ||
    isMethodDeclaration(node)
  )
}

export function valueOfIdentifier(node: Identifier, scope: Scope): Value {
  return valueOfSymbol(scope.checker.getSymbolAtLocation(node), node, scope)
}

/** What a name of the source means at this place. */
export function valueOfSymbol(found: SourceSymbol | undefined, node: Node, scope: Scope): Value {
  if (!found) throw new Unresolved(node)
  const isAlias = (found.flags & SymbolFlags.Alias) !== 0
  const symbol = isAlias ? scope.checker.getAliasedSymbol(found) : found
  const bound = scope.bound.get(symbol.id)
  if (bound) return bound()
  const declaration = symbol.valueDeclaration?.resolve()
  if (!declaration) throw new Unresolved(node)
  return evaluateDeclaration(declaration, node, scope)
}

function evaluateDeclaration(declaration: Node, node: Node, scope: Scope): Value {
  if (isFunctionDeclaration(declaration)) return functionOf(declaration, scope)
  if (isBindingElement(declaration)) return evaluateDestructured(declaration, node, scope)
  if (isParameterDeclaration(declaration)) return argumentOf(declaration, node, scope)
  if (!isVariableDeclaration(declaration)) throw new Unresolved(node)
  if (declaration.initializer) return scope.evaluate(declaration.initializer, scope)
  const loop = declaration.parent.parent
  if (!isForOfStatement(loop)) throw new Unresolved(node)
  const { items } = listFrom(scope.evaluate(loop.expression, scope), node)
  const key = `${loop.getSourceFile().fileName} ${loop.pos} of`
  const item = items[scope.choices.pick(key, items.length)]
  if (!item) throw new Unresolved(node)
  return item()
}

/** `{ name }` or `[name]` of a variable, of a parameter, or of each element of a list. */
function evaluateDestructured(element: BindingElement, node: Node, scope: Scope): Value {
  const pattern = element.parent
  if (!isObjectBindingPattern(pattern) && !isArrayBindingPattern(pattern)) {
    throw new Unresolved(node)
  }
  const whole = evaluateDeclaration(pattern.parent, node, scope)
  return memberOf(whole, keyOf(element, pattern), node)
}

function keyOf(element: BindingElement, pattern: BindingPattern): string {
  if (!isObjectBindingPattern(pattern)) return String(pattern.elements.indexOf(element))
  return (element.propertyName ?? element.name)?.getText() ?? ''
}

/** A parameter has the value that one of the callers gives. */
function argumentOf(parameter: Node, node: Node, scope: Scope): Value {
  const owner = parameter.parent
  if (!isFunctionNode(owner)) throw new Unresolved(node)
  const at = owner.parameters.findIndex((one) => one === parameter)
  const argument = callOf(owner, node, scope).arguments[at]
  if (!argument) throw new Unresolved(node)
  return scope.evaluate(argument, { ...scope, bound: new Map() })
}

const callers = new WeakMap<Node, CallExpression[]>()

function callOf(owner: FunctionNode, node: Node, scope: Scope): CallExpression {
  const calls = callers.get(owner) ?? callsOf(owner, scope)
  callers.set(owner, calls)
  const key = `${owner.getSourceFile().fileName} ${owner.pos} called`
  const call = calls[calls.length === 0 ? 0 : scope.choices.pick(key, calls.length)]
  if (!call) throw new Unresolved(node)
  return call
}

function callsOf(owner: FunctionNode, { checker }: Scope): CallExpression[] {
  return checker.getSignatureUsage(owner).flatMap(({ call }) => {
    const resolved = call?.resolve()
    return resolved && isCallExpression(resolved) ? [resolved] : []
  })
}

/** A function of the source: its value is one of those that it returns. */
export function functionOf(node: FunctionNode, scope: Scope): FunctionValue {
  return (values) => {
    const bound = new Map(scope.bound)
    for (const [at, { name }] of node.parameters.entries()) {
      const value = values[at]
      if (value) bind(name, value, { bound, scope })
    }
    const inner = { ...scope, bound }
    if (!node.body) throw new Unresolved(node)
    if (!isBlock(node.body)) return scope.evaluate(node.body, inner)
    const returned = returnsOf(node.body)
    const key = `${node.getSourceFile().fileName} ${node.pos} returns`
    const one = returned[returned.length < 2 ? 0 : scope.choices.pick(key, returned.length)]
    if (!one) throw new Unresolved(node)
    return scope.evaluate(one, inner)
  }
}

function bind(
  name: BindingName,
  value: Lazy,
  to: { readonly bound: Map<number, Lazy>; readonly scope: Scope },
): void {
  if (isIdentifier(name)) {
    const symbol = to.scope.checker.getSymbolAtLocation(name)
    if (symbol) to.bound.set(symbol.id, value)
    return
  }
  for (const element of name.elements) {
    if (!element.name) continue
    bind(element.name, () => memberOf(value(), keyOf(element, name), element), to)
  }
}

function returnsOf(block: Node): Expression[] {
  const found: Expression[] = []
  const visit = (node: Node): void => {
    if (isReturnStatement(node) && node.expression) found.push(node.expression)
    else if (!isFunctionNode(node)) node.forEachChild(visit)
  }
  block.forEachChild(visit)
  return found
}
