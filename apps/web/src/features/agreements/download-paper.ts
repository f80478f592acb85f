import { savePdf } from '#shared/files/save-pdf.ts'
import { newPaperUrl } from './queries.ts'

/** Saves a signed agreement's paper on the phone. Its link is good once, so a fresh one is asked for. */
export async function downloadPaper({
  agreementNo,
  title,
}: {
  readonly agreementNo: string
  readonly title: string
}): Promise<void> {
  await savePdf({ url: await newPaperUrl(agreementNo), fileName: `${title}.pdf` })
}
