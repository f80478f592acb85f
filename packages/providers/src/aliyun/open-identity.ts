import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { AliyunIdentitySettings } from '@qingzhou/platform/config/adapters/identity-settings'
import type { Bulkhead } from '#bulkhead.ts'
import type { FacePages } from '#face/port.ts'
import type { CardCheck, IdCheck } from '#id-check/port.ts'
import { loadOnce } from '@qingzhou/platform/load-once'
import type { CardReader } from '#ocr/port.ts'
import { createCalls } from '#bulkhead.ts'

type Deps = {
  readonly timeoutOf: (provider: ProviderName) => number
  readonly bulkheadOf: (provider: ProviderName) => Bulkhead
  /** The metrics have one line per provider, which the comparison of faces has already. */
  readonly faceBulkhead: () => Bulkhead
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
  /** Only if cards are to be checked. */
  readonly cardCheck: CardCheck | undefined
  /** Only with a scene. */
  readonly facePages: FacePages | undefined
} {
  const { timeoutOf, bulkheadOf, now } = deps
  const { idEndpoint, ocrEndpoint } = settings
  const access = { ...settings, endpoint: idEndpoint, timeoutMs: timeoutOf('idCheck') }
  const loaded = loadOnce(() => import('#id-check/aliyun.ts'))
  const idCheck = loadOnce(async () => (await loaded()).createAliyunIdCheck(access))
  const cardCheck = loadOnce(async () => (await loaded()).createAliyunCardCheck(access))
  const reader = loadOnce(async () =>
    (await import('#ocr/aliyun.ts')).createAliyunCardReader({
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
    cardCheck: settings.checksCards
      ? {
          verify: (card) =>
            checking('aliyun-id-check', async () => (await cardCheck()).verify(card)),
        }
      : undefined,
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
  { timeoutOf, faceBulkhead, now, ownOrigin }: Deps,
): FacePages | undefined {
  if (faceScene === undefined) return undefined
  const timeoutMs = timeoutOf('face')
  const pages = loadOnce(async () =>
    (await import('#face/aliyun-pages.ts')).createAliyunFacePages({
      ...settings,
      endpoint: settings.idEndpoint,
      timeoutMs,
      faceScene,
      ownOrigin,
    }),
  )
  const calling = createCalls(faceBulkhead(), now)
  return {
    startFace: (order) => calling('aliyun-face', async () => (await pages()).startFace(order)),
    face: (order) => calling('aliyun-face', async () => (await pages()).face(order)),
  }
}
