import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF as an independent reader finds it, per page and without white space. */
export async function textOfPdf(pdf: Buffer): Promise<readonly string[]> {
  return withPages(pdf, async (page) => {
    const { items } = await page.getTextContent()
    return withoutSpace(items.map((item) => ('str' in item ? item.str : '')).join(''))
  })
}

async function withPages<T>(
  pdf: Buffer,
  read: (page: PDFPageProxy, document: PDFDocumentProxy) => Promise<T>,
): Promise<T[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const found = await Promise.all(pages.map(async (n) => read(await document.getPage(n), document)))
  await document.loadingTask.destroy()
  return found
}

export function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/** What a screen reader finds on a page. */
type TaggedPage = {
  readonly title: unknown
  readonly language: unknown
  readonly isMarked: boolean
  /** Each element with its role and its own text, or its alternative text, in reading order. */
  readonly elements: readonly string[]
  /** Text that is in no element. */
  readonly notRead: string
}

/** The structure tree of a PDF as an independent reader finds it. */
export async function readTaggedPages(pdf: Buffer): Promise<readonly TaggedPage[]> {
  return withPages(pdf, async (page, document) => {
    const { info } = await document.getMetadata()
    const fields = new Map(Object.entries(info))
    const texts = await textByContent(page)
    return {
      title: fields.get('Title'),
      language: fields.get('Language'),
      // Read in the file: the type of pdf.js for this differs from the value.
      isMarked: pdf.includes('/Marked true'),
      elements: elementsOf(await page.getStructTree(), texts),
      notRead: texts.get('') ?? '',
    }
  })
}

async function textByContent(page: PDFPageProxy): Promise<ReadonlyMap<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  let id = ''
  for (const item of items) {
    if ('type' in item) id = item.type === 'beginMarkedContentProps' ? (item.id ?? '') : ''
    else texts.set(id, withoutSpace(`${texts.get(id) ?? ''}${item.str}`))
  }
  return texts
}

/** As pdf.js returns it; its own type leaves out the alternative text. */
type StructNode = {
  readonly role?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: readonly StructNode[]
}

function elementsOf(node: StructNode, texts: ReadonlyMap<string, string>): string[] {
  const { role = '', alt, children = [] } = node
  const own = children.filter((child) => child.role === undefined)
  const text = alt ?? own.map(({ id = '' }) => texts.get(id) ?? '').join('')
  const inside = children
    .filter((child) => child.role !== undefined)
    .flatMap((child) => elementsOf(child, texts))
  return [`${role} ${text}`.trim(), ...inside]
}
