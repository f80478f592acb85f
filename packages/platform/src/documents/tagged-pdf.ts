import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/**
 * A node of the structure tree, which screen readers follow instead of the layout. Text and vectors
 * of the layout carry their tag; what has none is not read out.
 */
export type Tag = TagOptions & {
  readonly role: Role
  readonly children: Tag[]
  /** The pieces of page content, once they are drawn. */
  readonly contents: Content[]
}

type TagOptions = {
  /** What a header cell is the header of. */
  readonly scope?: 'Row' | 'Column'
  /** Read out instead of a figure. */
  readonly alt?: string
}

type Role = 'Document' | 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'LBody' | TableRole | 'Figure'
type TableRole = 'Table' | 'TR' | 'TH' | 'TD'

export function newDocumentTag(): Tag {
  return { role: 'Document', children: [], contents: [] }
}

/** Adds a tag as the last child of another. */
export function addTag(parent: Tag, role: Role, options: TagOptions = {}): Tag {
  const tag = { role, ...options, children: [], contents: [] }
  parent.children.push(tag)
  return tag
}

/** The text of a node, in the form of which pdfmake keeps the tag with each piece of a line. */
export function taggedText(text: string, tag: Tag): { text: string; tag: Tag }[] {
  return [{ text, tag }]
}

/** Prints a layout with the structure tree of its tags, its title and its language. */
export async function printTagged(layout: TDocumentDefinitions, root: Tag): Promise<Uint8Array> {
  const printed = pdfmake.createPdf({
    ...layout,
    version: '1.7',
    tagged: true,
    displayTitle: true,
    language: 'zh-CN',
  })
  // The type does not say that the stream of pdfmake is a document of pdfkit.
  const document = (await printed.getStream()) as unknown as PdfDocument
  document.addStructure(elementOf(document, root))
  return printed.getBuffer()
}

function elementOf(document: PdfDocument, tag: Tag): Element {
  const { role, children, contents, ...options } = tag
  return document.struct(role, options, [
    ...contents,
    ...children.map((child) => elementOf(document, child)),
  ])
}

/** The parts of a pdfkit document that make the structure tree. */
type PdfDocument = {
  readonly page: Page
  markContent(role: 'Artifact', options: { type: 'Pagination' | 'Layout' }): void
  markStructureContent(role: Role): Content
  endMarkedContent(): void
  struct(role: Role, options: TagOptions, children: readonly (Content | Element)[]): Element
  addStructure(root: Element): void
}
type Page = { readonly dictionary: object }
/** Marked content, by the page and the number on it. */
type Content = { readonly refs: readonly { readonly pageRef: object }[] }
type Element = { readonly dictionary: object }

/** What is marked last on a page: a tag, or content that is not read out. */
const marked = new WeakMap<Page, Tag | 'Pagination' | 'Layout'>()

/** Marks what is drawn next as content of a tag. */
function mark(document: PdfDocument, next: Tag | 'Pagination' | 'Layout'): void {
  const { page } = document
  const last = marked.get(page)
  if (last === next) return
  // The end of a page ends its marked content.
  if (last) document.endMarkedContent()
  marked.set(page, next)
  if (typeof next === 'string') document.markContent('Artifact', { type: next })
  else next.contents.push(document.markStructureContent(next.role))
}

/** A table's header is read out once, not on each page that repeats it. */
function isRepeated({ scope, contents }: Tag, page: Page): boolean {
  return scope === 'Column' && contents.some(({ refs }) => refs[0]?.pageRef !== page.dictionary)
}

type Line = { readonly inlines: readonly { readonly tag?: Tag }[] }
type Vector = { readonly tag?: Tag }
type Renderer = {
  readonly pdfDocument: PdfDocument
  renderLine(line: Line, x: number, y: number): void
  renderVector(vector: Vector): void
}

/** Pdfmake can mark a document as tagged, but not tag its content: its renderer does so here. */
function extendRenderer(renderer: Renderer): void {
  const drawLine = Reflect.get(renderer, 'renderLine')
  const drawVector = Reflect.get(renderer, 'renderVector')
  renderer.renderLine = function renderLine(line, x, y) {
    const { pdfDocument } = this
    const tag = line.inlines[0]?.tag
    mark(pdfDocument, tag && !isRepeated(tag, pdfDocument.page) ? tag : 'Pagination')
    drawLine.call(this, line, x, y)
  }
  renderer.renderVector = function renderVector(vector) {
    mark(this.pdfDocument, vector.tag ?? 'Layout')
    drawVector.call(this, vector)
  }
}

// The package exports the class without a type.
const { default: Renderer } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
  readonly default: { readonly prototype: Renderer }
}
extendRenderer(Renderer.prototype)
