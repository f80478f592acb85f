import type { UploadKey } from '#platform/files/uploads.ts'

/** A list of names belongs to no customer, and to who sends it until it is on the list. */
export function uploadKey(upload: {
  readonly staffNo: string
  readonly uploadNo: string
}): UploadKey {
  return { ...upload, customer: '', about: 'names' }
}
