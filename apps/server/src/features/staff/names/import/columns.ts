import type { Cell, Line, Problem } from '#features/staff/names/table/table.ts'
import type { Employee } from '#features/staff/names/employee.ts'

export type Field = keyof Employee

/** What a column is called in the template, and what else people call it. */
const COLUMNS: Readonly<Record<Field, readonly [string, ...string[]]>> = {
  name: ['姓名', '员工姓名', '客户姓名'],
  idNumber: ['身份证号', '身份证号码', '身份证', '证件号码'],
  mobile: ['手机号', '手机号码', '手机', '联系电话'],
  employer: ['单位', '单位名称', '工作单位', '公司'],
}

// Of an object of ours, the keys are exactly the fields.
export const fields = Object.keys(COLUMNS) as Field[]

export function titleOf(field: Field): string {
  return COLUMNS[field][0]
}

/** Which column has which field. */
export type Columns = Readonly<Record<Field, number>>

export type Heading =
  | { readonly columns: Columns; readonly problems: readonly [] }
  | { readonly columns: undefined; readonly problems: readonly Problem[] }

/** Reads the heading, in whatever order its columns stand. */
export function headingOf({ line, cells }: Line): Heading {
  const titles = cells.map(textOfTitle)
  const found = titles.map((title) => fields.find((field) => COLUMNS[field].includes(title)))
  // What is no heading at all is not quoted: it may be a person.
  if (found.every((field) => field === undefined)) {
    const message = `第一行须是表头：${fields.map(titleOf).join('、')}`
    return { columns: undefined, problems: [{ line, message }] }
  }
  const problems = titles.flatMap((title, at) => titleProblem({ line, title, at, found }))
  const missing = fields.filter((field) => !found.includes(field))
  for (const field of missing) {
    problems.push({ line, column: titleOf(field), message: `缺少“${titleOf(field)}”这一列` })
  }
  if (problems.length > 0) return { columns: undefined, problems }
  const at = (field: Field) => found.indexOf(field)
  const columns = {
    name: at('name'),
    idNumber: at('idNumber'),
    mobile: at('mobile'),
    employer: at('employer'),
  }
  return { columns, problems: [] }
}

const TITLE_MAX = 20

function textOfTitle(cell: Cell): string {
  if (typeof cell !== 'string') return cell.kind === 'number' ? cell.text : '公式或日期'
  // People mark what must be filled in, and say in brackets how.
  return cell.replaceAll(/[\s*＊]|[（(].*$/gu, '').slice(0, TITLE_MAX)
}

function titleProblem(titled: {
  readonly line: number
  readonly title: string
  readonly at: number
  readonly found: readonly (Field | undefined)[]
}): Problem[] {
  const { line, title, at, found } = titled
  const field = found[at]
  if (field === undefined) {
    if (title === '') return []
    return [{ line, column: title, message: `不认识“${title}”这一列，请删除后再导入` }]
  }
  if (found.indexOf(field) === at) return []
  return [{ line, column: title, message: `“${titleOf(field)}”这一列出现了两次` }]
}
