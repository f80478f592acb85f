import { parentPort } from 'node:worker_threads'

import { loadFaceEngine } from '#face/face-engine.ts'
import { type FaceQuestion, judgeFaces } from '#face/judge-faces.ts'
import { storedFaces } from '#face/stored-faces.ts'

/** Set by the browser tests only. */
const folder = process.env['SANDBOX_READINGS']
const engine = folder ? storedFaces(folder, loadFaceEngine) : await loadFaceEngine()

parentPort?.on('message', (question: FaceQuestion) => {
  // A rejection ends the thread; the caller's pending request then fails.
  void judgeFaces(engine, question).then((reading) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    parentPort?.postMessage(reading),
  )
})
