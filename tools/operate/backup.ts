import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { messageOf } from '@qingzhou/platform/log'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { recordBackup } from '@qingzhou/platform/processes/backup-store'
import type { Manifest } from '../backup/manifest.ts'
import { checkBackup, restoreBackup } from '../backup/restore.ts'
import { takeBackup } from '../backup/take.ts'
import { withDatabase } from '../postgres/own-database.ts'
import { createProgressLine } from '../lender/progress-line.ts'
import { root } from '../root.ts'

const USAGE = `npm run backup -- take --to <folder>
npm run backup -- check --from <folder>
npm run backup -- restore --from <folder>
npm run backup -- record
  Takes everything the product keeps, as it is at one moment, while it goes on serving: all tables and
  the sealed uploads. Restoring fills an empty database and an empty folder, all or nothing, with the
  same version of the program. DATABASE_URL and DATA_DIR say which; without the first, the database that
  comes along. The keys are not in a backup: keep them apart from it, for without them it can't be read.
  record tells the monitor that a backup by other means, such as pg_basebackup, was completed now.`

type Options = { readonly act: string; readonly folder: string }

/** Uploads in an object store are backed up by that store. */
const isInObjectStore = process.env['FILES'] === 's3'
const uploads = join(resolve(root, process.env['DATA_DIR'] ?? 'data'), 'uploads')
const progress = createProgressLine(process.stderr)

try {
  const { act, folder } = readOptions()
  if (act === 'record') await withDatabase(recordDone)
  else await run(act, folder)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function run(act: string, folder: string): Promise<void> {
  const started = performance.now()
  const manifest = await manifestOf(act, folder)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0)
  const { tables, takenAt } = manifest
  if (isInObjectStore && act !== 'check') {
    console.error(
      'The uploads are in the object store (FILES=s3): back them up and restore them there.',
    )
  }
  progress.end(
    `${tables.length} tables, ${rows} rows, ${manifest.uploads} uploads, as they were at ${takenAt}; ${seconds} s`,
  )
}

/** A login that may only read takes backups, too. */
async function tryToRecord(url: string): Promise<void> {
  await recordDone(url).catch((error: unknown) =>
    console.error(`The monitor is not told of this backup: ${messageOf(error)}`),
  )
}

async function recordDone(url: string): Promise<void> {
  const database = createDatabase(url, { max: 1, onIdleError: () => {} })
  try {
    await recordBackup(database)
  } finally {
    await database.close()
  }
}

async function manifestOf(act: string, folder: string): Promise<Manifest> {
  if (act === 'check') return checkBackup(folder)
  let manifest: Manifest | undefined
  await withDatabase(async (url) => {
    const where = { url, uploads, onTable: progress.show }
    manifest =
      act === 'take'
        ? await takeBackup({ ...where, to: folder })
        : await restoreBackup({ ...where, from: folder })
    if (act === 'take') await tryToRecord(url)
  })
  if (!manifest) throw new Error('Nothing was done.')
  return manifest
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  })
  const [act = ''] = positionals
  const folder = act === 'take' ? values.to : values.from
  const isKnown = ['take', 'check', 'restore'].includes(act) && folder !== undefined
  if (!isKnown && act !== 'record') throw new Error(USAGE)
  return { act, folder: resolve(folder ?? '') }
}
