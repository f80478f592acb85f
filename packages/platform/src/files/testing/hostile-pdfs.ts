import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'

/** A document of some pages, each with a line drawn on it. */
export async function newPdf(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) {
    document.addPage([300, 400]).drawRectangle({ x: 20, y: 20 + page, width: 200, height: 3 })
  }
  return document
}

export async function savePdf(document: PDFDocument): Promise<Buffer> {
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** A PDF with every kind of content besides its visible pages. */
export async function armedPdf(): Promise<Buffer> {
  const document = await newPdf(2)
  document.setTitle('planted title')
  document.setAuthor('planted author')
  document.addJavaScript('planted', 'app.alert("planted script")')
  await document.attach(Buffer.from('planted attachment'), 'planted.exe', {
    mimeType: 'application/octet-stream',
  })
  const { context, catalog } = document
  const action = context.obj({ Type: 'Action', S: 'JavaScript', JS: PDFString.of('planted open') })
  catalog.set(PDFName.of('OpenAction'), action)
  const uri = context.obj({ S: 'URI', URI: PDFString.of('https://planted.invalid/') })
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 300, 400], A: uri })
  const page = document.getPage(0).node
  page.set(PDFName.of('Annots'), context.obj([context.register(link)]))
  page.set(PDFName.of('AA'), context.obj({ O: action }))
  page.set(PDFName.of('Metadata'), context.register(context.stream('<x>planted metadata</x>')))
  return savePdf(document)
}

export async function lockedPdf(): Promise<Buffer> {
  const document = await newPdf(1)
  document.encrypt({ userPassword: 'geheim', ownerPassword: 'geheimer' })
  return Buffer.from(await document.save())
}

/** A few kilobytes that decompress to gigabytes, in object streams or in page contents. */
export function unfoldingPdf(kind: 'objects' | 'contents', megabytes = 512): Buffer {
  const bytes = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 })
  const filter = '/FlateDecode'
  return kind === 'objects'
    ? pdfAround({ id: 5, dict: '/Type /Obj#53tm /N 1 /First 4', filter, bytes })
    : pdfAround({ id: 4, dict: '', filter, bytes })
}

/** Page contents in a rarely used encoding. */
export function oddlyPackedPdf(kind: 'run lengths' | 'digits', megabytes: number): Buffer {
  const unpacked = megabytes * 1024 * 1024
  if (kind === 'run lengths') {
    // 128 spaces.
    const bytes = Buffer.alloc(unpacked / 64, Buffer.from([0x81, 0x20]))
    return pdfAround({ id: 4, dict: '', filter: '/RunLengthDecode', bytes })
  }
  const digits = deflateSync(Buffer.alloc(unpacked, ' ')).toString('hex')
  const bytes = Buffer.from(`${digits}>`)
  return pdfAround({ id: 4, dict: '', filter: '[/ASCIIHexDecode /FlateDecode]', bytes })
}

/** A page whose contents are object 4, and one object stream. */
function pdfAround(packed: {
  readonly id: number
  readonly dict: string
  readonly filter: string
  readonly bytes: Buffer
}): Buffer {
  const { id, dict, filter, bytes } = packed
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n` +
        `2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
        `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n`,
    ),
    Buffer.from(`${id} 0 obj\n<< ${dict} /Filter ${filter} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\n'),
    Buffer.from('trailer\n<< /Root 1 0 R /Size 6 >>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** Nested too deeply for a recursive parser. */
export function deepPdf(): Buffer {
  const deep = '['.repeat(2_000_000)
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Deep ${deep} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
  )
}
