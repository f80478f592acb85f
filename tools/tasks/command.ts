import { parseArgs } from 'node:util'

import { taskStates, type TaskState } from '@qingzhou/platform/tasks/operate-store'

export const USAGE = `npm run tasks -- list [--kind disburse] [--state due|waiting|running|failing|dead|cancelled] [--limit 50]
npm run tasks -- show <task>
npm run tasks -- exceptions [--all] [--limit 50]
npm run tasks -- retry <task>… [--yes]
npm run tasks -- defer <task>… --minutes 60 [--yes]
npm run tasks -- cancel <task>… [--yes]
  The background work of the product: what is queued, what fails, and what an operator has to look into.
  retry makes a task due at once and counts its attempts from zero; a dead one is revived. defer puts it off, a
  week at most. cancel is for tasks that leave nothing open: messages (they stay listed as cancelled),
  announcements, reconciliations and planned rate cuts. Orders that move money can't be cancelled. A task that
  runs can't be changed. Each change asks first, unless --yes, and is written to the staff log. DATABASE_URL
  says which database; without it, the one that comes along, under DATA_DIR.`

export type Command =
  | {
      readonly act: 'list'
      readonly kind: string | undefined
      readonly state: TaskState | undefined
      readonly limit: number
    }
  | { readonly act: 'show'; readonly taskNo: bigint }
  | { readonly act: 'exceptions'; readonly isResolvedToo: boolean; readonly limit: number }
  | Change

/** An operator's change to tasks. */
export type Change = {
  readonly act: 'retry' | 'defer' | 'cancel'
  readonly taskNos: readonly bigint[]
  readonly minutes: number
  readonly isConfirmed: boolean
}

/** Parses the command line; a mistake is reported before anything is changed. */
export function commandOf(words: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      state: { type: 'string' },
      limit: { type: 'string', default: '50' },
      minutes: { type: 'string' },
      all: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [act, ...tasks] = positionals
  const limit = numberOf('--limit', values.limit, 10_000)
  switch (act) {
    case 'list':
      return { act, kind: values.kind, state: stateOf(values.state), limit }
    case 'exceptions':
      return { act, isResolvedToo: values.all, limit }
    case 'show':
      return { act, taskNo: taskNoOf(tasks[0]) }
    case 'retry':
    case 'defer':
    case 'cancel': {
      const taskNos = [taskNoOf(tasks[0]), ...tasks.slice(1).map(taskNoOf)]
      const minutes = act === 'defer' ? numberOf('--minutes', values.minutes, 7 * 24 * 60) : 0
      return { act, taskNos, minutes, isConfirmed: values.yes }
    }
    default:
      throw new Error(act === undefined ? 'Name a command.' : `There is no command ${act}.`)
  }
}

function stateOf(text: string | undefined): TaskState | undefined {
  if (text === undefined) return undefined
  const state = taskStates.find((one) => one === text)
  if (state === undefined) throw new Error(`--state has to be one of ${taskStates.join(', ')}.`)
  return state
}

function taskNoOf(text: string | undefined): bigint {
  if (text === undefined) throw new Error('Name a task by its number.')
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Error(`${text} is not the number of a task.`)
  return BigInt(text)
}

function numberOf(name: string, text: string | undefined, max: number): number {
  const number = Number(text)
  if (text !== undefined && /^[1-9]\d{0,6}$/.test(text) && number <= max) return number
  throw new Error(`${name} has to be a whole number from 1 to ${max}.`)
}
