import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faceActions } from '../packages/contract/src/identity.ts'
import { filmFace } from '../packages/recognition/src/faces/film-face.ts'

/** Films a test person performing every action; the browser plays it as its own camera. */
export async function filmOf(personKey: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'qingzhou-film-')), `${personKey}.mjpeg`)
  writeFileSync(file, await filmFace({ seed: personKey, actions: faceActions }))
  return file
}
