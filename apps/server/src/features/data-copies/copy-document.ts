import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { displayRate } from '@qingzhou/domain/money/rate'
import { lender } from '@qingzhou/platform/config/brand'
import type { Block } from '@qingzhou/contract/features/reference'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table as tableBlock,
  type PrintableDocument,
} from '@qingzhou/platform/documents/document'
import { pageTitle } from '#features/reference/index.ts'
import { isCopied, nameInCopy, type CopiedRow, type CopiedTables } from './copied-rows.ts'
import { copyPlan } from './plan/copy-plan.ts'
import { copyParts } from './plan/copy-rule.ts'

/** More rows than a reader wants. The machine-readable file has all of them. */
const ROWS_MAX = 300
const COLUMNS_MAX = 5

/** The copy for reading: by part and table, what the plan shows, and at the end what is left out. */
export function writeCopy(
  tables: CopiedTables,
  { requestNo, at }: { readonly requestNo: string; readonly at: Date },
): PrintableDocument {
  return {
    title: '个人信息副本',
    blocks: [
      paragraph(
        `应您的申请，${lender.company}提供截至 ${momentText(at)} 保存的您的个人信息。本文件便于阅读，同一压缩包中的 data.json 有全部内容，files 文件夹中有照片和文件。核验方法见压缩包中的“说明.txt”。`,
      ),
      ...copyParts.flatMap((part) => partBlocks(tables, part)),
      headingBlock('没有列入副本的内容'),
      points(...listLeftOut()),
    ],
    seal: {
      signer: lender.company,
      signedAt: at,
      lines: ['电子签章（数字签名）', `生成时间 ${momentText(at)}`, `申请编号 ${requestNo}`],
    },
    foot: `个人信息副本 · 申请编号 ${requestNo} · 含个人信息，请妥善保管`,
  }
}

function partBlocks(tables: CopiedTables, part: (typeof copyParts)[number]): Block[] {
  const blocks = Object.entries(copyPlan).flatMap(([name, rule]) => {
    const rows = tables[name] ?? []
    if (!isCopied(rule) || rule.part !== part || rows.length === 0) return []
    return tableBlocks(rule, rows)
  })
  return blocks.length === 0 ? [] : [headingBlock(part), ...blocks]
}

function tableBlocks(
  { title, shown }: { readonly title: string; readonly shown: Readonly<Record<string, string>> },
  rows: readonly CopiedRow[],
): Block[] {
  const labels = Object.values(shown)
  const cells = rows
    .slice(0, ROWS_MAX)
    .map((row) => Object.keys(shown).map((column) => cellText(column, row)))
  const count = rows.length > ROWS_MAX ? `（共 ${rows.length} 条，以下列出 ${ROWS_MAX} 条）` : ''
  const head = paragraph(`${title}${count}`)
  // Two columns are a name with a text of any length; one row has room for long values.
  if (labels.length === 2 && rows.length > 1) {
    const lines = cells.map(([name = '', value = '']) => ({ name, value }))
    return [head, { kind: 'pairs', pairs: lines }]
  }
  if (rows.length > 1 && labels.length <= COLUMNS_MAX) return [head, tableBlock(labels, cells)]
  return [
    head,
    ...cells.map((row) =>
      pairs(Object.fromEntries(labels.map((label, index) => [label, row[index] ?? '']))),
    ),
  ]
}

const words: Readonly<Record<string, string>> = {
  'id-card-front': '身份证人像面',
  'id-card-back': '身份证国徽面',
  'face-frame': '人脸图像',
  evidence: '材料',
  certificate: '证明',
  wallet: '支付应用',
  messenger: '消息应用',
}

function cellText(column: string, row: CopiedRow): string {
  const value = row[nameInCopy(column)]
  if (column === 'page_name') return pageTitle(String(value))
  if (column === 'kind' || column === 'provider') return words[String(value)] ?? String(value)
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'number' && column.endsWith('_fen')) return displayYuan(fen(BigInt(value)))
  if (typeof value === 'number' && column.endsWith('_ppm')) return displayRate(BigInt(value))
  if (typeof value === 'string' && /_(at|since)$/.test(column)) return momentText(new Date(value))
  return linesOf(value).join('，')
}

/** The values in an object or list, whatever their names. */
function linesOf(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'object') return Object.values(value).flatMap(linesOf)
  return typeof value === 'string' ? [value] : [JSON.stringify(value)]
}

const moments = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function momentText(moment: Date): string {
  return Number.isNaN(moment.getTime()) ? '—' : moments.format(moment)
}

/** Each reason once, as the customer reads it. */
export function listLeftOut(): string[] {
  const reasons = Object.values(copyPlan).flatMap((rule) =>
    isCopied(rule) ? Object.values(rule.without ?? {}) : [rule.leftOut],
  )
  return [...new Set(reasons)].map((reason) => `${reason}。`)
}
