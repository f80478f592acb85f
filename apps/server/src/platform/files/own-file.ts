import type { FileRecord } from '@qingzhou/contract/files'
import { product } from '@qingzhou/domain/product'
import { Refused } from '#platform/refused.ts'
import { isPdf, ownPdf } from './own-pdf.ts'
import { pictureOf } from './picture.ts'

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
