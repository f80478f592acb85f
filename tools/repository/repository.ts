import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

import { root } from '../root.ts'

const NOT_OURS = new Set(['.git', 'node_modules', 'build', 'data', 'test-results'])
const TEXT = new Set(
  '.css .html .js .json .md .mjs .sh .sql .svg .ts .tsv .tsx .txt .webmanifest .yaml .yml'.split(
    ' ',
  ),
)

export type SourceFile = { path: string; text: string }

/** Every text file of the repository, by walking the folders, as a machine may not have git. */
export const files: SourceFile[] = walk('')

function walk(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // In a further worktree `.git` is a file.
    if (NOT_OURS.has(entry.name)) return []
    if (entry.isDirectory()) return walk(path)
    const isText = TEXT.has(extname(entry.name)) || path.startsWith('.')
    return isText && entry.isFile() ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}
