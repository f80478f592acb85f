import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { AliyunIdentitySettings } from '#platform/config/identity-settings.ts'
import type { Bulkhead } from '#providers/bulkhead.ts'
import type { IdCheck } from '#providers/id-check/port.ts'
import type { CardReader } from '#providers/ocr/port.ts'
import { createCalls } from './aliyun.ts'

type Deps = {
  readonly timeoutOf: (provider: ProviderName) => number
  readonly bulkheadOf: (provider: ProviderName) => Bulkhead
  readonly now: () => Date
}

/** Aliyun's identity services. Their packages are loaded at the first call: a start need not wait. */
export function openAliyunIdentity(
  settings: AliyunIdentitySettings,
  { timeoutOf, bulkheadOf, now }: Deps,
): { readonly idCheck: IdCheck; readonly cardReader: CardReader } {
  const { idEndpoint, ocrEndpoint } = settings
  const idCheck = once(async () =>
    (await import('#providers/id-check/aliyun.ts')).createAliyunIdCheck({
      ...settings,
      endpoint: idEndpoint,
      timeoutMs: timeoutOf('idCheck'),
    }),
  )
  const reader = once(async () =>
    (await import('#providers/ocr/aliyun.ts')).createAliyunCardReader({
      ...settings,
      endpoint: ocrEndpoint,
      timeoutMs: timeoutOf('ocr'),
    }),
  )
  const checking = createCalls(bulkheadOf('idCheck'), now)
  const reading = createCalls(bulkheadOf('ocr'), now)
  return {
    idCheck: {
      verify: (person) => checking('aliyun-id-check', async () => (await idCheck()).verify(person)),
    },
    cardReader: {
      readCard: (photo) => reading('aliyun-ocr', async () => (await reader()).readCard(photo)),
      readBankCard: (picture) =>
        reading('aliyun-ocr', async () => (await reader()).readBankCard(picture)),
    },
  }
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => (loaded ??= load())
}
