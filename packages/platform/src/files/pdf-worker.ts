import { parentPort, workerData } from 'node:worker_threads'
import { inflateSync } from 'node:zlib'
import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFContext,
  type PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib'

export type PdfJob = { readonly bytes: Uint8Array; readonly pagesMax: number }
export type PdfRewritten =
  | { readonly outcome: 'rewritten'; readonly bytes: Uint8Array; readonly pages: number }
  | { readonly outcome: 'locked' | 'too-many-pages' | 'unusable' }

/** What the parser itself decompresses: tables and object streams, never pictures. */
const PARSED_BYTES_MAX = 64 * 1024 * 1024
/** Enough for a page scanned at 600 dpi. */
const STREAM_BYTES_MAX = 128 * 1024 * 1024
const PICTURE_POINTS_MAX = 100_000_000

/** The page keys needed for its appearance. All others are actions, links or metadata. */
const pageKeys = [
  'Type',
  'Parent',
  'Resources',
  'MediaBox',
  'CropBox',
  'Rotate',
  'Contents',
  'Group',
]
/** Stream keys that refer to another file or to data that is never drawn. */
const streamKeys = [
  'F',
  'FFilter',
  'FDecodeParms',
  'Ref',
  'OPI',
  'AF',
  'Metadata',
  'PieceInfo',
  'Alternates',
]
const packed = ['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL']

const parser = limitParser()
// The thread is started with a job of this type. A worker thread has no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await rewritten(workerData as PdfJob))

async function rewritten({ bytes, pagesMax }: PdfJob): Promise<PdfRewritten> {
  try {
    const theirs = await PDFDocument.load(bytes, { updateMetadata: false })
    const pages = theirs.getPageCount()
    if (pages > pagesMax) return { outcome: 'too-many-pages' }
    if (pages === 0) return { outcome: 'unusable' }
    strip(theirs)
    const ours = await PDFDocument.create({ updateMetadata: false })
    for (const page of await ours.copyPages(theirs, theirs.getPageIndices())) ours.addPage(page)
    if (parser.hasHadTooMuch() || !isRenderable(ours)) return { outcome: 'unusable' }
    return {
      outcome: 'rewritten',
      bytes: await ours.save({ updateFieldAppearances: false }),
      pages,
    }
  } catch (error) {
    // Encrypted object streams cannot be parsed.
    const isLocked = error instanceof EncryptedPDFError || isEncrypted(bytes)
    return { outcome: isLocked ? 'locked' : 'unusable' }
  }
}

function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
}

/** Removed before copying: objects that no page refers to are not copied. */
function strip(document: PDFDocument): void {
  const record = new Set(pageKeys.map((key) => PDFName.of(key)))
  for (const page of document.getPages()) {
    for (const key of page.node.keys()) if (!record.has(key)) page.node.delete(key)
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue
    for (const key of streamKeys) object.dict.delete(PDFName.of(key))
  }
}

/** Whether a phone can render it: a few bytes may decompress to more than its memory. */
function isRenderable({ context }: PDFDocument): boolean {
  return context
    .enumerateIndirectObjects()
    .every(([, object]) => !(object instanceof PDFRawStream) || isRenderableStream(object))
}

function isRenderableStream(stream: PDFRawStream): boolean {
  if (pointsOf(stream.dict) > PICTURE_POINTS_MAX) return false
  const filters = filtersOf(stream.dict)
  const packings = filters.filter((filter) => packed.includes(filter))
  if (packings.length !== 1) return packings.length === 0
  return filters[0]?.startsWith('Fl') ? isDeflatedWithinLimit(stream) : isDecodedWithinLimit(stream)
}

function isDeflatedWithinLimit(stream: PDFRawStream): boolean {
  try {
    inflateSync(stream.contents, { maxOutputLength: STREAM_BYTES_MAX })
    return true
  } catch (error) {
    // A truncated stream is rendered as far as it goes.
    return !(error instanceof RangeError)
  }
}

/**
 * For other compressions and filter chains: uses the library's decoders, which are limited below.
 */
function isDecodedWithinLimit(stream: PDFRawStream): boolean {
  try {
    decodePDFRawStream(stream).decode()
    return true
  } catch {
    return false
  }
}

function pointsOf(dict: PDFDict): number {
  const [width, height] = ['Width', 'Height'].map((key) => dict.lookup(PDFName.of(key)))
  if (!(width instanceof PDFNumber) || !(height instanceof PDFNumber)) return 0
  return width.asNumber() * height.asNumber()
}

function filtersOf(dict: PDFDict): string[] {
  const filter = dict.lookup(PDFName.of('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
  return filters.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []))
}

type Decoder = { readonly buffer: Uint8Array }

/**
 * The parser decompresses streams into a buffer that grows without limit, outside the heap and thus
 * beyond the thread's limits. All its decoders share the method that grows it.
 */
function limitParser(): { hasHadTooMuch(): boolean } {
  const context = PDFContext.create()
  const dict = context.obj({ Filter: 'RunLengthDecode' })
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
  const decoders: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decoder))
  // A class of the library with this one method, asserted below.
  const shared = decoders as { ensureBuffer: (this: Decoder, length: number) => Uint8Array }
  const grow = shared.ensureBuffer
  if (typeof grow !== 'function') throw new Error('pdf-lib: ensureBuffer not found in the decoders')
  let parsed = 0
  // The parser treats any error as a broken object and continues without it.
  let hadTooMuch = false
  shared.ensureBuffer = function ensureBuffer(length) {
    const before = this.buffer.byteLength
    hadTooMuch ||= length - before > PARSED_BYTES_MAX - parsed
    if (hadTooMuch) throw new RangeError('stream decompresses to more than the limit')
    const buffer = grow.call(this, length)
    parsed += buffer.byteLength - before
    return buffer
  }
  return { hasHadTooMuch: () => hadTooMuch }
}
