import { randomUUID } from 'node:crypto'
import type { StaffCaller } from '#platform/caller.ts'
import { readUpload } from '#platform/files/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { findImportOf, insertImport, isRunning, type ImportRecord } from './import-store.ts'
import { uploadKey } from './upload-key.ts'

/**
 * Begins the import of a file that has come whole. Asked again it is the same import, unless that
 * has ended and the file was sent anew since.
 */
export async function startImport(
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

  const importNo = randomUUID()
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
