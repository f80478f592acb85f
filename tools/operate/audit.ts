import { parseArgs } from 'node:util'

import { messageOf } from '@qingzhou/platform/log'
import type { Database } from '@qingzhou/platform/database/database'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { hasRow, lastRow, verifyLogs, type KnownRow } from '@qingzhou/platform/staff-log/index'
import { knownRowOf, textOf, verdictOf } from '../audit/verdict.ts'
import { withDatabase } from '../postgres/own-database.ts'

const USAGE = `npm run audit -- verify [--known 1234:9f86d081…]
  Reads the log of what staff did and the log of what was done for customers from end to end, and names
  the first row that is not as it was written, or is gone. It also tells the last row of the staff log:
  stored elsewhere and given with --known later, it shows whether the rows before it were rewritten on the
  machine. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR. Exit
  status 1: something was changed.`

try {
  const known = readOptions()
  await withDatabase(async (url) => {
    process.exitCode = (await verify(url, known)) ? 0 : 1
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function readOptions(): KnownRow | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { known: { type: 'string' } },
    })
    if (positionals.join(' ') !== 'verify') throw new Error('No command given.')
    return values.known === undefined ? undefined : knownRowOf(values.known)
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${USAGE}`, { cause })
  }
}

/** Returns whether every log row is unchanged. */
async function verify(url: string, known: KnownRow | undefined): Promise<boolean> {
  await migrate(url)
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  try {
    const verified = await verifyLogs(database)
    for (const one of verified) console.log(verdictOf(one))
    const isKnownThere = known === undefined || (await printKnownRow(database, known))
    await printLastRow(database)
    return isKnownThere && verified.every(({ firstBroken }) => firstBroken === undefined)
  } finally {
    await database.close()
  }
}

async function printKnownRow(database: Database, known: KnownRow): Promise<boolean> {
  const isThere = await hasRow(database, known)
  const sentence = isThere ? 'is still what it was' : 'is not what it was, or is gone'
  console.log(`Row ${known.logNo} of the staff log ${sentence}.`)
  return isThere
}

async function printLastRow(database: Database): Promise<void> {
  const last = await lastRow(database)
  if (last) console.log(`The staff log ends with --known ${textOf(last)}`)
}
