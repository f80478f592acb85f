import type { Block } from '@qingzhou/contract/features/reference'

export function heading(text: string): Block {
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
