import { createInterface } from 'node:readline/promises'

import { unreachable } from '@qingzhou/domain/assert'
import type { Database } from '@qingzhou/platform/database/database'
import { readExceptions } from '@qingzhou/server/features/order-watch/index.ts'
import { cancelTask, deferTask, retryTask } from '@qingzhou/platform/tasks/operate'
import { findTask, listTasks } from '@qingzhou/platform/tasks/operate-store'
import { runLenderCommand } from '../lender/lender-command.ts'
import { commandOf, USAGE, type Change, type Command } from '../tasks/command.ts'
import { detailsOf, exceptionLineOf, lineOf } from '../tasks/lines.ts'

const MINUTE_MS = 60_000
const now = () => new Date()
const DONE = { retry: 'is due now', defer: 'is deferred', cancel: 'is cancelled' } as const

await runLenderCommand<Command>({
  usage: USAGE,
  readOptions: commandOf,
  run: async (database, command) => {
    for (const line of await obey(database, command)) console.log(line)
  },
})

async function obey(database: Database, command: Command): Promise<string[]> {
  switch (command.act) {
    case 'list':
      return orNone((await listTasks(database, command)).map(lineOf), 'No such task is queued.')
    case 'show': {
      const task = await findTask(database, command.taskNo)
      if (!task) throw new Error(`There is no task ${command.taskNo}.`)
      return detailsOf(task)
    }
    case 'exceptions': {
      const exceptions = await readExceptions(database, command)
      return orNone(exceptions.map(exceptionLineOf), 'There is nothing to look into.')
    }
    case 'retry':
    case 'defer':
    case 'cancel':
      return change(database, command)
    default:
      return unreachable(command)
  }
}

function orNone(lines: string[], sentence: string): string[] {
  return lines.length === 0 ? [sentence] : lines
}

async function change(database: Database, command: Change): Promise<string[]> {
  const { act, taskNos, minutes } = command
  for (const taskNo of taskNos) {
    const task = await findTask(database, taskNo)
    if (!task) throw new Error(`There is no task ${taskNo}.`)
    console.log(lineOf(task))
  }
  await requireConfirmation(command)
  const runAt = new Date(now().getTime() + minutes * MINUTE_MS)
  const lines: string[] = []
  for (const taskNo of taskNos) {
    if (act === 'retry') await retryTask({ database, now }, taskNo)
    else if (act === 'cancel') await cancelTask({ database, now }, taskNo)
    else await deferTask({ database, now }, { taskNo, runAt })
    lines.push(`Task ${taskNo} ${DONE[act]}.`)
  }
  return lines
}

async function requireConfirmation({ act, taskNos, isConfirmed }: Change): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask at: confirm with --yes.')
  const line = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await line.question(`${act} ${taskNos.join(', ')}? [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was changed.')
  } finally {
    line.close()
  }
}
