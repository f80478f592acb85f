import { createHash } from 'node:crypto'
import { PART_BYTES } from '@qingzhou/contract/wire/files'

/** A file as a browser announces it. */
export type AnnouncedPart = {
  readonly act: 'part'
  readonly uploadNo: string
  readonly fileName: string
  readonly size: number
  readonly digest: string
}

export function announceFile(
  bytes: Buffer,
  {
    fileName = 'invoice.jpg',
    uploadNo,
  }: { readonly fileName?: string; readonly uploadNo?: string } = {},
): AnnouncedPart {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return {
    act: 'part',
    uploadNo: uploadNo ?? `upload-${digest.slice(0, 24)}`,
    fileName,
    size: bytes.length,
    digest,
  }
}

/** The parts of a file, one per call. */
export function partsOf(bytes: Buffer): { readonly at: number; readonly bytes: string }[] {
  const count = Math.ceil(bytes.length / PART_BYTES)
  return Array.from({ length: count }, (_, at) => ({
    at,
    bytes: bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES).toString('base64'),
  }))
}
