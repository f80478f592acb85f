import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF as an independent reader finds it, per page and without white space. */
export async function textOfPdf(pdf: Buffer): Promise<readonly string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const texts = await Promise.all(
    pages.map(async (n) => {
      const { items } = await (await document.getPage(n)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  await document.loadingTask.destroy()
  return texts.map(withoutSpace)
}

export function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}
