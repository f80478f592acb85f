import type { Block } from '@qingzhou/contract/reference'

/** A paper as it is printed: its words, and what stands at the foot of every page. */
export type Paper = {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly foot: string
}
