import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faceActions } from '../packages/contract/src/identity.ts'
import { filmFace } from '../packages/recognition/src/faces/film-face.ts'
import { pictureFolders } from '../tools/test-cache.ts'

/** A film of a test person performing every action, drawn once; the browser plays it as its own camera. */
export async function filmOf(personKey: string): Promise<string> {
  const folder = pictureFolders().SANDBOX_PICTURES
  const file = join(folder, `${personKey}.mjpeg`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${personKey}-${process.pid}.mjpeg`)
  writeFileSync(draft, await filmFace({ seed: personKey, actions: faceActions }))
  renameSync(draft, file)
  return file
}
