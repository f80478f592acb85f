import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { CardReader } from './port.ts'
import { readingOf } from './transform.ts'

/** Reading takes a second; several phones may wait for the same reader. */
const TIMEOUT_MS = 15_000

export function createCardReader(ask: Ask): CardReader {
  return {
    async readCard({ side, picture }) {
      const question = { side, image: picture.toString('base64') }
      const answer = await ask(providerCalls.ocr.readCard, question, { timeoutMs: TIMEOUT_MS })
      return readingOf(side, answer)
    },
  }
}
