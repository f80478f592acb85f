import type { FileRecord } from '@qingzhou/contract/files'
import { newFileLinks } from '#platform/files/file-link-store.ts'
import type { Services } from '#platform/services.ts'
import { filesOf, type ProofFile } from './proof-file-store.ts'
import type { EvidenceRecord } from './proof-store.ts'

/** A file as it is shown to people: who put it there is one of two. */
export function keptFileOf(file: ProofFile, url?: string): FileRecord {
  const { fileNo, fileName, kind, size, pages, putBy, putAt } = file
  const by = putBy === '' ? 'borrower' : 'staff'
  return { fileNo, fileName, kind, size, pages, by, addedAt: putAt.getTime(), url }
}

/** The files of a proof, with links that are good in the session of who asks. */
export async function linkedFilesOf(
  services: Services,
  proof: EvidenceRecord,
  holder: string | undefined,
): Promise<FileRecord[]> {
  const { database } = services
  const files = await filesOf(database, services, proof)
  const { customer } = proof
  const shown = files.map(({ fileNo, fileName, kind }) => ({
    customer,
    fileNo,
    fileName,
    form: kind,
  }))
  const urls = await newFileLinks(database, services, { holder, files: shown })
  return files.map((file, at) => keptFileOf(file, urls[at]))
}
