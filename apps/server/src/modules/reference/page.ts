import type { referenceShapes } from '@qingzhou/contract/reference'
import type { Output } from '@qingzhou/contract/shape'

export type Page = Output<(typeof referenceShapes)['staticPage']>
type Block = Page['blocks'][number]

export function heading(text: string): Block {
  return { kind: 'heading', text }
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

export function points(...points: string[]): Block {
  return { kind: 'points', points }
}

/** Names and values side by side. */
export function pairs(values: Readonly<Record<string, string>>): Block {
  return {
    kind: 'pairs',
    pairs: Object.entries(values).map(([name, value]) => ({ name, value })),
  }
}
