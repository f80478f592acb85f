import { checkDatedRows } from '@qingzhou/domain/dated/check-dated-rows'
import {
  datedRowOn,
  datedRowText,
  datedValueText,
  readDatedRow,
  type DatedKind,
  type DatedRow,
} from '@qingzhou/domain/dated/dated-rows'
import { product } from '@qingzhou/domain/product'
import {
  insertDatedRows,
  lockDatedRows,
  readDatedRows,
  readOpenRates,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { lender } from '@qingzhou/platform/config/brand'
import { orRefuse } from '@qingzhou/platform/refused'
import type { Queryable } from '@qingzhou/platform/database/database'
import { proposalKind } from '#features/proposals/index.ts'
import { rowsField } from './rows-field.ts'

/** A year has at most so many holidays and moved working days. */
const ROWS_MAX = 400

/** Records rates, caps, the setting of due dates, or a calendar, all rows or none. [J1, J2] */
export const recordDatedRows = proposalKind<{ readonly rows: string }>({
  kind: 'record-dated-rows',
  fields: { rows: rowsField(ROWS_MAX, (line) => datedRowText(orRefuse(readDatedRow(line)))) },
  touches: ['facts'],
  describe: async ({ database }, { rows }) => {
    const stored = await readDatedRows(database)
    return rowsOf(rows).map((row) => lineOf(row, stored))
  },
  perform: async ({ database }, { rows: text }, { proposalNo }) => {
    const rows = rowsOf(text)
    await database.inTransaction(async (tx) => {
      await lockDatedRows(tx)
      const stored = await readDatedRows(tx)
      const [today, offers] = [await readBusinessDate(tx), await readOffers(tx)]
      orRefuse(checkDatedRows(rows, { stored, today, offers, lender: lender.kind }))
      await insertDatedRows(tx, { rows, proposalNo })
    })
    return `rows=${rows.length}`
  },
})

function rowsOf(text: string): DatedRow[] {
  return text.split('\n').map((line) => orRefuse(readDatedRow(line)))
}

/** The prices of the product, and of the limits that customers have. */
async function readOffers(db: Queryable) {
  const grades = Object.entries(product.gradeRatesPpm)
  return [
    ...(await readOpenRates(db)),
    ...grades.map(([grade, ratePpm]) => ({ name: `grade ${grade}`, ratePpm })),
  ]
}

const kindNames: Readonly<Record<DatedKind, string>> = {
  'prime-rate': '一年期 LPR',
  'cost-cap': '自定综合成本上限',
  'due-days': '还款日遇休息日',
  calendar: '日历',
  'provision-pass': '正常类准备率',
  'provision-special-mention': '关注类准备率',
  'provision-substandard': '次级类准备率',
  'provision-doubtful': '可疑类准备率',
  'provision-loss': '损失类准备率',
  'default-stage-1': '第一阶段违约概率',
  'default-stage-2': '第二阶段违约概率',
  'default-stage-3': '第三阶段违约概率',
  'loss-given-default': '违约损失率',
  'value-added-tax': '增值税税率',
}

const valueNames: Readonly<Record<string, string>> = {
  'as-planned': '不顺延',
  'next-working-day': '顺延至下一工作日',
  holiday: '休息',
  workday: '上班',
}

function lineOf(row: DatedRow, stored: readonly DatedRow[]): string {
  const { kind, day } = row
  if (kind === 'calendar') return `${kindNames[kind]}：${day} ${valueName(row)}`
  const before = datedRowOn(stored, kind, day)
  const now = before ? `（原 ${before.day} 起 ${valueName(before)}）` : ''
  return `${kindNames[kind]}：${day} 起 ${valueName(row)}${now}`
}

function valueName(row: DatedRow): string {
  const text = datedValueText(row)
  return valueNames[text] ?? text
}
