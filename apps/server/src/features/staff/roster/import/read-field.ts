import { unreachable } from '@qingzhou/domain/assert'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { isPersonName, tidyName } from '@qingzhou/domain/people/person-name'
import { isPhone } from '@qingzhou/domain/people/fields'
import type { Employee } from '#features/staff/roster/employee.ts'
import type { Cell, Line, Problem } from '#features/staff/roster/table/table.ts'

export type Field = keyof Employee

/** The column title in the template, followed by accepted alternatives. */
const COLUMNS: Readonly<Record<Field, readonly [string, ...string[]]>> = {
  name: ['姓名', '员工姓名', '客户姓名'],
  idNumber: ['身份证号', '身份证号码', '身份证', '证件号码'],
  mobile: ['手机号', '手机号码', '手机', '联系电话'],
  employer: ['单位', '单位名称', '工作单位', '公司'],
}

// A literal object: its keys are exactly the fields.
export const fields = Object.keys(COLUMNS) as Field[]

export function titleOf(field: Field): string {
  return COLUMNS[field][0]
}

/** The column index of each field. */
export type Columns = Readonly<Record<Field, number>>

type Heading =
  | { readonly columns: Columns; readonly problems: readonly [] }
  | { readonly columns: undefined; readonly problems: readonly Problem[] }

/** Reads the heading with columns in any order. */
export function readHeading({ line, cells }: Line): Heading {
  const titles = cells.map(textOfTitle)
  const found = titles.map((title) => fields.find((field) => COLUMNS[field].includes(title)))
  // Do not quote a row that is no heading: it may contain personal data.
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
  // Remove required marks and hints in brackets.
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

export type Read = { readonly value: string } | { readonly message: string }

/** Returns the normalised value of a cell, or its problem and what to do. */
export function readField(field: Field, cell: Cell): Read {
  const text = textOf(field, cell)
  if ('message' in text) return text
  return text.value === '' ? wrong(`请填写${titleOf(field)}`) : checks[field](text.value)
}

const checks: Readonly<Record<Field, (text: string) => Read>> = {
  name: (text) => {
    const name = tidyName(text)
    return isPersonName(name) ? { value: name } : wrong('姓名须与身份证一致，2 至 25 个汉字')
  },
  idNumber: (text) => {
    if (LOST_DIGITS.test(text)) return wrong(LOST)
    const idNumber = compact(text).toUpperCase()
    if (idNumber === EXAMPLE) return wrong('这是模板中的示例，请删除这一行')
    if (idNumber.length !== 18) return wrong('身份证号须为 18 位')
    return isIdNumber(idNumber) ? { value: idNumber } : wrong('身份证号有误，请与证件核对')
  },
  mobile: (text) => {
    const mobile = compact(text).replace(/^\+?86(?=1\d{10}$)/, '')
    return isPhone(mobile) ? { value: mobile } : wrong('手机号须为 11 位，以 13 至 19 开头')
  },
  employer: (text) => {
    const employer = text.normalize('NFKC').trim()
    if (Array.from(employer).length > EMPLOYER_MAX) return wrong(`单位最多 ${EMPLOYER_MAX} 个字`)
    return CONTROL.test(employer) ? wrong('单位中有换行或不可见的字符') : { value: employer }
  },
}

/** The template's example, with a region code that does not exist. */
const EXAMPLE = '990000199001010017'
const EMPLOYER_MAX = 60
const CONTROL = /\p{Cc}/u
/** A number such as 4.40106E+17 has lost its last digits. */
const LOST_DIGITS = /^\d(?:\.\d+)?[Ee]\+?\d+$/
const LOST = '身份证号被存成了数字，末几位已丢失。请把这一列设为“文本”格式，再重新填写'

function wrong(message: string): Read {
  return { message }
}

function textOf(field: Field, cell: Cell): Read {
  if (typeof cell === 'string') return { value: cell.trim() }
  switch (cell.kind) {
    case 'formula':
      return wrong('这一格是公式，请改成文字')
    case 'date':
      return wrong('这一格是日期，请把这一列设为“文本”格式，再重新填写')
    case 'boolean':
      return wrong('这一格是 TRUE 或 FALSE，请改成文字')
    case 'number':
      // Spreadsheets keep 15 digits of a number: enough for a phone, not for an ID number.
      return field === 'idNumber' ? wrong(LOST) : { value: wholeNumber(cell.text) }
    default:
      return unreachable(cell)
  }
}

/** 1.3800138E10 is 13800138000. */
function wholeNumber(text: string): string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? String(number) : text
}

/**
 * Normalises full-width digits; removes blanks, dashes and the apostrophe that marks text in a
 * spreadsheet.
 */
function compact(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s'’‘-]/gu, '')
}
