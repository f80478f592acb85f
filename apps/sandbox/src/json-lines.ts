import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type * as z from 'zod'

/** A line that was cut by a kill is left out: the rest is still good. */
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

/** Written aside and moved into place, so that a kill leaves the old file or the new one. */
export function rewriteLines(file: string, kept: readonly unknown[]): void {
  const lines = kept.map((content) => `${JSON.stringify(content)}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
