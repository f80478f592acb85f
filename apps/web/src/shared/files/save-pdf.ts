import { saveBlob } from '#shared/pages/save-blob.ts'

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
  saveBlob({ blob: await response.blob(), fileName })
}
