import { relative } from 'node:path'

import type {
  CallExpression,
  Expression,
  Node,
  ObjectLiteralExpression,
  SourceFile,
} from 'typescript/unstable/ast'
import {
  isCallExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is'
import { TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync'

import { forEachChoice } from './choices.ts'
import { evaluate } from './evaluate.ts'
import { Unresolved, listFrom, memberOf, textOf, type Scope } from './evaluate-method.ts'

/** Who decodes the rows: the product’s pool, or the driver with its own defaults. */
export type Decoder = 'product' | 'driver'

/** One statement of the source, with one of the texts that it can have. */
export type SourceStatement = {
  /** The file and the line. */
  readonly at: string
  readonly sql: string
  readonly valueCount: number
  /** The declared row; undefined where the rows are not used. */
  readonly row: Type | undefined
  readonly decoder: Decoder
  readonly checker: Checker
}

/** A statement whose text or number of values the source alone does not give. */
export type OpenStatement = { readonly at: string; readonly reason: string }

export type FoundStatements = {
  readonly statements: SourceStatement[]
  readonly open: OpenStatement[]
}

/** The statements in one file of a project. */
export function statementsIn(project: Project, file: SourceFile, root: string): FoundStatements {
  const found: FoundStatements = { statements: [], open: [] }
  const visit = (node: Node): void => {
    const written = isCallExpression(node)
      ? readCall(node, project.checker)
      : readObject(node, project.checker)
    if (written) resolve(written, { at: placeOf(node, root), checker: project.checker }, found)
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** A statement as it is written. */
type WrittenStatement = {
  readonly sql: (scope: Scope) => string
  readonly valueCount: (scope: Scope) => number
  readonly row: Type | undefined
  readonly decoder: Decoder
}

const METHODS = new Set(['query', 'prepared', 'preparedLast'])

function readCall(node: CallExpression, checker: Checker): WrittenStatement | undefined {
  const { expression } = node
  const [sql, values] = node.arguments
  if (!sql || !isPropertyAccessExpression(expression)) return undefined
  if (!METHODS.has(expression.name.text)) return undefined
  const decoder = decoderOf(node, checker)
  if (!decoder) return undefined
  const row = rowOf(node, checker)
  if (isObjectLiteralExpression(sql) && namesIn(sql).includes('text')) {
    return { ...readExpression(sql, 'text'), row, decoder }
  }
  // A stream of COPY is given to the driver as an object of its own.
  if (!isText(checker.getTypeAtLocation(sql))) return undefined
  return {
    sql: (scope) => textOf(evaluate(sql, scope), sql),
    valueCount: (scope) => (values ? listFrom(evaluate(values, scope), values).items.length : 0),
    row,
    decoder,
  }
}

function decoderOf(node: CallExpression, checker: Checker): Decoder | undefined {
  const path = checker.getResolvedSignature(node)?.declaration?.path ?? ''
  if (path.endsWith('/platform/src/database/database.ts')) return 'product'
  return path.includes('/node_modules/@types/pg/') ? 'driver' : undefined
}

function isText(type: Type | undefined): boolean {
  const parts = (type?.isUnionType() ? type.getTypes() : type && [type]) ?? []
  return parts.every(({ flags }) => (flags & (TypeFlags.StringLike | TypeFlags.Undefined)) !== 0)
}

/** `Row` of `Promise<Row[]>`, or of the driver’s `Promise<QueryResult<Row>>`. */
function rowOf(node: CallExpression, checker: Checker): Type | undefined {
  const promise = checker.getTypeAtLocation(node)
  const result = promise?.isTypeReference() ? checker.getTypeArguments(promise)[0] : undefined
  const row = result?.isTypeReference() ? checker.getTypeArguments(result)[0] : undefined
  return row && (row.flags & (TypeFlags.Any | TypeFlags.Never)) === 0 ? row : undefined
}

/** A `Statement` that `writeAndCommit` sends later. */
function readObject(node: Node, checker: Checker): WrittenStatement | undefined {
  if (!isObjectLiteralExpression(node)) return undefined
  const names = namesIn(node)
  if (!names.includes('sql') || !names.includes('values')) return undefined
  if (checker.getContextualType(node)?.getAliasSymbol()?.name !== 'Statement') return undefined
  return { ...readExpression(node, 'sql'), row: undefined, decoder: 'product' }
}

function namesIn(node: ObjectLiteralExpression): string[] {
  return node.properties.flatMap((property) =>
    isPropertyAssignment(property) || isShorthandPropertyAssignment(property)
      ? [property.name.getText()]
      : [],
  )
}

function readExpression(
  node: Expression,
  name: string,
): Pick<WrittenStatement, 'sql' | 'valueCount'> {
  return {
    sql: (scope) => textOf(memberOf(evaluate(node, scope), name, node), node),
    valueCount: (scope) => {
      const values = memberOf(evaluate(node, scope), 'values', node)
      return listFrom(values, node).items.length
    },
  }
}

function resolve(
  { sql, valueCount, row, decoder }: WrittenStatement,
  { at, checker }: { readonly at: string; readonly checker: Checker },
  { statements, open }: FoundStatements,
): void {
  const texts = new Map<string, SourceStatement>()
  try {
    forEachChoice((choices) => {
      const scope: Scope = { checker, choices, evaluate, bound: new Map() }
      const one = { at, sql: sql(scope), valueCount: valueCount(scope), row, decoder, checker }
      texts.set(`${one.valueCount} ${one.sql}`, one)
    })
    statements.push(...texts.values())
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    open.push({ at, reason: error.message })
  }
}

function placeOf(node: Node, root: string): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${relative(root, file.fileName)}:${line + 1}`
}
