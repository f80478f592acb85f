import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'

type Numbered = { readonly id: string }

/** Records of a provider by id. */
export type Records<Item extends Numbered> = {
  get(id: string): Item | undefined
  put(record: Item): void
  /** Oldest first. */
  all(): Item[]
  clear(): void
}

/** Stores records as JSON lines. The last line of an id counts, so a change appends one line. */
export function openRecords<Shape extends z.ZodType<Numbered>>(
  file: string,
  shape: Shape,
): Records<z.output<Shape>> {
  const records = new Map(readLines(file, shape).map((record) => [record.id, record]))
  rewriteLines(file, [...records.values()])

  return {
    get: (id) => records.get(id),
    put(record) {
      records.set(record.id, record)
      appendLine(file, record)
    },
    all: () => [...records.values()],
    clear() {
      records.clear()
      rewriteLines(file, [])
    },
  }
}

/** Skips a line that was cut by a kill. */
export function readLines<Shape extends z.ZodType>(file: string, shape: Shape): z.output<Shape>[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => contentOf(line, shape))
}

function contentOf<Shape extends z.ZodType>(line: string, shape: Shape): z.output<Shape>[] {
  if (line === '') return []
  try {
    return [shape.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

export function appendLine(file: string, added: unknown): void {
  appendFileSync(file, `${JSON.stringify(added)}\n`, { mode: 0o600 })
}

/** Writes a new file and renames it, so that a kill leaves the old file or the new one. */
export function rewriteLines(file: string, records: readonly unknown[]): void {
  const lines = records.map((content) => `${JSON.stringify(content)}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
