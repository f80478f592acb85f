import { Worker } from 'node:worker_threads'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import { product } from '@qingzhou/domain/product'
import type { Refusal } from '@qingzhou/domain/refusal'
import { Refused } from '#refused.ts'
import type { PdfJob, PdfRewritten } from './pdf-worker.ts'
import { convertPicture } from './picture.ts'

const SECONDS_MAX = 10
const HEAP_MEGABYTES_MAX = 256
/** The range in which readers search for the end marker. */
const END_BYTES = 1024

/** Whether it starts and ends like a PDF. Otherwise another file is prepended or appended. */
function isPdf(bytes: Buffer): boolean {
  const begins = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  return begins && bytes.subarray(-END_BYTES).includes('%%EOF')
}

/**
 * Rewrites a PDF with its pages only: no scripts, actions, annotations, attachments or metadata.
 * Untrusted bytes are parsed in their own thread, with limited memory and time.
 */
async function sanitisePdf(
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
    // Parser output about an untrusted file does not belong in our log.
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

/** Enough resolution to read an invoice. */
const SIDE_MAX = 2560

export type SanitisedFile = {
  readonly bytes: Buffer
  readonly kind: FileRecord['kind']
  readonly pages: number
}

/**
 * Converts an upload into a picture or PDF with the same visible content and nothing else. The type
 * is detected from the bytes, not the name. Anything else is refused.
 */
export async function sanitiseFile(bytes: Buffer): Promise<SanitisedFile> {
  if (isPdf(bytes)) {
    const pdf = await sanitisePdf(bytes, { pagesMax: product.evidence.pdfPagesMax })
    return { kind: 'pdf', ...pdf }
  }
  return { kind: 'picture', bytes: await sanitisePicture(bytes), pages: 1 }
}

/** Replaces the refusal, because the message must name both accepted types. */
async function sanitisePicture(bytes: Buffer): Promise<Buffer> {
  try {
    return await convertPicture(bytes, { sideMax: SIDE_MAX })
  } catch (cause) {
    if (cause instanceof Refused) throw new Refused({ kind: 'file-unusable' })
    throw cause
  }
}
