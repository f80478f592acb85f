import { readStored, writeStored } from '#platform/stored-choice.ts'

const KEY = 'consoleRecentFinds'
const KEPT = 8

/** A find that was opened: its number in our books, never a phone, a card or a name. */
export type RecentFind = { readonly kind: 'customer' | 'loan'; readonly no: string }

export function recentFinds(): readonly RecentFind[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentFind) : []
  } catch {
    return []
  }
}

export function rememberFind(find: RecentFind): void {
  const others = recentFinds().filter(({ no }) => no !== find.no)
  writeStored(KEY, JSON.stringify([find, ...others].slice(0, KEPT)))
}

function isRecentFind(value: unknown): value is RecentFind {
  if (typeof value !== 'object' || value === null) return false
  const { kind, no } = value as Partial<RecentFind>
  return (kind === 'customer' || kind === 'loan') && typeof no === 'string'
}

export function hrefOfFind({ kind, no }: RecentFind): string {
  return kind === 'loan' ? `/loans/${no}` : `/customers/${no}`
}
