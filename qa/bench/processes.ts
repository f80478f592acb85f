import { readdirSync, readFileSync } from 'node:fs'

/** A clock tick of Linux, the unit of processor time in /proc. */
const TICK_US = 10_000
const PARENT_FIELD = 1
/** User and system time of a process, and the same of its children that have ended. */
const TIME_FIELDS = [11, 12, 13, 14]

/** A process and all that it has started. */
export function processTree(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[PARENT_FIELD])]),
  )
  const members = [pid]
  for (const member of members) {
    for (const [child, parent] of parents) if (parent === member) members.push(child)
  }
  return members
}

/** The processor time that processes and their ended children have used, in microseconds. */
export function processorTimeUs(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    const stat = statOf(pid)
    return TIME_FIELDS.reduce((sum, field) => sum + Number(stat[field] ?? 0), 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_US
}

/** The memory of a process in megabytes, shared pages included. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`)) ?? []
  return (Number(kilobytes ?? 0) * 1024) / 1_000_000
}

/** The fields after the name of the program, which may contain spaces. */
function statOf(pid: number): string[] {
  const text = textOf(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has just ended, or this system has no /proc.
    return ''
  }
}
