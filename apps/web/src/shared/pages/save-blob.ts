/** Long enough for every browser to start the download. */
const REVOKE_AFTER_MS = 60_000

/** Downloads a file under the given name. */
export function saveBlob({
  blob,
  fileName,
}: {
  readonly blob: Blob
  readonly fileName: string
}): void {
  const blobUrl = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = blobUrl
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(blobUrl), REVOKE_AFTER_MS)
}
