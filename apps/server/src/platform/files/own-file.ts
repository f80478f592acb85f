import { Worker } from 'node:worker_threads'
import type { FileRecord } from '@qingzhou/contract/files'
import { product } from '@qingzhou/domain/product'
import type { Refusal } from '@qingzhou/domain/refusal'
import { Refused } from '#platform/refused.ts'
import type { PdfJob, PdfRewritten } from './pdf-worker.ts'
import { pictureOf } from './picture.ts'

const SECONDS_MAX = 10
const HEAP_MEGABYTES_MAX = 256
/** Where a reader looks for the end of the file. */
const END_BYTES = 1024

/** Begins and ends as a PDF does: what has another file in front or behind is two files in one. */
function isPdf(bytes: Buffer): boolean {
  const begins = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  return begins && bytes.subarray(-END_BYTES).includes('%%EOF')
}

/**
 * Writes a PDF anew with its pages alone: no scripts, actions, annotations, attachments, metadata. A
 * stranger's bytes are taken apart in a thread of its own, with little memory and little time.
 */
async function ownPdf(
  bytes: Buffer,
  { pagesMax }: { readonly pagesMax: number },
): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const rewritten = await rewrite({ bytes: Uint8Array.from(bytes), pagesMax })
  if (rewritten.outcome !== 'rewritten') throw new Refused(refusalOf(rewritten.outcome, pagesMax))
  return { bytes: Buffer.from(rewritten.bytes), pages: rewritten.pages }
}

function refusalOf(
  outcome: Exclude<PdfRewritten['outcome'], 'rewritten'>,
  pagesMax: number,
): Refusal {
  if (outcome === 'too-many-pages') return { kind: 'file-too-many-pages', max: pagesMax }
  return { kind: outcome === 'locked' ? 'file-locked' : 'file-unusable' }
}

async function rewrite(job: PdfJob): Promise<PdfRewritten> {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES_MAX },
    env: {},
    // What a parser has to say about a stranger's file is no matter for our log.
    stdout: true,
    stderr: true,
  })
  const unusable = { outcome: 'unusable' } as const
  const patience = setTimeout(() => void worker.terminate(), SECONDS_MAX * 1000)
  try {
    return await new Promise<PdfRewritten>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', () => resolve(unusable))
      worker.once('exit', () => resolve(unusable))
    })
  } finally {
    clearTimeout(patience)
    await worker.terminate()
  }
}

/** Fine enough to read an invoice by. */
const SIDE_MAX = 2560

export type OwnFile = {
  readonly bytes: Buffer
  readonly kind: FileRecord['kind']
  readonly pages: number
}

/**
 * Makes a file of our own out of a caller's: a picture or a PDF that shows the same and holds nothing
 * else. What it is, its bytes say, whatever its name does; anything else is refused.
 */
export async function ownFile(bytes: Buffer): Promise<OwnFile> {
  if (isPdf(bytes)) {
    const pdf = await ownPdf(bytes, { pagesMax: product.proofs.pdfPagesMax })
    return { kind: 'pdf', ...pdf }
  }
  return { kind: 'picture', bytes: await ownPicture(bytes), pages: 1 }
}

/** Here a picture is one of two things a file may be, and the words have to name both. */
async function ownPicture(bytes: Buffer): Promise<Buffer> {
  try {
    return await pictureOf(bytes, { sideMax: SIDE_MAX })
  } catch (cause) {
    if (cause instanceof Refused) throw new Refused({ kind: 'file-unusable' })
    throw cause
  }
}
