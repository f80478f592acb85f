import { product } from '@qingzhou/domain/product'
import { sha256 } from '@qingzhou/platform/canonical-json'
import { minutesAfter } from '@qingzhou/platform/clock'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { businessMoment } from '@qingzhou/lending/ledger/index'
import type { Services } from '#services.ts'
import { makeArchive } from './archive.ts'
import { readCopiedTables } from './copied-rows.ts'
import { markExpired, markReady, saveProgress, type CopyKey } from './copy-store.ts'
import { tablesInCopy } from './plan/copy-plan.ts'

const MINUTES_A_DAY = 24 * 60
/** Few enough writes, and a step that a borrower sees. */
const TABLES_PER_STEP = 8

type Deps = Pick<
  Services,
  'database' | 'vault' | 'files' | 'tasks' | 'now' | 'printer' | 'signer' | 'log'
>

/**
 * Makes the archive, in the background. Killed at any point and run again, it starts over, and the
 * file that nothing refers to is swept.
 */
export async function prepareCopy(services: Deps, key: CopyKey): Promise<void> {
  const { database, files, tasks, now, log } = services
  const { customer, requestNo } = key
  if (!(await saveProgress(database, { ...key, tablesRead: 0 }))) return
  let tablesRead = 0
  const onRead = async () => {
    tablesRead += 1
    const isStep = tablesRead % TABLES_PER_STEP === 0 && tablesRead < tablesInCopy
    if (isStep) await saveProgress(database, { ...key, tablesRead })
  }
  const tables = await readCopiedTables(database, services, { customer, onRead })
  const shownAt = await businessMoment(database, now())
  const archive = await makeArchive(services, { ...key, tables, at: shownAt })
  const fileNo = await files.put(archive, { customer, kind: 'data-copy' })
  const at = now()
  const expiresAt = minutesAfter(at, product.dataCopy.days * MINUTES_A_DAY)
  await database.inTransaction(async (tx) => {
    const ready = { fileNo, bytes: archive.length, digest: sha256(archive), at, expiresAt }
    if (!(await markReady(tx, { ...key, ...ready }))) return
    await files.hold(tx, { customer, fileNo })
    const task = { kind: 'expire-data-copy', payload: key, runAt: expiresAt } as const
    await tasks.add(tx, { ...task, key: `${customer}:${requestNo}` })
    const sms = smsOf('data-copy-ready', { days: String(product.dataCopy.days) })
    await enqueueSms(tx, services, { customer, messageNo: `data-copy-${requestNo}`, sms })
  })
  log.info('data-copy.ready', { tables: tablesInCopy, bytes: archive.length })
}

/** Ends the download and releases the archive, which is then swept. */
export async function expireCopy(
  { database, files, now }: Pick<Services, 'database' | 'files' | 'now'>,
  key: CopyKey,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const fileNo = await markExpired(tx, { ...key, at: now() })
    if (fileNo !== undefined) await files.release(tx, { customer: key.customer, fileNo })
  })
}
