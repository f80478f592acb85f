import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@qingzhou/tools/root.ts'
import { readTable } from '#features/staff/roster/table/read-table.ts'
import type { Cell } from '#features/staff/roster/table/table.ts'
import {
  idNumberOf,
  peopleFrom,
  personOf,
  rowOf,
  TITLES,
} from '#features/staff/roster/testing/people.ts'
import { checkTable } from './check-table.ts'

function check(rows: readonly (readonly Cell[])[], titles: readonly Cell[] = TITLES) {
  const lines = [titles, ...rows].map((cells, index) => ({ line: index + 1, cells }))
  return checkTable({ lines, problems: [] })
}

const good = personOf(1)

/** The problems of a row that is valid except for the given cells. */
function problemsOfRow(change: Partial<Record<keyof typeof good, Cell>>): unknown[] {
  const { name, idNumber, mobile, employer } = { ...good, ...change }
  return check([[name, idNumber, mobile, employer]]).problems.map(({ line, column, message }) => [
    line,
    column,
    message,
  ])
}

describe('a roster table', () => {
  it('a roster table is accepted unchanged', () => {
    const people = peopleFrom(1, 3)
    expect(check(people.map(rowOf))).toEqual({ rows: 3, employees: people, problems: [] })
  })

  it('is accepted with columns in another order, with other titles and with empty lines', () => {
    const { name, idNumber, mobile, employer } = good
    const titles = ['工作单位', '手机号码（11 位）', '身份证号码', ' 姓名 *']
    const rows = [[], [employer, mobile, idNumber, name], ['', ' ']]
    expect(check(rows, titles)).toEqual({ rows: 1, employees: [good], problems: [] })
  })

  it('a roster table is normalised', () => {
    const idNumber = '１１０１０５１９４９１２３１００２ｘ'
    const rows = [['沈 青禾 ', `'${idNumber}`, '+86 139-0000-0001', ' 云泽 纺织厂 ']]
    expect(check(rows).employees).toEqual([
      {
        name: '沈青禾',
        idNumber: '11010519491231002X',
        mobile: '13900000001',
        employer: '云泽 纺织厂',
      },
    ])
  })

  it('is accepted with phones stored as numbers', () => {
    expect(problemsOfRow({ mobile: { kind: 'number', text: '13900000001' } })).toEqual([])
    expect(problemsOfRow({ mobile: { kind: 'number', text: '1.3900000001E10' } })).toEqual([])
  })
})

describe('an invalid row', () => {
  it.each([
    ['empty name', { name: '' }, '姓名', '请填写姓名'],
    ['name of one letter', { name: '沈' }, '姓名', '2 至 25 个汉字'],
    ['script for a name', { name: '<script>' }, '姓名', '2 至 25 个汉字'],
    ['short number', { idNumber: '99030119900101' }, '身份证号', '18 位'],
    ['wrong checksum', { idNumber: '990301199001010000' }, '身份证号', '与证件核对'],
    ['day that never was', { idNumber: '990301199002300012' }, '身份证号', '与证件核对'],
    [
      'number as a quantity',
      { idNumber: { kind: 'number', text: '9.90301E+17' } },
      '身份证号',
      '文本',
    ],
    ['quantity as text', { idNumber: '9.90301E+17' }, '身份证号', '文本'],
    ['date', { idNumber: { kind: 'date' } }, '身份证号', '日期'],
    ['short phone', { mobile: '1390000' }, '手机号', '11 位'],
    ['phone of no network', { mobile: '12000000000' }, '手机号', '11 位'],
    ['formula', { employer: { kind: 'formula' } }, '单位', '公式'],
    ['yes or no', { employer: { kind: 'boolean' } }, '单位', 'TRUE'],
    ['long employer', { employer: '厂'.repeat(61) }, '单位', '60'],
    ['employer of two lines', { employer: '云泽\n厂' }, '单位', '换行'],
  ] as const)('is reported with line, column and what to do: %s', (_, change, column, words) => {
    expect(problemsOfRow(change)).toEqual([[2, column, expect.stringContaining(words)]])
  })

  it('does not hide other invalid rows', () => {
    const rows = [rowOf(personOf(1)), ['', 'x', '1', ''], rowOf(personOf(2)), ['沈', '', '', '厂']]
    const { rows: count, problems } = check(rows)
    expect(count).toBe(4)
    expect(problems.map(({ line }) => line)).toEqual([3, 3, 3, 3, 5, 5, 5])
  })

  it('is reported with the other line if it is a duplicate', () => {
    const rows = [
      rowOf(good),
      rowOf(personOf(2)),
      rowOf({ ...personOf(3), idNumber: good.idNumber }),
    ]
    expect(check(rows).problems).toEqual([
      { line: 4, column: '身份证号', message: '与第 2 行的身份证号重复' },
    ])
  })

  it('is recognised as a duplicate regardless of case', () => {
    const withX = Array.from({ length: 40 }, (_, n) => idNumberOf(n)).find((id) => id.endsWith('X'))
    const idNumber = withX ?? ''
    const rows = [
      { ...good, idNumber },
      { ...good, idNumber: idNumber.toLowerCase() },
    ].map(rowOf)
    expect(check(rows).problems).toMatchObject([
      { line: 3, message: expect.stringContaining('重复') },
    ])
  })

  it('is reported if it has more cells than the heading', () => {
    expect(check([[...rowOf(good), '备注']]).problems).toMatchObject([{ line: 2 }])
  })
})

function problemsOfHeading(titles: readonly Cell[]): string[] {
  return check([rowOf(good)], titles).problems.map(({ line, message }) => `${line} ${message}`)
}

describe('a heading', () => {
  it('is requested if it is missing, without quoting the person in its place', () => {
    expect(problemsOfHeading(rowOf(personOf(2)))).toEqual([
      '1 第一行须是表头：姓名、身份证号、手机号、单位',
    ])
  })

  it('is refused with the missing, duplicate and unknown columns named', () => {
    expect(problemsOfHeading(['姓名', '身份证号', '手机', '手机号', '备注'])).toEqual([
      '1 “手机号”这一列出现了两次',
      '1 不认识“备注”这一列，请删除后再导入',
      '1 缺少“单位”这一列',
    ])
  })

  it('is refused without rows below it', () => {
    expect(check([]).problems).toMatchObject([{ message: expect.stringContaining('没有客户') }])
    expect(checkTable({ lines: [], problems: [] }).problems).toMatchObject([{ line: 1 }])
  })
})

it('a table of more than 50,000 rows is refused', () => {
  const row = rowOf(good)
  const rows = Array.from({ length: 50_001 }, () => row)
  expect(check(rows)).toMatchObject({
    rows: 50_001,
    problems: [{ line: 50_002, message: expect.stringContaining('50,000') }],
  })
})

it.each(['csv', 'xlsx'])(
  'the template is readable, and its example row is reported: %s',
  async (type) => {
    const path = join(root, 'apps/web/public/templates', `name-list.${type}`)
    expect(checkTable(await readTable(await readFile(path)))).toEqual({
      rows: 1,
      employees: [],
      problems: [{ line: 2, column: '身份证号', message: '这是模板中的示例，请删除这一行' }],
    })
  },
)
