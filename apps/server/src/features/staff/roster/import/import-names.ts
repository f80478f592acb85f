import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Employee } from '#features/staff/roster/employee.ts'
import type { NewEmployee } from '#features/staff/roster/roster-store.ts'
import { insertEmployees } from '#features/staff/roster/roster-store.ts'
import type { Problem } from '#features/staff/roster/table/table.ts'
import { dropUpload, readUpload } from '@qingzhou/platform/files/uploads'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { CheckedTable } from './check-table.ts'
import type { ImportRecord } from './import-store.ts'
import { beginImport, endImport, lockRunningImport, noteProgress } from './import-store.ts'
import { uploadKey } from './handle-import.ts'
import { newId } from '@qingzhou/platform/ids'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type Limits = { readonly heapMb: number; readonly timeoutMs: number }

const LIMITS: Limits = { heapMb: 256, timeoutMs: 45_000 }

/**
 * Checks a roster file in a worker thread with memory and time limits, so that a hostile file
 * affects only that thread.
 */
export async function checkFile(
  bytes: Buffer,
  { heapMb, timeoutMs }: Limits = LIMITS,
): Promise<CheckedTable> {
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Discard what a library prints about a hostile file.
    stdout: true,
    stderr: true,
  })
  try {
    const [checked] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    // The worker sends exactly one message of this type.
    return checked as CheckedTable
  } catch {
    // Out of memory, timed out or crashed by the file: a retry would not help.
    const message = '这个文件无法读取，请使用模板，只保留名单所在的工作表后再导入'
    return { rows: 0, employees: [], problems: [{ line: 1, message }] }
  } finally {
    await worker.terminate()
  }
}

/**
 * After this many interruptions the file is the likely cause: end the import so that others can
 * start.
 */
const ATTEMPTS_OF_IMPORT_MAX = 5
const ROWS_AT_ONCE = 200

/** Imports a roster file, all rows or none. Can be interrupted and run again. */
export async function importNames(services: Deps, importNo: string): Promise<void> {
  const begun = await beginImport(services.database, services, importNo)
  if (!begun) return
  if (begun.begun > ATTEMPTS_OF_IMPORT_MAX) {
    return refuse(services, begun, [inFile('多次尝试都没有完成，请稍后重新上传')])
  }
  const bytes = await bytesOf(services, begun)
  if (!bytes) return refuse(services, begun, [inFile('文件已过期或已损坏，请重新上传')])

  const { rows, employees, problems } = await checkFile(bytes)
  if (problems.length > 0) return refuse(services, { ...begun, rows }, problems)
  await save(services, begun, employees)
}

function inFile(message: string): Problem {
  return { line: 1, message }
}

async function bytesOf(
  services: Pick<Services, 'database' | 'vault'>,
  upload: ImportRecord,
): Promise<Buffer | undefined> {
  try {
    const whole = await readUpload(services.database, services, uploadKey(upload))
    return whole?.bytes
  } catch (error) {
    // A damaged upload is reported like any other problem of the file.
    if (error instanceof Refused) return undefined
    throw error
  }
}

async function refuse(
  services: Deps,
  { importNo, rows, ...upload }: ImportRecord,
  problems: readonly Problem[],
): Promise<void> {
  const endedAt = services.now()
  await services.database.inTransaction(async (tx) => {
    const ended = { importNo, state: 'refused', endedAt, rows, added: 0, problems } as const
    if (await endImport(tx, services, ended)) await dropUpload(tx, uploadKey(upload))
  })
}

async function save(
  services: Deps,
  { importNo, ...upload }: ImportRecord,
  employees: readonly Employee[],
): Promise<void> {
  const { database } = services
  const rows = employees.length
  const addedAt = services.now()
  const nameOf = (employee: Employee): NewEmployee => ({
    ...employee,
    nameNo: newId(),
    addedBy: upload.staffNo,
    addedAt,
  })
  await noteProgress(database, importNo, { rows, rowsDone: 0 })
  await database.inTransaction(async (tx) => {
    // Another worker may have run this import meanwhile.
    if (!(await lockRunningImport(tx, importNo))) return
    let added = 0
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const slice = employees.slice(from, from + ROWS_AT_ONCE)
      added += await insertEmployees(tx, services, slice.map(nameOf))
      await noteProgress(database, importNo, { rows, rowsDone: from + slice.length })
    }
    const ended = { importNo, state: 'done', endedAt: services.now(), rows, added } as const
    await endImport(tx, services, { ...ended, problems: [] })
    await dropUpload(tx, uploadKey(upload))
    const about = `import=${importNo} rows=${rows} added=${added}`
    await recordStaffAct(tx, services, { staff: upload, act: 'import-names', about })
  })
}
