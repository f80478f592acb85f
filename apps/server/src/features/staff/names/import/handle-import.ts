import { unreachable } from '@qingzhou/domain/assert'
import type { Input, Output } from '@qingzhou/contract/shape'
import type { staffShapes } from '@qingzhou/contract/staff'
import type { StaffCaller } from '#platform/caller.ts'
import { receivePart } from '#platform/files/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findImport, type ImportRecord } from './import-store.ts'
import { startImport } from './start-import.ts'
import { uploadKey } from './upload-key.ts'

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
