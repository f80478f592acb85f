import { TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'

import type { Decoded } from './decoded-types.ts'
import type { Column, Description } from './describe.ts'
import type { SourceStatement } from './statements.ts'

/** What differs between a statement and what the source declares of it, as sentences. */
export function differencesOf(
  { valueCount, row, checker, decoder }: SourceStatement,
  { parameterCount, columns }: Description,
  decodedOf: (decoder: SourceStatement['decoder'], type: string) => Decoded | undefined,
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

type Compared = {
  readonly column: Column
  readonly type: Type
  readonly decoded: Decoded | undefined
}

function differencesOfColumn({ column, type, decoded }: Compared, checker: Checker): string[] {
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

function fits(type: Type, decoded: Decoded, checker: Checker): boolean {
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

function nameOf(decoded: Decoded): string {
  return typeof decoded === 'object' ? `${nameOf(decoded.arrayOf)}[]` : decoded
}
