/** One figure, the limit measured in the same run for comparison, and the goal if it has one. */
export type Row = {
  readonly what: string
  readonly value: string
  readonly beside?: string
  readonly goal?: Goal
}

/** What is compared with the goal: the figure itself, or its ratio to the limit. */
export type Goal = { readonly measured: number } & (
  | { readonly atLeast: number }
  | { readonly atMost: number }
)

/** The rows of one benchmark. */
export type Bench = { readonly name: string; readonly rows: readonly Row[] }

export function perSecond(count: number, milliseconds: number): number {
  return (count * 1000) / milliseconds
}

export function ratioTo(
  limit: { readonly name: string; readonly value: number },
  value: number,
): string {
  return `${(value / limit.value).toFixed(2)} of ${limit.name}`
}

export function isReached(goal: Goal): boolean {
  return 'atLeast' in goal ? goal.measured >= goal.atLeast : goal.measured <= goal.atMost
}

/** The figures of a benchmark, one line each. */
export function linesOf({ name, rows }: Bench): string[] {
  const lines = rows.map(({ what, value, beside, goal }) =>
    [
      `  ${what.padEnd(WHAT_WIDTH)}${value.padStart(VALUE_WIDTH)}`,
      ...(beside === undefined ? [] : [beside]),
      ...(goal === undefined ? [] : [`goal ${goalText(goal)}: ${reachedText(goal)}`]),
    ].join('   '),
  )
  return [name, ...lines, '']
}

const WHAT_WIDTH = 56
const VALUE_WIDTH = 10

/** The figures as tables of Markdown, one for each benchmark. */
export function markdownOf(benches: readonly Bench[]): string[] {
  return benches.flatMap(({ name, rows }) => [
    `| ${name} | Measured | Beside | Goal | |`,
    '|---|---|---|---|---|',
    ...rows.map(({ what, value, beside = '', goal }) =>
      ['', what, value, beside, goal ? goalText(goal) : '', goal ? reachedText(goal) : '', '']
        .join(' | ')
        .trim()
        .replaceAll('|  |', '| |')
        .replaceAll('|  |', '| |'),
    ),
  ])
}

/** All goals of a run, as the last part of its output. */
export function goalLines(benches: readonly Bench[]): string[] {
  const goals = benches.flatMap(({ name, rows }) =>
    rows.flatMap(({ what, goal }) => (goal === undefined ? [] : [{ name, what, goal }])),
  )
  if (goals.length === 0) return []
  const missed = goals.filter(({ goal }) => !isReached(goal))
  return [
    `${goals.length - missed.length} of ${goals.length} goals reached`,
    ...missed.map(
      ({ name, what, goal }) =>
        `  missed: ${name}, ${what}: ${formatRounded(goal.measured)}, goal ${goalText(goal)}`,
    ),
  ]
}

function goalText(goal: Goal): string {
  return 'atLeast' in goal ? `≥ ${formatRounded(goal.atLeast)}` : `≤ ${formatRounded(goal.atMost)}`
}

function reachedText(goal: Goal): string {
  return isReached(goal) ? 'reached' : 'not reached'
}

function formatRounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}

/** The same for machines: one object per figure, in one document. */
export function jsonOf(
  machine: Readonly<Record<string, unknown>>,
  benches: readonly Bench[],
): string {
  const rows = benches.flatMap(({ name, rows: figures }) =>
    figures.map(({ goal, ...figure }) => ({
      bench: name,
      ...figure,
      ...(goal && { goal: { ...goal, isReached: isReached(goal) } }),
    })),
  )
  return JSON.stringify({ ...machine, rows }, undefined, 2)
}
