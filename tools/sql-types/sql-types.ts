import { join } from 'node:path'
import { Client } from 'pg'
import type { Checker, Type } from 'typescript/unstable/sync'
import { API, TypeFlags } from 'typescript/unstable/sync'
import { createDatabase } from '@qingzhou/platform/database/pool'
import type { DecodedType } from './decoded-types.ts'
import { readDecodedTypes } from './decoded-types.ts'
import type { Column, Description } from './describe.ts'
import { createDescribe, faultOf } from './describe.ts'
import type { FoundStatements, OpenStatement, SourceStatement } from './statements.ts'
import { statementsIn } from './statements.ts'

/** What differs between a statement and what the source declares of it, as sentences. */
function differencesOf(
  { valueCount, row, checker, decoder }: SourceStatement,
  { parameterCount, columns }: Description,
  decodedOf: (decoder: SourceStatement['decoder'], type: string) => DecodedType | undefined,
): string[] {
  const parameters =
    parameterCount === valueCount
      ? []
      : [`${valueCount} values are passed, the statement has ${parameterCount} parameters`]
  if (!row) return parameters
  const declared = new Map(
    checker.getPropertiesOfType(row).map((property) => [property.name, property]),
  )
  const isOpen = checker.getIndexInfosOfType(row).length > 0
  const missing = [...declared.keys()].filter((name) => columns.every((one) => one.name !== name))
  return [
    ...parameters,
    ...missing.map((name) => `column ${name} is declared, the statement does not answer it`),
    ...columns.flatMap((column) => {
      const property = declared.get(column.name)
      if (!property && isOpen) return []
      if (!property) return [`column ${column.name} is answered, the row does not declare it`]
      const type = checker.getTypeOfSymbol(property)
      const decoded = decodedOf(decoder, column.type)
      return type ? differencesOfColumn({ column, type, decoded }, checker) : []
    }),
  ]
}

type ComparedColumn = {
  readonly column: Column
  readonly type: Type
  readonly decoded: DecodedType | undefined
}

function differencesOfColumn(
  { column, type, decoded }: ComparedColumn,
  checker: Checker,
): string[] {
  const parts = (type.isUnionType() ? type.getTypes() : undefined) ?? [type]
  const values = parts.filter(({ flags }) => (flags & TypeFlags.Null) === 0)
  const declared = `column ${column.name}: declared ${checker.typeToString(type)}`
  if (!decoded) return [`${declared}, ${column.type} is not known to this check`]
  const isAnything = (type.flags & TypeFlags.Unknown) !== 0
  if (isAnything) return []
  const found: string[] = []
  if (!values.every((part) => fits(part, decoded, checker))) {
    found.push(`${declared}, ${column.type} is decoded as ${nameOf(decoded)}`)
  }
  const takesNull = values.length < parts.length
  if (column.isNullable === true && !takesNull) found.push(`${declared}, it can be null`)
  if (column.isNullable === false && takesNull) found.push(`${declared}, it is never null`)
  return found
}

const FLAGS = {
  string: TypeFlags.StringLike,
  number: TypeFlags.NumberLike,
  bigint: TypeFlags.BigIntLike,
  boolean: TypeFlags.BooleanLike,
}

function fits(type: Type, decoded: DecodedType, checker: Checker): boolean {
  // A brand is an intersection of the type with a mark.
  if (type.isIntersectionType()) {
    return (type.getTypes() ?? []).some((part) => fits(part, decoded, checker))
  }
  if (typeof decoded === 'object') {
    const [element] = type.isTypeReference() ? checker.getTypeArguments(type) : []
    if (!element || !checker.isArrayLikeType(type)) return false
    const elements = (element.isUnionType() ? element.getTypes() : undefined) ?? [element]
    return elements.every((part) => fits(part, decoded.arrayOf, checker))
  }
  if (decoded === 'json') {
    const impossible = TypeFlags.BigIntLike | TypeFlags.Undefined | TypeFlags.ESSymbolLike
    return (type.flags & impossible) === 0 && !/^(Date|Buffer|Map|Set)$/.test(classOf(type))
  }
  if (decoded === 'Date' || decoded === 'Buffer') return classOf(type) === decoded
  return (type.flags & FLAGS[decoded]) !== 0
}

function classOf(type: Type): string {
  return type.getSymbol()?.name ?? ''
}

function nameOf(decoded: DecodedType): string {
  return typeof decoded === 'object' ? `${nameOf(decoded.arrayOf)}[]` : decoded
}

export type CheckResult = {
  /** How many texts were described. */
  readonly count: number
  /** `file:line: what differs`, followed by the statement. */
  readonly findings: readonly string[]
  readonly open: readonly OpenStatement[]
}

/** Compares the SQL statements of some files with a database that has the real schema. */
export async function checkStatements(
  paths: readonly string[],
  { root, url }: { readonly root: string; readonly url: string },
): Promise<CheckResult> {
  const api = new API({ cwd: root })
  const client = new Client({ connectionString: url })
  const product = createDatabase(url, { max: 1, onIdleError: () => {} })
  try {
    await client.connect()
    const { statements, open } = readStatements(api, paths, root)
    const describe = await createDescribe(client)
    const decodedOf = await readDecodedTypes(product, client)
    const findings: string[] = []
    for (const statement of statements) {
      const differences = await describe(statement.sql).then(
        (description) => differencesOf(statement, description, decodedOf),
        (error: unknown) => [faultOf(error, statement.sql)],
      )
      findings.push(...differences.map((difference) => reportLine(statement, difference)))
    }
    return { count: statements.length, findings, open }
  } finally {
    api.close()
    await product.close()
    await client.end()
  }
}

const HAS_STATEMENT = /\.(?:query|prepared|preparedLast)\b\s*[<(]|\/statement(?:\.ts)?'/

/** The paths of the files with SQL statements, without tests. */
export function filesWithStatements(
  files: readonly { readonly path: string; readonly text: string }[],
  wanted: RegExp,
): string[] {
  return files
    .filter(({ path, text }) => wanted.test(path) && HAS_STATEMENT.test(text))
    .map(({ path }) => path)
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
}

/** Each file is read as part of its workspace, with the settings of that. */
export function readStatements(api: API, paths: readonly string[], root: string): FoundStatements {
  const byWorkspace = Map.groupBy(
    paths,
    (path) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0],
  )
  const configs = [...byWorkspace.keys()].map((name) => join(root, name ?? '', 'tsconfig.json'))
  const snapshot = api.updateSnapshot({ openProjects: configs })
  const found = [...byWorkspace].flatMap(([workspace = '', own]) => {
    const project = snapshot.getProject(join(root, workspace, 'tsconfig.json'))
    if (!project) throw new Error(`${workspace}: tsconfig.json missing`)
    return own.map((path) => {
      const file = project.program.getSourceFile(join(root, path))
      if (!file) throw new Error(`${path}: not a file of ${workspace}/tsconfig.json`)
      return statementsIn(project, file, root)
    })
  })
  return {
    statements: found.flatMap(({ statements }) => statements),
    open: found.flatMap(({ open }) => open),
  }
}

function reportLine({ at, sql }: SourceStatement, difference: string): string {
  return `${at}: ${difference} — ${sql.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}`
}
