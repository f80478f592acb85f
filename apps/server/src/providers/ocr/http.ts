import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { CardReader } from './port.ts'
import { readingOf } from './transform.ts'

export function createCardReader(ask: Ask): CardReader {
  return {
    async readCard({ side, picture }) {
      const question = { side, image: picture.toString('base64') }
      const answer = await ask(providerCalls.ocr.readCard, question)
      return readingOf(side, answer)
    },
  }
}
