import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** How far the runner of a stage is. It writes this to a file, as its output is kept for a failure. */
export type Count = { readonly done: number; readonly total: number; readonly failed: number }

/** Writes the count where the command that started the runner looks for it. */
export function writeCount(count: Count): void {
  const path = process.env['PROGRESS_FILE']
  if (path === undefined) return
  writeFileSync(`${path}.new`, JSON.stringify(count))
  renameSync(`${path}.new`, path)
}

export function readCount(path: string): Count | undefined {
  // Written above.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Count) : undefined
}

/** What a stage runs, and how many. */
export type Stage = { readonly name: string; readonly unit?: string; readonly total?: number }

/** `tests      2:30   210 of 590 files, 1 failed` */
export function progressLine(stage: Stage, seconds: number, count: Count | undefined): string {
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
  return `${stage.name.padEnd(10)}${clock.padStart(7)}   ${stateOf(stage, count)}`
}

function stateOf({ unit = '' }: Stage, count: Count | undefined): string {
  if (!count) return 'starting'
  const failed = count.failed > 0 ? `, ${count.failed} failed` : ''
  return `${count.done} of ${count.total} ${unit}${failed}`
}

/** How long each stage took, in seconds. */
export type Durations = Readonly<Record<string, number>>

/** On one processor that does nothing else, where no run of this checkout is recorded. */
const PROCESSOR_SECONDS: Durations = { tests: 650, browser: 1_300 }

/**
 * What will run and about how long. The stages of a group run side by side, the groups one after the
 * other.
 */
export function planLine(
  groups: readonly (readonly Stage[])[],
  { last, processors }: { readonly last: Durations; readonly processors: number },
): string {
  const isKnown = groups.flat().every(({ name, unit }) => unit === undefined || name in last)
  const estimate = (name: string) =>
    isKnown ? (last[name] ?? 0) : (PROCESSOR_SECONDS[name] ?? 0) / processors
  const seconds = groups.reduce(
    (total, group) => total + Math.max(...group.map(({ name }) => estimate(name))),
    0,
  )
  const why = isKnown ? 'like the last time' : `on ${processors} processors without other work`
  const stages = groups.map((group) => group.map(textOf).join(', ')).join('; then ')
  return `Runs ${stages}. About ${Math.max(1, Math.round(seconds / 60))} min, ${why}.`
}

function textOf({ name, unit, total }: Stage): string {
  return total === undefined ? name : `${name} (${total} ${unit})`
}
