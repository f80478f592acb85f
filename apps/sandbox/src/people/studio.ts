import { loneWorker } from '@qingzhou/recognition/lone-worker'
import { storedResult } from '#stored-result.ts'
import type { Picture } from './pictures.ts'

const PATIENCE_MS = 30_000

// A face takes most of a second to draw, for which nobody outside should have to wait.
const worker = loneWorker<Picture, Uint8Array>(new URL('./studio-worker.ts', import.meta.url), {
  patienceMs: PATIENCE_MS,
})

/** Draws each picture once: it is always the same. */
export function createStudio() {
  const drawn = new Map<string, Promise<Uint8Array>>()

  return (wanted: Picture): Promise<Uint8Array> => {
    const name = JSON.stringify(wanted)
    const earlier = drawn.get(name)
    if (earlier) return earlier

    const folder = process.env['SANDBOX_PICTURES']
    const picture = storedResult(folder, [name], () => worker.ask(wanted))
    drawn.set(name, picture)
    picture.catch(() => drawn.delete(name))
    return picture
  }
}
