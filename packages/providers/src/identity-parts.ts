import { openAliyunIdentity } from './aliyun/open-identity.ts'
import { createEmbeddedFaceJudge } from './face/embedded.ts'
import type { FaceJudge, FacePages } from './face/port.ts'
import { createFaceJudge, createIdCheck } from './gateway-services.ts'
import { createEmbeddedCardReader } from './ocr/embedded.ts'
import { createCardReader } from './ocr/http.ts'
import { bulkheadOf, type Parts } from './parts.ts'
import type { Providers } from './providers.ts'

type IdentityProviders = Pick<Providers, 'cardReader' | 'idCheck' | 'cardCheck'> & {
  readonly facePages?: FacePages | undefined
}

export function identityParts(parts: Parts): IdentityProviders {
  const { settings, timeoutOf, watchedBulkhead, ask } = parts
  const { identity } = settings.adapters
  const embedded = settings.adapters.ocr === 'embedded' && {
    cardReader: createEmbeddedCardReader({
      bulkhead: watchedBulkhead('ocr'),
      timeoutMs: timeoutOf('ocr'),
    }),
  }
  // The metrics have one line per provider.
  const readingBulkhead = () => (embedded ? bulkheadOf(settings, 'ocr') : watchedBulkhead('ocr'))
  if (identity !== 'gateway') {
    const service = openAliyunIdentity(identity, {
      ...settings,
      timeoutOf,
      bulkheadOf: (provider) =>
        provider === 'ocr' ? readingBulkhead() : watchedBulkhead(provider),
      faceBulkhead: () => bulkheadOf(settings, 'face'),
    })
    return { ...service, ...embedded }
  }
  const idCheck = createIdCheck(ask('idCheck'))
  return embedded ? { ...embedded, idCheck } : { cardReader: createCardReader(ask('ocr')), idCheck }
}

export function faceJudge({ settings, timeoutOf, watchedBulkhead, ask }: Parts): FaceJudge {
  const { adapters, frames: memory } = settings
  if (adapters.face !== 'embedded') return createFaceJudge(ask('face'))
  if (!memory) throw new Error('the comparison of faces needs a store of their frames')
  const [bulkhead, timeoutMs] = [watchedBulkhead('face'), timeoutOf('face')]
  return createEmbeddedFaceJudge({ bulkhead, timeoutMs, memory })
}
