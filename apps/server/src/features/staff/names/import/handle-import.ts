import type { Input, Output } from '@qingzhou/contract/shape'
import type { staffShapes } from '@qingzhou/contract/staff'
import { unreachable } from '@qingzhou/domain/assert'
import type { StaffCaller } from '#platform/caller.ts'
import type { UploadKey } from '#platform/files/uploads.ts'
import { readUpload, receivePart } from '#platform/files/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import type { ImportRecord } from './import-store.ts'
import { findImport, findImportOf, insertImport, isRunning } from './import-store.ts'
import { newId } from '#platform/ids.ts'

type Asked = Input<(typeof staffShapes)['importNames']>
type Told = Output<(typeof staffShapes)['importNames']>

/** A list of names: its file part by part, then the import, then how far that has come. */
export async function handleImport(
  services: Services,
  caller: StaffCaller,
  asked: Asked,
): Promise<Told> {
  const { staffNo } = caller.staff
  switch (asked.act) {
    case 'part': {
      const { act: _, ...part } = asked
      const key = uploadKey({ staffNo, uploadNo: part.uploadNo })
      const { parts } = await receivePart(services, key, part)
      return { ...NOTHING_YET, parts }
    }
    case 'start':
      return toldOf(await startImport(services, caller, asked))
    case 'progress': {
      const found = await findImport(services.database, services, asked.importNo)
      // A colleague's reads like one that never was.
      if (found?.staffNo !== staffNo) throw new Refused({ kind: 'import-unknown' })
      return toldOf(found)
    }
    default:
      return unreachable(asked)
  }
}

const NOTHING_YET: Told = {
  state: 'receiving',
  rows: 0,
  rowsDone: 0,
  added: 0,
  already: 0,
  problems: [],
  problemsTotal: 0,
}

function toldOf(kept: ImportRecord): Told {
  const { importNo, state, rows, rowsDone, added, already, problemsTotal } = kept
  const problems = kept.problems.map((problem) => ({ ...problem }))
  return { importNo, state, rows, rowsDone, added, already, problems, problemsTotal }
}

/**
 * Begins the import of a file that has come whole. Asked again it is the same import, unless that
 * has ended and the file was sent anew since.
 */
async function startImport(
  services: Services,
  { staff }: StaffCaller,
  { uploadNo }: { readonly uploadNo: string },
): Promise<ImportRecord> {
  const { database } = services
  const { staffNo } = staff
  const earlier = await findImportOf(database, services, { staffNo, uploadNo })
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
    await noteStaffAct(tx, services, { staff, act: 'start-import', about: `import=${importNo}` })
    return true
  })
  const running = await findImportOf(database, services, { staffNo, uploadNo })
  // Tapped twice, both get the one that runs; somebody else's is waited for.
  if (running && (isFirst || isRunning(running))) return running
  throw new Refused({ kind: 'import-running' })
}

/** A list of names belongs to no customer, and to who sends it until it is on the list. */
export function uploadKey(upload: {
  readonly staffNo: string
  readonly uploadNo: string
}): UploadKey {
  return { ...upload, customer: '', about: 'names' }
}
