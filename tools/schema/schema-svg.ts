import type { Subject, Table } from './catalog.ts'

// Each subject is a band over the whole width; its tables are placed one by one into the shortest
// of several
// columns. Foreign keys are lines from the referencing table to the referenced one.
const COLUMNS = 7
const BOX = 290
const GAP = 44
const LINE = 14
const HEADER = 20
const MARGIN = 30
const WIDTH = MARGIN * 2 + COLUMNS * BOX + (COLUMNS - 1) * GAP
const CHARACTERS = 41

type PlacedTable = { readonly table: Table; readonly x: number; readonly y: number }
type Band = {
  readonly title: string
  readonly y: number
  readonly height: number
  readonly boxes: readonly PlacedTable[]
}

/** An entity diagram of all tables. */
export function schemaSvg(subjects: readonly Subject[]): string {
  const bands = placeBands(subjects.filter(({ tables }) => tables.length > 0))
  const boxes = bands.flatMap((band) => band.boxes)
  const height = bands.reduce((lowest, band) => Math.max(lowest, band.y + band.height), 0) + MARGIN
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
    STYLE,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="34" class="note">Bold columns are the primary key. Lines are foreign keys, from the referencing table to the referenced one. customer_no names the customer in every table that has it, without a foreign key.</text>`,
    ...bands.map(bandSvg),
    ...boxes.map(boxSvg),
    ...linesBetween(boxes),
    '</svg>',
  ].join('\n')}\n`
}

const STYLE = `<style>
text { font: 11px ui-monospace, Menlo, Consolas, monospace; fill: #1f2933 }
.title { font: 600 20px system-ui, sans-serif } .note { font: 13px system-ui, sans-serif; fill: #52606d }
.name, .key { font-weight: 700 } .type { fill: #7b8794 } .line { fill: none; stroke: #c2410c; stroke-width: 1.6 }
</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#c2410c"/></marker></defs>`

function placeBands(subjects: readonly Subject[]): Band[] {
  let y = 50
  return subjects.map(({ title, tables }) => {
    const band = bandAt(y, { title, tables })
    y += band.height + 24
    return band
  })
}

function bandAt(y: number, { title, tables }: Pick<Subject, 'title' | 'tables'>): Band {
  const top = y + 48
  const ends = Array.from({ length: COLUMNS }, () => top)
  const boxes = tables.map((table) => {
    const column = ends.indexOf(Math.min(...ends))
    const box = { table, x: MARGIN + column * (BOX + GAP), y: ends[column] ?? top }
    ends[column] = box.y + heightOf(table) + 18
    return box
  })
  return { title, y, height: Math.max(...ends) - y, boxes }
}

function heightOf({ columns }: Table): number {
  return HEADER + columns.length * LINE + 8
}

function bandSvg({ title, y, height }: Band): string {
  return `<rect x="12" y="${y}" width="${WIDTH - 24}" height="${height}" rx="8" fill="#f5f7fa"/>
<text x="${MARGIN}" y="${y + 30}" class="title">${escapeXml(title)}</text>`
}

function boxSvg({ table, x, y }: PlacedTable): string {
  const rows = table.columns.map(({ name, type, isKey }, index) => {
    const at = y + HEADER + (index + 1) * LINE
    const room = CHARACTERS - name.length - 2
    const short = SHORT[type] ?? type
    const shown = short.length > room ? `${short.slice(0, Math.max(room - 1, 0))}…` : short
    return `<text x="${x + 8}" y="${at}"${isKey ? ' class="key"' : ''}>${escapeXml(name)}</text><text x="${x + BOX - 8}" y="${at}" class="type" text-anchor="end">${escapeXml(shown)}</text>`
  })
  return `<g><rect x="${x}" y="${y}" width="${BOX}" height="${heightOf(table)}" rx="4" fill="#fff" stroke="#9aa5b1"/>
<rect x="${x}" y="${y}" width="${BOX}" height="${HEADER}" rx="4" fill="#d9e2ec"/>
<text x="${x + 8}" y="${y + 14}" class="name">${escapeXml(table.name)}</text>
${rows.join('\n')}</g>`
}

const SHORT: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamptz',
}

function linesBetween(boxes: readonly PlacedTable[]): string[] {
  const byName = new Map(boxes.map((box) => [box.table.name, box]))
  return boxes.flatMap((from) =>
    from.table.references.flatMap((name) => {
      const to = byName.get(name)
      return to ? [lineSvg(from, to)] : []
    }),
  )
}

/**
 * Runs in the gaps between the columns, from the nearer side of one box to the nearer side of the
 * other. Across other columns it runs just above the referenced table.
 */
function lineSvg(from: PlacedTable, to: PlacedTable): string {
  const [start, end] = [from.y + HEADER / 2, to.y + HEADER / 2]
  if (to.x === from.x) return pathSvg(`M${from.x + BOX} ${start}h22V${end}h-22`)
  const isLeft = to.x < from.x
  const [out, into] = isLeft ? [from.x, to.x + BOX] : [from.x + BOX, to.x]
  const [leave, arrive] = isLeft ? [out - GAP / 2, into + GAP / 2] : [out + GAP / 2, into - GAP / 2]
  const over = leave === arrive ? '' : `V${to.y - 9}H${arrive}`
  return pathSvg(`M${out} ${start}H${leave}${over}V${end}H${into}`)
}

function pathSvg(path: string): string {
  return `<path class="line" marker-end="url(#end)" d="${path}"/>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
