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

/** What the parser itself unfolds: tables and packed objects, never pictures. */
const PARSED_BYTES_MAX = 64 * 1024 * 1024
/** A page scanned at 600 dots to the inch fits in. */
const STREAM_BYTES_MAX = 128 * 1024 * 1024
const PICTURE_POINTS_MAX = 100_000_000

/** What makes a page look as it does; all else of it acts, links, or tells who made it. */
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
/** In a stream: another file in its place, or something about it that is never drawn. */
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
// The thread is started with a job of this very type. A thread is no window: there is no origin to name.
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
    if (parser.hasHadTooMuch() || !isBearable(ours)) return { outcome: 'unusable' }
    return {
      outcome: 'rewritten',
      bytes: await ours.save({ updateFieldAppearances: false }),
      pages,
    }
  } catch (error) {
    // Packed objects that are encrypted cannot even be parsed.
    const isLocked = error instanceof EncryptedPDFError || isEncrypted(bytes)
    return { outcome: isLocked ? 'locked' : 'unusable' }
  }
}

function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
}

/** Before anything is copied: what is reached by no page is left behind. */
function strip(document: PDFDocument): void {
  const kept = new Set(pageKeys.map((key) => PDFName.of(key)))
  for (const page of document.getPages()) {
    for (const key of page.node.keys()) if (!kept.has(key)) page.node.delete(key)
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue
    for (const key of streamKeys) object.dict.delete(PDFName.of(key))
  }
}

/** Whether who looks at it can: a few bytes may unfold to more than a phone holds. */
function isBearable({ context }: PDFDocument): boolean {
  return context
    .enumerateIndirectObjects()
    .every(([, object]) => !(object instanceof PDFRawStream) || isBearableStream(object))
}

function isBearableStream(stream: PDFRawStream): boolean {
  if (pointsOf(stream.dict) > PICTURE_POINTS_MAX) return false
  const filters = filtersOf(stream.dict)
  const packings = filters.filter((filter) => packed.includes(filter))
  if (packings.length !== 1) return packings.length === 0
  return filters[0]?.startsWith('Fl') ? isBearablyDeflated(stream) : isBearablyPacked(stream)
}

function isBearablyDeflated(stream: PDFRawStream): boolean {
  try {
    inflateSync(stream.contents, { maxOutputLength: STREAM_BYTES_MAX })
    return true
  } catch (error) {
    // One that ends too early is shown as far as it goes.
    return !(error instanceof RangeError)
  }
}

/** By the library's own decoders, which have their limit: packed otherwise, or under another filter. */
function isBearablyPacked(stream: PDFRawStream): boolean {
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
 * The parser unfolds streams into a buffer that grows without end, and outside of the heap, where a
 * thread's own limits do not reach. All its decoders share the one method that lets it grow.
 */
function limitParser(): { hasHadTooMuch(): boolean } {
  const context = PDFContext.create()
  const dict = context.obj({ Filter: 'RunLengthDecode' })
  const decoder: unknown = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
  const decoders: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decoder))
  // The library's own class, whose method has this one form; asserted just below.
  const shared = decoders as { ensureBuffer: (this: Decoder, length: number) => Uint8Array }
  const grow = shared.ensureBuffer
  if (typeof grow !== 'function') throw new Error('the decoders of the library have changed')
  let parsed = 0
  // The parser takes any error for a broken object, and goes on without it.
  let hadTooMuch = false
  shared.ensureBuffer = function ensureBuffer(length) {
    const before = this.buffer.byteLength
    hadTooMuch ||= length - before > PARSED_BYTES_MAX - parsed
    if (hadTooMuch) throw new RangeError('unfolds to too much')
    const buffer = grow.call(this, length)
    parsed += buffer.byteLength - before
    return buffer
  }
  return { hasHadTooMuch: () => hadTooMuch }
}
