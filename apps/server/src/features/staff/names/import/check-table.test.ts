import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '@qingzhou/tools/root.ts'
import { readTable } from '#features/staff/names/table/read-table.ts'
import type { Cell } from '#features/staff/names/table/table.ts'
import {
  idNumberOf,
  peopleFrom,
  personOf,
  rowOf,
  TITLES,
} from '#features/staff/names/testing/people.ts'
import { checkTable } from './check-table.ts'

function check(rows: readonly (readonly Cell[])[], titles: readonly Cell[] = TITLES) {
  const lines = [titles, ...rows].map((cells, index) => ({ line: index + 1, cells }))
  return checkTable({ lines, problems: [] })
}

const good = personOf(1)

/** What is said of a row that is good but for one cell. */
function saidOf(change: Partial<Record<keyof typeof good, Cell>>): unknown[] {
  const { name, idNumber, mobile, employer } = { ...good, ...change }
  return check([[name, idNumber, mobile, employer]]).problems.map(({ line, column, message }) => [
    line,
    column,
    message,
  ])
}

describe('a list of names', () => {
  it('is taken as it is', () => {
    const people = peopleFrom(1, 3)
    expect(check(people.map(rowOf))).toEqual({ rows: 3, employees: people, problems: [] })
  })

  it('may have its columns in another order and by other names, with empty lines between', () => {
    const { name, idNumber, mobile, employer } = good
    const titles = ['工作单位', '手机号码（11 位）', '身份证号码', ' 姓名 *']
    const rows = [[], [employer, mobile, idNumber, name], ['', ' ']]
    expect(check(rows, titles)).toEqual({ rows: 1, employees: [good], problems: [] })
  })

  it('is brought to one form', () => {
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

  it('may have phones that a spreadsheet took for quantities', () => {
    expect(saidOf({ mobile: { kind: 'number', text: '13900000001' } })).toEqual([])
    expect(saidOf({ mobile: { kind: 'number', text: '1.3900000001E10' } })).toEqual([])
  })
})

describe('a bad row', () => {
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
  ] as const)(
    'is named with its line, its column and what to do: %s',
    (_, change, column, words) => {
      expect(saidOf(change)).toEqual([[2, column, expect.stringContaining(words)]])
    },
  )

  it('is not hidden by another, and a good one is not taken', () => {
    const rows = [rowOf(personOf(1)), ['', 'x', '1', ''], rowOf(personOf(2)), ['沈', '', '', '厂']]
    const { rows: count, problems } = check(rows)
    expect(count).toBe(4)
    expect(problems.map(({ line }) => line)).toEqual([3, 3, 3, 3, 5, 5, 5])
  })

  it('that comes twice names the other line', () => {
    const rows = [
      rowOf(good),
      rowOf(personOf(2)),
      rowOf({ ...personOf(3), idNumber: good.idNumber }),
    ]
    expect(check(rows).problems).toEqual([
      { line: 4, column: '身份证号', message: '与第 2 行的身份证号重复' },
    ])
  })

  it('is known for the same one in small letters', () => {
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

  it('with more cells than the heading is named', () => {
    expect(check([[...rowOf(good), '备注']]).problems).toMatchObject([{ line: 2 }])
  })
})

function saidOfHeading(titles: readonly Cell[]): string[] {
  return check([rowOf(good)], titles).problems.map(({ line, message }) => `${line} ${message}`)
}

describe('a heading', () => {
  it('that is missing is asked for, and the person in its place is not named', () => {
    expect(saidOfHeading(rowOf(personOf(2)))).toEqual([
      '1 第一行须是表头：姓名、身份证号、手机号、单位',
    ])
  })

  it('without a column, with one twice, or with one too many says which', () => {
    expect(saidOfHeading(['姓名', '身份证号', '手机', '手机号', '备注'])).toEqual([
      '1 “手机号”这一列出现了两次',
      '1 不认识“备注”这一列，请删除后再导入',
      '1 缺少“单位”这一列',
    ])
  })

  it('without anybody below it is said to be so', () => {
    expect(check([]).problems).toMatchObject([{ message: expect.stringContaining('没有客户') }])
    expect(checkTable({ lines: [], problems: [] }).problems).toMatchObject([{ line: 1 }])
  })
})

it('more than fifty thousand rows are refused', () => {
  const row = rowOf(good)
  const rows = Array.from({ length: 50_001 }, () => row)
  expect(check(rows)).toMatchObject({
    rows: 50_001,
    problems: [{ line: 50_002, message: expect.stringContaining('50,000') }],
  })
})

it.each(['csv', 'xlsx'])(
  'the template can be read, and its example is to be deleted: %s',
  async (type) => {
    const path = join(root, 'apps/web/public/templates', `name-list.${type}`)
    expect(checkTable(await readTable(await readFile(path)))).toEqual({
      rows: 1,
      employees: [],
      problems: [{ line: 2, column: '身份证号', message: '这是模板中的示例，请删除这一行' }],
    })
  },
)
