/** A figure among different numbers of customers. */
export type Curve = {
  readonly what: string
  readonly sizes: readonly number[]
  readonly values: readonly number[]
}

const COLUMNS = 3
const PANEL = { width: 300, height: 200, left: 16, right: 40, top: 48, bottom: 32 }
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #43555c }
  .what { font-size: 13px; font-weight: 600; fill: #12262c }
  .axis { stroke: #c3ced2 } .goal { stroke: #b4531a; stroke-dasharray: 5 4 }
  .curve { stroke: #0b5c66; stroke-width: 2; fill: none } circle { fill: #0b5c66 }
  .goal-text { fill: #b4531a } .value { text-anchor: middle }`

/**
 * One panel for each curve, from zero, over the logarithm of the number of customers. The dashed line
 * is the most that the last value may be: a multiple of the first one.
 */
export function drawCurves(curves: readonly Curve[], timesMax: number): string {
  const rows = Math.ceil(curves.length / COLUMNS)
  const [width, height] = [COLUMNS * PANEL.width, rows * PANEL.height]
  const panels = curves.map((curve, index) => {
    const x = (index % COLUMNS) * PANEL.width
    const y = Math.floor(index / COLUMNS) * PANEL.height
    return `<g transform="translate(${x} ${y})">${panelOf(curve, timesMax)}</g>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${STYLE}\n</style>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...panels,
    '</svg>\n',
  ].join('\n')
}

function panelOf({ what, sizes, values }: Curve, timesMax: number): string {
  const limit = timesMax * (values[0] ?? 0)
  const most = 1.15 * Math.max(limit, ...values)
  const logs = sizes.map(Math.log10)
  const [from = 0, until = 1] = [logs[0], logs.at(-1)]
  const inner = {
    width: PANEL.width - PANEL.left - PANEL.right,
    height: PANEL.height - PANEL.top - PANEL.bottom,
  }
  const xOf = (log: number) =>
    round(PANEL.left + 24 + ((log - from) / (until - from || 1)) * (inner.width - 48))
  const yOf = (value: number) => round(PANEL.top + inner.height * (1 - value / most))
  const ground = yOf(0)
  // A figure that would stand on the dashed line stands below its point.
  const textY = (y: number) => (Math.abs(y - 12 - yOf(limit)) < 14 ? y + 18 : y - 8)
  const points = values.map((value, index) => ({ x: xOf(logs[index] ?? 0), y: yOf(value), value }))
  return [
    `<text class="what" x="${PANEL.left}" y="26">${what}</text>`,
    `<line class="axis" x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${ground}" y2="${ground}"/>`,
    `<line class="goal" x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${yOf(limit)}" y2="${yOf(limit)}"/>`,
    `<text class="goal-text" x="${PANEL.width - PANEL.right + 4}" y="${yOf(limit) + 4}">× ${timesMax}</text>`,
    `<polyline class="curve" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ...points.map(({ x, y, value }, index) =>
      [
        `<circle cx="${x}" cy="${y}" r="3.5"/>`,
        `<text class="value" x="${x}" y="${textY(y)}">${inWords(value)}</text>`,
        `<text class="value" x="${x}" y="${ground + 18}">${sizes[index]?.toLocaleString('en')}</text>`,
      ].join(''),
    ),
  ].join('\n')
}

function inWords(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
