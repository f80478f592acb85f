import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { staffShapes } from '@qingzhou/contract/features/staff'
import { unreachable } from '@qingzhou/domain/assert'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { readUpload, receivePart, type UploadKey } from '@qingzhou/platform/files/uploads'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import {
  findImport,
  findImportByUpload,
  insertImport,
  isRunning,
  deleteImportsEndedBefore,
  type ImportRecord,
} from './import-store.ts'
import { newId } from '@qingzhou/platform/ids'
import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '@qingzhou/platform/clock'

type ImportInput = Input<(typeof staffShapes)['importNames']>
type ImportReport = Output<(typeof staffShapes)['importNames']>

/** Handles a roster import: upload in parts, start, progress. */
export async function handleImport(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now'>,
  caller: StaffCaller,
  input: ImportInput,
): Promise<ImportReport> {
  const { staffNo } = caller.staff
  switch (input.act) {
    case 'part': {
      const { act: _, ...part } = input
      const key = uploadKey({ staffNo, uploadNo: part.uploadNo })
      const { parts } = await receivePart(services, key, part)
      return { ...EMPTY_PROGRESS, parts }
    }
    case 'start':
      return importView(await startImport(services, caller, input))
    case 'progress': {
      const found = await findImport(services.database, services, input.importNo)
      // Return the same error for a colleague's import as for a missing one.
      if (found?.staffNo !== staffNo) throw new Refused({ kind: 'import-unknown' })
      return importView(found)
    }
    default:
      return unreachable(input)
  }
}

const EMPTY_PROGRESS: ImportReport = {
  state: 'receiving',
  rows: 0,
  rowsDone: 0,
  added: 0,
  already: 0,
  problems: [],
  problemsTotal: 0,
}

function importView(record: ImportRecord): ImportReport {
  const { importNo, state, rows, rowsDone, added, already, problemsTotal } = record
  const problems = record.problems.map((problem) => ({ ...problem }))
  return { importNo, state, rows, rowsDone, added, already, problems, problemsTotal }
}

/**
 * Starts the import of a complete upload. A repeated call returns the same import, unless that has
 * ended and the file was uploaded again.
 */
async function startImport(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { staff }: StaffCaller,
  { uploadNo }: { readonly uploadNo: string },
): Promise<ImportRecord> {
  const { database } = services
  const { staffNo } = staff
  const earlier = await findImportByUpload(database, services, { staffNo, uploadNo })
  if (earlier && isRunning(earlier)) return earlier
  if (!(await readUpload(database, services, uploadKey({ staffNo, uploadNo })))) {
    if (earlier) return earlier
    throw new Refused({ kind: 'import-unknown' })
  }

  const importNo = newId()
  const isFirst = await database.inTransaction(async (tx) => {
    const begun = { importNo, staffNo, uploadNo, startedAt: services.now() }
    if (!(await insertImport(tx, begun))) return false
    await services.tasks.add(tx, { kind: 'import-names', payload: { importNo }, key: importNo })
    await recordStaffAct(tx, services, { staff, act: 'start-import', about: `import=${importNo}` })
    return true
  })
  const running = await findImportByUpload(database, services, { staffNo, uploadNo })
  // A duplicate request gets the running import; another member's import is refused until that
  // ends.
  if (running && (isFirst || isRunning(running))) return running
  throw new Refused({ kind: 'import-running' })
}

/** The upload belongs to the member of staff who sends it and to no customer. */
export function uploadKey(upload: {
  readonly staffNo: string
  readonly uploadNo: string
}): UploadKey {
  return { ...upload, customer: '', about: 'names' }
}

const KEPT_MINUTES = product.staff.importDays * 24 * 60

/**
 * Deletes imports that ended long ago together with their problem lists. The staff log keeps who
 * imported how many employees.
 */
export async function deleteOldImports({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  await deleteImportsEndedBefore(database, minutesAfter(now(), -KEPT_MINUTES))
}
