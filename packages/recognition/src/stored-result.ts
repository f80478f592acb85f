import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Computes a result that depends on its input alone, or reads it from the folder if another process has computed
 * it before. Only tests name a folder: drawing a face or reading a card takes a core for a second.
 */
export async function storedResult(
  folder: string | undefined,
  input: readonly string[],
  compute: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (!folder) return compute()
  const name = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const path = join(folder, name)
  try {
    return readFileSync(path)
  } catch {
    // Not computed yet.
  }
  const result = await compute()
  mkdirSync(folder, { recursive: true })
  // Written aside and renamed: another process reads a whole result or none.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, result)
  renameSync(draft, path)
  return result
}
