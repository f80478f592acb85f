import { parentPort } from 'node:worker_threads'

import type { CardSide } from '#id-card/card-details.ts'
import { readPicture } from '#id-card/read-picture.ts'
import { loadTextEngine } from '#id-card/text-engine.ts'

const engine = await loadTextEngine()

parentPort?.on('message', (question: { image: Uint8Array; side: CardSide }) => {
  // A rejection here ends the thread, and with it the question: the one who asked hears of it.
  void readPicture(engine, question).then((reading) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    parentPort?.postMessage(reading),
  )
})
