import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faceActions } from '@qingzhou/contract/features/identity'
import { filmFace } from '@qingzhou/recognition/faces/film-face'
import { pictureFolders } from '@qingzhou/tools/tests/test-cache.ts'

/** A film of a test person performing every action, drawn once; the browser plays it as its own camera. */
export async function drawFilm(personKey: string): Promise<string> {
  const folder = pictureFolders().SANDBOX_PICTURES
  const file = join(folder, `${personKey}.mjpeg`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `${personKey}-${process.pid}.mjpeg`)
  writeFileSync(draft, await filmFace({ seed: personKey, actions: faceActions }))
  renameSync(draft, file)
  return file
}
