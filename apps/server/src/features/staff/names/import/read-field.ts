import { unreachable } from '@qingzhou/domain/assert'
import { isIdNumber } from '@qingzhou/domain/people/id-number'
import { isPersonName, tidyName } from '@qingzhou/domain/people/person-name'
import { isPhone } from '@qingzhou/domain/people/phone'
import type { Cell } from '#features/staff/names/table/table.ts'
import { titleOf, type Field } from './columns.ts'

export type Read = { readonly value: string } | { readonly message: string }

/** What stands in a cell, in its one form; or what is wrong with it, and what to do about it. */
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

/** The person in the template: of nowhere, so that nobody is taken for them. */
const EXAMPLE = '990000199001010017'
const EMPLOYER_MAX = 60
const CONTROL = /\p{Cc}/u
/** 4.40106E+17 is what is left of a number that was taken for a quantity. */
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
      // Whoever counts in quantities keeps fifteen digits: a phone is whole, an ID number is not.
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

/** Wide digits, blanks, and the mark that keeps a spreadsheet from counting. */
function compact(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s'’‘-]/gu, '')
}
