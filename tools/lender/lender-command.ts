import { messageOf } from '@qingzhou/platform/log'
import { migrate } from '@qingzhou/platform/database/migrate'
import type { Database } from '@qingzhou/platform/database/database'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { startBusinessDate } from '@qingzhou/lending/ledger/index'
import { withDatabase } from '../postgres/own-database.ts'

/** Runs a lender's command on the product's database, under the server's role. */
export async function runLenderCommand<Options>(command: {
  readonly usage: string
  readonly readOptions: (words: string[]) => Options
  readonly run: (database: Database, options: Options, url: string) => Promise<void>
}): Promise<void> {
  try {
    const options = optionsOrUsage(command)
    await withDatabase(async (url) => {
      await migrate(url)
      const settings = { max: 8, role: 'qingzhou_app', onIdleError: () => {} } as const
      const database = createDatabase(url, settings)
      try {
        await startBusinessDate(database)
        await command.run(database, options, url)
      } finally {
        await database.close()
      }
    })
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

function optionsOrUsage<Options>(command: {
  readonly usage: string
  readonly readOptions: (words: string[]) => Options
}): Options {
  try {
    return command.readOptions(process.argv.slice(2))
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${command.usage}`, { cause })
  }
}
