import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { SealPlace } from '#documents/seal-layout.ts'

/** Enough for a chain of four certificates, or of two and a time stamp. The unused part stays zero. */
const SIGNATURE_BYTES = 16_384
/** Wider than the longest offset in our files, so that writing an offset shifts nothing. */
export const OFFSET_DIGITS = 10

export type Signing = {
  readonly signer: string
  readonly signedAt: Date
  readonly reason: string
}

/** Reserves space in a PDF for a signature over the rest of the file. */
export async function withRoomForSignature(
  pdf: Uint8Array,
  { place, signing }: { readonly place: SealPlace; readonly signing: Signing },
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { context, catalog } = document
  const page = document.getPage(place.page - 1)
  const signature = context.register(signatureOf(document, signing))
  const bottom = page.getHeight() - place.top - place.height
  const field: PDFRef = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('seal'),
      TU: PDFHexString.fromText(nameOf(signing)),
      V: signature,
      P: page.ref,
      // Annotation flags: print and locked.
      F: 132,
      Rect: [place.left, bottom, place.left + place.width, bottom + place.height],
      AP: { N: context.register(context.stream('', emptyForm(place))) },
    }),
  )
  page.node.addAnnot(field)
  addFormTag(document, { page, field, alt: nameOf(signing) })
  // The document contains signatures and may only be appended to.
  catalog.set(
    PDFName.of('AcroForm'),
    context.register(context.obj({ SigFlags: 3, Fields: [field] })),
  )
  return document.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** Read out by screen readers when they reach the signature. */
function nameOf({ signer }: Signing): string {
  return `${signer}的数字签名`
}

/** Adds the field to the structure tree, as its last element. */
function addFormTag(
  { context, catalog }: PDFDocument,
  { page, field, alt }: { readonly page: PDFPage; readonly field: PDFRef; readonly alt: string },
): void {
  const tree = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const [document] = tree.lookup(PDFName.of('K'), PDFArray).asArray()
  const key = tree.lookup(PDFName.of('ParentTreeNextKey'), PDFNumber)
  const element = context.register(
    context.obj({
      Type: 'StructElem',
      S: 'Form',
      P: document,
      Alt: PDFHexString.fromText(alt),
      K: [{ Type: 'OBJR', Obj: field, Pg: page.ref }],
    }),
  )
  context.lookup(document, PDFDict).lookup(PDFName.of('K'), PDFArray).push(element)
  context.lookup(field, PDFDict).set(PDFName.of('StructParent'), key)
  const parents = tree.lookup(PDFName.of('ParentTree'), PDFDict)
  // A root needs no limits, and these would leave out the new key.
  parents.delete(PDFName.of('Limits'))
  const numbers = parents.lookup(PDFName.of('Nums'), PDFArray)
  numbers.push(key)
  numbers.push(element)
  tree.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(key.asNumber() + 1))
}

/** An empty appearance: the page already shows the seal, this only makes it clickable. */
function emptyForm({ width, height }: SealPlace) {
  return { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }
}

function signatureOf({ context }: PDFDocument, { signer, signedAt, reason }: Signing) {
  const unknownOffset = PDFNumber.of(Number('9'.repeat(OFFSET_DIGITS)))
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [PDFNumber.of(0), unknownOffset, unknownOffset, unknownOffset],
    Contents: PDFHexString.of('0'.repeat(SIGNATURE_BYTES * 2)),
    Name: PDFHexString.fromText(signer),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(signedAt),
  })
}
