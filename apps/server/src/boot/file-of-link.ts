import { findLinkedFile, type ShownFile } from '@qingzhou/platform/files/file-link-store'
import { isStaffSessionOpen } from '#features/staff-members/index.ts'
import { customerOfSecret } from '#features/sessions/index.ts'
import type { Services } from '#services.ts'

type Secrets = { readonly session: string | undefined; readonly staff: string | undefined }
type FileOfLink = Pick<ShownFile, 'fileName' | 'form'> & { readonly bytes: Buffer }

/** The file behind a link, while the session that requested it is open. */
export async function fileOfLink(
  services: Services,
  token: string,
  secrets: Secrets,
): Promise<FileOfLink | undefined> {
  const { database, files } = services
  const holders = await openHolders(services, secrets)
  const found = await findLinkedFile(database, services, { token, holders })
  const bytes = found && (await files.read(found))
  return bytes && { bytes, fileName: found.fileName, form: found.form }
}

/** The secrets whose sessions are still open. A cookie left after signing out does not count. */
async function openHolders(services: Services, secrets: Secrets): Promise<string[]> {
  const { database } = services
  const { session, staff } = secrets
  const holders: string[] = []
  if (session !== undefined && (await customerOfSecret(database, services, session)))
    holders.push(session)
  if (staff !== undefined && (await isStaffSessionOpen(services, staff))) holders.push(staff)
  return holders
}
