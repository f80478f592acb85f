import type { Block } from '@qingzhou/contract/reference'

/** A paper as it is printed: its words, and what stands at the foot of every page. */
export type Paper = {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly foot: string
  /** Where a paper that proves something is signed, and how it is checked. */
  readonly seal?: Seal
}

/** What stands at the end of a signed paper, with the code that leads to where it is checked. */
export type Seal = {
  readonly signer: string
  readonly signedAt: Date
  readonly lines: readonly string[]
  /** What the square code holds. */
  readonly link: string
}

/** A paper as it goes out of the house. */
export type PrintedPaper = { readonly title: string; readonly pdf: Buffer }
