import type { KeyObject } from 'node:crypto'
import { answerJobs, type JobDone } from '@qingzhou/platform/thread-pool'
import { bytesOfBase64, sealedParts } from './sealed-body.ts'
import { parseObject } from './json.ts'
import { openUnderKey, type OpenedBody, type Target } from './rsa-key.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'

/** Jobs of the worker thread that parses, decodes and decrypts large bodies off the event loop. */
export type BodyJob =
  | { readonly act: 'takeApart'; readonly body: Uint8Array }
  | {
      readonly act: 'open'
      readonly key: KeyObject
      readonly sealed: Uint8Array
      readonly target: Target
    }

export type LargeParts = {
  readonly wrappedKey: string
  readonly sealed: Uint8Array<ArrayBuffer>
  readonly hash: Uint8Array
}

export type BodyResult =
  | { readonly act: 'takeApart'; readonly parts: LargeParts | undefined }
  | { readonly act: 'open'; readonly opened: OpenedBody | undefined }

answerJobs(async (job: BodyJob): Promise<JobDone<BodyResult>> => {
  if (job.act === 'open') {
    return { result: { act: 'open', opened: openUnderKey(job.key, job.sealed, job.target) } }
  }
  const parts = takeApart(job.body)
  return { result: { act: 'takeApart', parts }, transfer: parts ? [parts.sealed.buffer] : [] }
})

function takeApart(body: Uint8Array): LargeParts | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  const parts = sealedParts(parseObject(text))
  if (parts?.wrappedKey === undefined) return undefined
  const { wrappedKey, encryptedData } = parts
  try {
    // Copy into a buffer of its own, which can be transferred to the main thread without another
    // copy.
    const sealed = new Uint8Array(bytesOfBase64(encryptedData))
    const hash = sha256(encryptedData)
    return { wrappedKey, sealed, hash }
  } catch {
    return undefined
  }
}
