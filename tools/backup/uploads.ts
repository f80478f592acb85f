import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies sealed files; one that is deleted meanwhile belonged to nobody any more. */
export async function copyUploads(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(none)
  let count = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const folder = join(to, entry.parentPath.slice(from.length))
    const target = join(folder, entry.name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const isThere = await copyFile(join(entry.parentPath, entry.name), target).then(
      () => true,
      (cause: unknown) => isAbsent(cause, false),
    )
    if (isThere) count += 1
  }
  return count
}

function none(cause: unknown): [] {
  return isAbsent(cause, [])
}

function isAbsent<Answer>(cause: unknown, answer: Answer): Answer {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return answer
  throw cause
}
