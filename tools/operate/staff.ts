import { unreachable } from '@qingzhou/domain/assert'
import { messageOf } from '@qingzhou/platform/log'
import type { Services } from '@qingzhou/server/services.ts'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import {
  addStaff,
  changePassword,
  changePhone,
  changeRoles,
  disableStaff,
  enableStaff,
  linkOidcSubject,
  listFailures,
  listStaff,
  requireSecondFactor,
  resetSecondFactor,
  unlinkOidcSubject,
  unlockStaff,
} from '@qingzhou/server/features/staff-members/index.ts'
import { openVault, withDatabase } from '../postgres/own-database.ts'
import { commandOf, USAGE, type Command } from '../staff/command.ts'
import { failureLineOf, lineOf } from '../staff/line.ts'
import { readPassword } from '../staff/read-password.ts'

try {
  const command = readCommand()
  const password = await passwordFor(command)
  await withDatabase(async (url) => {
    for (const line of await run(url, { command, password })) console.log(line)
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function readCommand(): Command {
  try {
    return commandOf(process.argv.slice(2))
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${USAGE}`, { cause })
  }
}

/** Asks before a database is opened, so that no connection waits for the input. */
async function passwordFor(command: Command): Promise<string> {
  if (command.act !== 'add' && command.act !== 'password') return ''
  return readPassword({ isPiped: command.isPasswordPiped })
}

type StaffCommand = { readonly command: Command; readonly password: string }

async function run(url: string, request: StaffCommand): Promise<string[]> {
  await migrate(url)
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  try {
    return await obey(
      { database, vault: await openVault(database, url), now: () => new Date() },
      request,
    )
  } finally {
    await database.close()
  }
}

async function obey(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { command, password }: StaffCommand,
): Promise<string[]> {
  switch (command.act) {
    case 'list':
      return (await listStaff(services.database, services)).map(lineOf)
    case 'failures':
      return (await listFailures(services.database, { now: services.now(), days: 7 })).map(
        failureLineOf,
      )
    case 'add': {
      const staffNo = await addStaff(services, { ...command, password })
      if (staffNo === undefined) throw new Error(`The username ${command.username} is taken.`)
      return [`${command.username} is ${staffNo}: ${command.roles.join(', ')}.`]
    }
    case 'roles':
      return doneLines(command, await changeRoles(services, command.username, command))
    case 'password':
      return doneLines(command, await changePassword(services, { ...command, password }))
    case 'phone':
      return doneLines(command, await changePhone(services, command))
    case 'disable':
      return doneLines(command, await disableStaff(services, command.username))
    case 'enable':
      return doneLines(command, await enableStaff(services, command.username))
    case 'unlock': {
      const staffNo = await unlockStaff(services, command.username)
      if (staffNo === undefined)
        throw new Error(`No member of staff has the username ${command.username}.`)
      return [`Done. ${command.username} (${staffNo}) may try again.`]
    }
    case 'require-second-factor':
      return doneLines(command, await requireSecondFactor(services, command.username))
    case 'reset-second-factor':
      return doneLines(command, await resetSecondFactor(services, command.username))
    case 'link': {
      const staffNo = await linkOidcSubject(services, command.username, command)
      if (staffNo === 'taken') throw new Error('That person is linked to another member.')
      return doneLines(command, staffNo)
    }
    case 'unlink':
      return doneLines(command, await unlinkOidcSubject(services, command.username))
    default:
      return unreachable(command)
  }
}

function doneLines(
  { username }: { readonly username: string },
  staffNo: string | undefined,
): string[] {
  if (staffNo === undefined) throw new Error(`No member of staff has the username ${username}.`)
  return [`Done. Every session of ${username} (${staffNo}) has ended.`]
}
