/** Long enough for every browser to start the download. */
const REVOKE_AFTER_MS = 60_000

/** Downloads the PDF of a link under the given name. */
export async function savePdf({
  url,
  fileName,
}: {
  readonly url: string
  readonly fileName: string
}): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`PDF download: HTTP ${response.status}`)
  const blobUrl = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = blobUrl
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(blobUrl), REVOKE_AFTER_MS)
}
