import { parentPort } from 'node:worker_threads'

import { loadFaceEngine } from '#face/face-engine.ts'
import { type FaceQuestion, judgeFaces } from '#face/judge-faces.ts'

const engine = await loadFaceEngine()

parentPort?.on('message', (question: FaceQuestion) => {
  // A rejection here ends the thread, and with it the question: the one who asked hears of it.
  void judgeFaces(engine, question).then((reading) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    parentPort?.postMessage(reading),
  )
})
