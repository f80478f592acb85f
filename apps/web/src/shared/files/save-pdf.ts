/** Long enough for any browser to have taken the file over. */
const KEPT_MS = 60_000

/** Saves the PDF behind a link on the phone, under a name of our choosing. */
export async function savePdf({
  url,
  fileName,
}: {
  readonly url: string
  readonly fileName: string
}): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`the paper answered ${response.status}`)
  const blobUrl = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = blobUrl
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(blobUrl), KEPT_MS)
}
