import type { Block } from '@qingzhou/contract/features/reference'

export function headingBlock(text: string): Block {
  return { kind: 'heading', text }
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

export function points(...points: string[]): Block {
  return { kind: 'points', points }
}

/** Names and values in two columns. */
export function pairs(values: Readonly<Record<string, string>>): Block {
  return {
    kind: 'pairs',
    pairs: Object.entries(values).map(([name, value]) => ({ name, value })),
  }
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): Block {
  return { kind: 'table', columns: [...columns], rows: rows.map((cells) => [...cells]) }
}

/** A document to print: its content, and the footer of every page. */
export type PrintableDocument = {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly foot: string
  /** The signature block of a signed document. */
  readonly seal?: Seal
}

/** The signature block at the end of a document. */
export type Seal = {
  readonly signer: string
  readonly signedAt: Date
  readonly lines: readonly string[]
  /** The verification page, shown as a QR code, if the document has one. */
  readonly link?: string
}

/** A printed document. */
export type PrintedDocument = { readonly title: string; readonly pdf: Buffer }
