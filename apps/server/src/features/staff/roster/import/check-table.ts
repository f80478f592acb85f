import type { Employee } from '#features/staff/roster/employee.ts'
import {
  ROWS_MAX,
  tooManyRows,
  type Cell,
  type Line,
  type Problem,
  type Table,
} from '#features/staff/roster/table/table.ts'
import { fields, readHeading, readField, titleOf, type Columns, type Field } from './read-field.ts'

export type CheckedTable = {
  /** The number of rows, valid and invalid. */
  readonly rows: number
  readonly employees: readonly Employee[]
  readonly problems: readonly Problem[]
}

/** The employees of a table, or all its problems by row. */
export function checkTable({ lines, problems }: Table): CheckedTable {
  const [heading, ...rows] = lines.filter(({ cells }) => cells.some((cell) => !isBlank(cell)))
  if (!heading) {
    return { rows: 0, employees: [], problems: [{ line: 1, message: '这个文件是空的' }] }
  }
  if (rows.length > ROWS_MAX) {
    return { rows: rows.length, employees: [], problems: [tooManyRows().problem] }
  }
  const { columns, problems: inHeading } = readHeading(heading)
  if (!columns) {
    return { rows: rows.length, employees: [], problems: sortProblems([...problems, ...inHeading]) }
  }
  if (rows.length === 0) {
    const none = { line: heading.line, message: '表头下面没有客户' }
    return { rows: 0, employees: [], problems: sortProblems([...problems, none]) }
  }
  const { employees, problems: inRows } = checkRows(rows, columns)
  return { rows: rows.length, employees, problems: sortProblems([...problems, ...inRows]) }
}

function isBlank(cell: Cell): boolean {
  return typeof cell === 'string' && cell.trim() === ''
}

function sortProblems(problems: Problem[]): Problem[] {
  return problems.toSorted((one, other) => one.line - other.line)
}

function checkRows(
  rows: readonly Line[],
  columns: Columns,
): { readonly employees: Employee[]; readonly problems: Problem[] } {
  const employees: Employee[] = []
  const problems: Problem[] = []
  const lineOfNumber = new Map<string, number>()
  for (const row of rows) {
    const { employee, problems: inRow } = checkRow(row, columns)
    problems.push(...inRow)
    if (employee?.idNumber === undefined) continue
    const earlier = lineOfNumber.get(employee.idNumber)
    if (earlier !== undefined) {
      const message = `与第 ${earlier} 行的身份证号重复`
      problems.push({ line: row.line, column: titleOf('idNumber'), message })
      continue
    }
    lineOfNumber.set(employee.idNumber, row.line)
    if (isWhole(employee)) employees.push(employee)
  }
  return { employees, problems }
}

function checkRow(
  { line, cells }: Line,
  columns: Columns,
): { readonly employee: Partial<Employee>; readonly problems: Problem[] } {
  const problems: Problem[] = []
  const employee: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const read = readField(field, cells[columns[field]] ?? '')
    if ('value' in read) employee[field] = read.value
    else problems.push({ line, column: titleOf(field), message: read.message })
  }
  const titled = new Set(Object.values(columns))
  if (cells.some((cell, at) => !titled.has(at) && !isBlank(cell))) {
    problems.push({ line, message: '没有表头的一列里有内容' })
  }
  return { employee, problems }
}

function isWhole(employee: Partial<Employee>): employee is Employee {
  return fields.every((field) => employee[field] !== undefined)
}
