import { base64OfBytes, bytesOfText } from '@qingzhou/contract/wire/bytes'
import { cipherOfPlatform } from '@qingzhou/contract/sealing/cipher'
import { PART_BYTES } from '@qingzhou/contract/wire/files'
import { ApiError, isUndecided } from '#platform/api/api-error.ts'

/** A part of a file; without one, the request for the stored length. */
export type FilePart = {
  readonly act: 'part'
  readonly uploadNo: string
  readonly fileName: string
  readonly size: number
  readonly digest: string
  readonly part?: { readonly at: number; readonly bytes: string }
}

type StoredLength = { readonly parts?: number | undefined }

/** The call that takes a part; the caller adds the subject of the file. */
export type SendPart<Answer extends StoredLength> = (
  part: FilePart,
  options: { readonly signal: AbortSignal; readonly quiet: true },
) => Promise<Answer>

export interface FileToSend<Answer extends StoredLength> {
  file: Blob
  fileName: string
  /**
   * The subject of the file. Together with the digest it identifies the upload, so that the same
   * file resumes.
   */
  owner: string
  send: SendPart<Answer>
  signal: AbortSignal
  onProgress?: (share: number) => void
  /** Called while the upload waits for the network. */
  onWaiting?: (isWaiting: boolean) => void
}

const TRIES_IN_A_ROW = 6

/**
 * Uploads a file in parts and returns the answer to the last one.
 *
 * After a failure the server is asked for the stored length, as a part may have arrived although
 * its answer did not.
 */
export async function sendFile<Answer extends StoredLength>(
  sending: FileToSend<Answer>,
): Promise<{ readonly uploadNo: string; readonly answer: Answer }> {
  const { file, send, signal, onProgress, onWaiting } = sending
  const named = await nameUpload(sending)
  const partsTotal = Math.ceil(file.size / PART_BYTES)
  let next: number | undefined
  let failures = 0

  for (;;) {
    try {
      const request = next === undefined ? named : { ...named, part: await cutPart(file, next) }
      const answer = await send(request, { signal, quiet: true })
      const { parts = 0 } = answer
      onProgress?.(Math.min(1, parts / partsTotal))
      if (parts >= partsTotal) return { uploadNo: named.uploadNo, answer }
      if (next !== undefined && parts <= next) throw new PartLost()
      if (next !== undefined) failures = 0
      next = parts
    } catch (error) {
      failures += 1
      if (!isPassing(error) || failures >= TRIES_IN_A_ROW) throw error
      onWaiting?.(true)
      const waitSeconds = error instanceof ApiError ? error.waitSeconds : undefined
      await waitForNetwork({ failures, waitSeconds, signal })
      onWaiting?.(false)
      next = undefined
    }
  }
}

/** The server accepted a part but does not have it. */
class PartLost extends Error {}

/** Failures that a retry may fix. */
function isPassing(error: unknown): boolean {
  return error instanceof PartLost || (error instanceof ApiError && isUndecided(error))
}

/** The server refused the content: a retry has the same result. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !isUndecided(error) && error.code !== 'malformed'
}

async function nameUpload({
  file,
  fileName,
  owner,
}: Pick<FileToSend<StoredLength>, 'file' | 'fileName' | 'owner'>): Promise<FilePart> {
  const cipher = await cipherOfPlatform()
  const digest = hexOf(await cipher.digest(new Uint8Array(await file.arrayBuffer())))
  const uploadNo = hexOf(await cipher.digest(bytesOfText(`${owner}/${digest}`))).slice(0, 32)
  return { act: 'part', uploadNo, fileName, size: file.size, digest }
}

async function cutPart(file: Blob, at: number) {
  const slice = file.slice(at * PART_BYTES, (at + 1) * PART_BYTES)
  return { at, bytes: base64OfBytes(new Uint8Array(await slice.arrayBuffer())) }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000] as const

interface NetworkWait {
  /** The number of consecutive failures. */
  failures: number
  /** The server may have sent a waiting time. */
  waitSeconds: number | undefined
  signal: AbortSignal
}

/**
 * Waits until a retry is worthwhile: when the browser is online, or after a growing pause if it
 * never reported to be offline.
 */
function waitForNetwork({ failures, waitSeconds = 0, signal }: NetworkWait): Promise<void> {
  return new Promise((resolve, reject) => {
    const grown = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0
    const timer = navigator.onLine
      ? setTimeout(goOn, Math.max(grown, waitSeconds * 1000))
      : undefined
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', leave)

    function goOn() {
      end()
      resolve()
    }
    function leave() {
      end()
      reject(new DOMException('upload aborted', 'AbortError'))
    }
    function end() {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', leave)
    }
  })
}
