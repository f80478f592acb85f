import type { FileRecord } from '@qingzhou/contract/wire/files'
import { newFileLinks } from '#platform/files/file-link-store.ts'
import type { Services } from '#platform/services.ts'
import { filesOf, type EvidenceFile } from './evidence-file-store.ts'
import type { EvidenceRecord } from './evidence-store.ts'

/** A file for display; the uploader is shown as borrower or staff only. */
export function fileViewOf(file: EvidenceFile, url?: string): FileRecord {
  const { fileNo, fileName, kind, size, pages, putBy, putAt } = file
  const by = putBy === '' ? 'borrower' : 'staff'
  return { fileNo, fileName, kind, size, pages, by, addedAt: putAt.getTime(), url }
}

/** The files of an evidence record, with links that are valid only in the holder's session. */
export async function filesWithLinks(
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
  return files.map((file, at) => fileViewOf(file, urls[at]))
}
