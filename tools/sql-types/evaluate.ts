import {
  SyntaxKind,
  type Expression,
  type ObjectLiteralExpression,
  type PropertyName,
} from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'

import {
  ListValue,
  ObjectValue,
  Unresolved,
  calledMethod,
  listFrom,
  memberOf,
  textOf,
  type Lazy,
  type Scope,
  type Value,
} from './evaluate-method.ts'
import { functionOf, isFunctionNode, valueOfIdentifier, valueOfSymbol } from './evaluate-name.ts'

/** The value of an expression where it follows from the source alone; else it throws `Unresolved`. */
export function evaluate(node: Expression, scope: Scope): Value {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (isNumericLiteral(node)) return node.text.replaceAll('_', '')
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans.map(
      ({ expression, literal }) => textOf(evaluate(expression, scope), expression) + literal.text,
    )
    return node.head.text + spans.join('')
  }
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) {
    return evaluate(node.expression, scope)
  }
  if (isArrayLiteralExpression(node)) return new ListValue(itemsOf(node.elements, scope))
  if (isObjectLiteralExpression(node)) return objectOf(node, scope)
  if (isFunctionNode(node)) return functionOf(node, scope)
  if (isConditionalExpression(node)) {
    const key = `${node.getSourceFile().fileName} ${node.condition.getText()}`
    const isTrue = scope.choices.pick(key, 2) === 0
    return evaluate(isTrue ? node.whenTrue : node.whenFalse, scope)
  }
  if (isBinaryExpression(node)) return evaluateBinary(node, scope)
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return String(evaluate(node.operand, scope) === 'false')
  }
  return orLiteral(node, scope)
}

function evaluateAccess(node: Expression, scope: Scope): Value {
  if (isIdentifier(node)) return valueOfIdentifier(node, scope)
  if (isPropertyAccessExpression(node)) {
    return memberOf(evaluate(node.expression, scope), node.name.text, node)
  }
  if (isElementAccessExpression(node) && node.argumentExpression) {
    const key = textOf(evaluate(node.argumentExpression, scope), node)
    return memberOf(evaluate(node.expression, scope), key, node)
  }
  if (isCallExpression(node)) {
    const values = itemsOf(node.arguments, scope)
    const known = calledMethod(node, values, scope)
    if (known !== undefined) return known
    const called = evaluate(node.expression, scope)
    if (typeof called === 'function') return called(values)
  }
  throw new Unresolved(node)
}

function itemsOf(elements: readonly Expression[], scope: Scope): Lazy[] {
  return elements.flatMap((element) =>
    isSpreadElement(element)
      ? listFrom(evaluate(element.expression, scope), element).items
      : [() => evaluate(element, scope)],
  )
}

function objectOf(node: ObjectLiteralExpression, scope: Scope): ObjectValue {
  const members = new Map<string, Lazy>()
  for (const property of node.properties) {
    if (isPropertyAssignment(property)) {
      members.set(nameOf(property), () => evaluate(property.initializer, scope))
    } else if (isShorthandPropertyAssignment(property)) {
      const symbol = scope.checker.getShorthandAssignmentValueSymbol(property)
      members.set(nameOf(property), () => valueOfSymbol(symbol, property, scope))
    } else if (isSpreadAssignment(property)) {
      const spread = evaluate(property.expression, scope)
      if (!(spread instanceof ObjectValue)) throw new Unresolved(property)
      for (const [key, member] of spread.members) members.set(key, member)
    } else if (isFunctionNode(property)) {
      members.set(nameOf(property), () => functionOf(property, scope))
    }
  }
  return new ObjectValue(members)
}

function nameOf({ name }: { readonly name: PropertyName }): string {
  return name.getText().replaceAll(/^'|'$/g, '')
}

function evaluateBinary(node: Expression, scope: Scope): Value {
  if (!isBinaryExpression(node)) throw new Unresolved(node)
  const operator = node.operatorToken.kind
  if (operator === SyntaxKind.QuestionQuestionToken) {
    const key = `${node.getSourceFile().fileName} ${node.getText()}`
    return evaluate(scope.choices.pick(key, 2) === 0 ? node.left : node.right, scope)
  }
  const left = textOf(evaluate(node.left, scope), node.left)
  const right = textOf(evaluate(node.right, scope), node.right)
  const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right)
  if (operator === SyntaxKind.PlusToken) {
    return areNumbers ? String(Number(left) + Number(right)) : left + right
  }
  if (operator === SyntaxKind.AsteriskToken && areNumbers) {
    return String(Number(left) * Number(right))
  }
  throw new Unresolved(node)
}

/** What the source does not give may still have a type with few values. */
function orLiteral(node: Expression, scope: Scope): Value {
  try {
    return evaluateAccess(node, scope)
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    const values = literalsOf(node, scope)
    if (values.length === 0) throw error
    const key = `${node.getSourceFile().fileName} ${node.getText()}`
    return values[scope.choices.pick(key, values.length)] ?? ''
  }
}

function literalsOf(node: Expression, { checker }: Scope): string[] {
  const type = checker.getTypeAtLocation(node)
  const types = (type?.isUnionType() ? type.getTypes() : type && [type]) ?? []
  const values = types.flatMap((one) =>
    one.isStringLiteralType() || one.isNumberLiteralType() ? [String(one.value)] : [],
  )
  return values.length === types.length ? values : []
}
