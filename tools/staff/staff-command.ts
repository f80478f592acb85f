import { proposalKinds } from '@qingzhou/server/features/console/proposals/kinds.ts'
import { openUploads } from '@qingzhou/server/boot/services.ts'
import type { ProposalDeps } from '@qingzhou/server/features/proposals/index.ts'
import type { SignInServices } from '@qingzhou/server/features/staff-members/index.ts'
import { refusalMessage } from '@qingzhou/server/http/refusals.ts'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { PoolDatabase } from '@qingzhou/platform/database/pool'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { createLimiter } from '@qingzhou/platform/database/rate-limit-store'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createFiles } from '@qingzhou/platform/files/files'
import { createLog, messageOf } from '@qingzhou/platform/log'
import { Refused } from '@qingzhou/platform/refused'
import { createTasks } from '@qingzhou/platform/tasks/tasks'
import { configOf, openVault, withDatabase } from '../postgres/own-database.ts'
import { asStaff, readPassword, type StaffOptions } from './sign-in-at-terminal.ts'

/** The dependencies of a command for staff: those of proposals, with all their kinds. */
export type StaffServices = ProposalDeps & SignInServices

/** A command for staff. `run` returns what is printed. */
export type StaffCommand<Options extends { readonly staff: StaffOptions }> = {
  readonly usage: string
  readonly readOptions: (words: readonly string[]) => Options
  readonly run: (
    services: StaffServices,
    staff: StaffMember,
    options: Options,
  ) => Promise<readonly string[]>
}

type Output = {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/**
 * Runs a command for a member of staff, who signs in first, on the product's database under the
 * server's role. Returns the exit status: 1 after a refusal.
 */
export async function runStaffCommand<Options extends { readonly staff: StaffOptions }>(
  command: StaffCommand<Options>,
  words: readonly string[],
  { print, complain }: Output = { print: console.log, complain: console.error },
): Promise<0 | 1> {
  try {
    const options = optionsOrUsage(command, words)
    const password = await readPassword(options.staff)
    await withDatabase(async (url) => {
      await migrate(url)
      const database = createDatabase(url, { max: 4, role: 'qingzhou_app', onIdleError: () => {} })
      try {
        const services = await servicesOf(database, url)
        const lines = await asStaff(services, { ...options.staff, password }, (staff) =>
          command.run(services, staff, options),
        )
        for (const line of lines) print(line)
      } finally {
        await database.close()
      }
    })
    return 0
  } catch (error) {
    complain(error instanceof Refused ? refusalLine(error) : messageOf(error))
    return 1
  }
}

/** The refusal by its kind, for the documentation, and its message. */
export function refusalLine({ refusal }: Pick<Refused, 'refusal'>): string {
  return `Refused (${refusal.kind}): ${refusalMessage(refusal).message}`
}

const now = () => new Date()

async function servicesOf(database: PoolDatabase, url: string): Promise<StaffServices> {
  const config = configOf(url)
  const vault = await openVault(database, url)
  return {
    database,
    vault,
    now,
    today: () => dayInShanghai(now()),
    tasks: createTasks(),
    limiter: createLimiter({ database, vault, now }),
    files: createFiles({ database, vault, now, store: await openUploads(config) }),
    log: createLog({ level: 'silent' }),
    staffSecondFactor: config.staffSecondFactor,
    kinds: proposalKinds,
  }
}

function optionsOrUsage<Options extends { readonly staff: StaffOptions }>(
  command: StaffCommand<Options>,
  words: readonly string[],
): Options {
  try {
    return command.readOptions(words)
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${command.usage}`, { cause })
  }
}
