import { createHash } from 'node:crypto'

import { storedResult } from '#stored-result.ts'

/**
 * Where the test runner lets results be stored between runs. The folder has another name after a change of any source
 * of this package or of a dependency, so that all of them are computed again.
 */
const folder = process.env['RECOGNITION_RESULTS']

/** Draws a picture for a test. `words` name the picture within this package. */
export async function drawOnce(
  words: readonly string[],
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  return Buffer.from(await storedResult(folder, ['drawn', ...words], draw))
}

/** What an engine finds in pictures. `words` name the engine and its other parameters. */
export async function findOnce<Found>(
  words: readonly string[],
  pictures: readonly Uint8Array[],
  find: () => Promise<Found>,
): Promise<Found> {
  const digests = pictures.map((picture) => createHash('sha256').update(picture).digest('hex'))
  const found = await storedResult(folder, ['found', ...words, ...digests], async () =>
    Buffer.from(JSON.stringify(await find())),
  )
  // The stored text is the JSON of the same computation.
  return JSON.parse(Buffer.from(found).toString()) as Found
}
