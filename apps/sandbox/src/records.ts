import type * as z from 'zod'
import { appendLine, readLines, rewriteLines } from './json-lines.ts'

type Numbered = { readonly id: string }

/** What a provider keeps, each under its own number. */
export type Records<Kept extends Numbered> = {
  get(id: string): Kept | undefined
  put(kept: Kept): void
  /** Oldest first. */
  all(): Kept[]
  clear(): void
}

/** Kept in a file of lines: the newest line of a number counts, so that a change is one line more. */
export function openRecords<Shape extends z.ZodType<Numbered>>(
  file: string,
  shape: Shape,
): Records<z.output<Shape>> {
  const kept = new Map(readLines(file, shape).map((record) => [record.id, record]))
  rewriteLines(file, [...kept.values()])

  return {
    get: (id) => kept.get(id),
    put(record) {
      kept.set(record.id, record)
      appendLine(file, record)
    },
    all: () => [...kept.values()],
    clear() {
      kept.clear()
      rewriteLines(file, [])
    },
  }
}
