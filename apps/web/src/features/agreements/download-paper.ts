import { newPaperUrl } from './queries.ts'

/** Long enough for any browser to have taken the file over. */
const KEPT_MS = 60_000

/** Saves a signed agreement's paper on the phone. Its link is good once, so a fresh one is asked for. */
export async function downloadPaper({
  agreementNo,
  title,
}: {
  readonly agreementNo: string
  readonly title: string
}): Promise<void> {
  const response = await fetch(await newPaperUrl(agreementNo))
  if (!response.ok) throw new Error(`the paper answered ${response.status}`)
  const blobUrl = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = blobUrl
  link.download = `${title}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(blobUrl), KEPT_MS)
}
