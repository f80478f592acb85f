import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { AliyunIdentitySettings } from '#platform/config/identity-settings.ts'
import type { Bulkhead } from '#providers/bulkhead.ts'
import type { FacePages } from '#providers/face/port.ts'
import type { IdCheck } from '#providers/id-check/port.ts'
import type { CardReader } from '#providers/ocr/port.ts'
import { createCalls } from './aliyun.ts'

type Deps = {
  readonly timeoutOf: (provider: ProviderName) => number
  readonly bulkheadOf: (provider: ProviderName) => Bulkhead
  readonly now: () => Date
  readonly ownOrigin: () => string
}

/** Aliyun's identity services. Their packages are loaded at the first call: a start need not wait. */
export function openAliyunIdentity(
  settings: AliyunIdentitySettings,
  deps: Deps,
): {
  readonly idCheck: IdCheck
  readonly cardReader: CardReader
  /** Only with a scene. */
  readonly facePages: FacePages | undefined
} {
  const { timeoutOf, bulkheadOf, now } = deps
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
    facePages: facePagesOf(settings, deps),
  }
}

function facePagesOf(
  { faceScene, ...settings }: AliyunIdentitySettings,
  { timeoutOf, bulkheadOf, now, ownOrigin }: Deps,
): FacePages | undefined {
  if (faceScene === undefined) return undefined
  const timeoutMs = timeoutOf('face')
  const pages = once(async () =>
    (await import('#providers/face/aliyun-pages.ts')).createAliyunFacePages({
      ...settings,
      endpoint: settings.idEndpoint,
      timeoutMs,
      faceScene,
      ownOrigin,
    }),
  )
  const calling = createCalls(bulkheadOf('face'), now)
  return {
    startFace: (order) => calling('aliyun-face', async () => (await pages()).startFace(order)),
    face: (order) => calling('aliyun-face', async () => (await pages()).face(order)),
  }
}

function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => (loaded ??= load())
}
