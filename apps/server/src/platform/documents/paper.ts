import type { Block } from '@qingzhou/contract/features/reference'

/** A document to print: its content, and the footer of every page. */
export type Paper = {
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
export type PrintedPaper = { readonly title: string; readonly pdf: Buffer }
