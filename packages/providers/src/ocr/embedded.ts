import { loadOnce } from '@qingzhou/platform/load-once'
import { ProviderOutage } from '@qingzhou/platform/provider-fault'
import type { Bulkhead } from '#bulkhead.ts'
import { bankCardReadingOf, toCardReading } from './http.ts'
import type { CardReader } from './port.ts'

const PATH = 'embedded-ocr'

/** Reads cards with the engine that ships with the product, in a thread of this process. */
export function createEmbeddedCardReader({
  bulkhead,
  timeoutMs,
}: {
  readonly bulkhead: Bulkhead
  readonly timeoutMs: number
}): CardReader {
  const engine = loadOnce(() => import('@qingzhou/recognition/id-card/read-card'))
  const signal = () => AbortSignal.timeout(timeoutMs)
  return {
    async readCard({ side, picture }) {
      const reading = await bulkhead.run(PATH, async () =>
        (await engine()).readCard(picture, side, signal()).catch(throwOutage),
      )
      if (reading.outcome === 'unreadable') return { outcome: 'notACard' }
      if (reading.outcome !== 'read') return { outcome: reading.outcome }
      return toCardReading(side, { outcome: 'read', [reading.side]: reading.fields })
    },
    async readBankCard(picture) {
      const reading = await bulkhead.run(PATH, async () =>
        (await engine()).readBankCard(picture, signal()).catch(throwOutage),
      )
      return bankCardReadingOf(reading)
    },
  }
}

function throwOutage(cause: unknown): never {
  throw new ProviderOutage(PATH, 'not read', cause)
}
