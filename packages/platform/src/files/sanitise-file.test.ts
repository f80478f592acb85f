import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { paragraph } from '#documents/document.ts'
import { createPrinter } from '#documents/print.ts'
import { textOfPdf } from '#documents/testing/read-pdf.ts'
import { sanitiseFile } from './sanitise-file.ts'
import {
  armedPdf,
  savePdf,
  deepPdf,
  lockedPdf,
  oddlyPackedPdf,
  newPdf,
  unfoldingPdf,
} from './testing/hostile-pdfs.ts'

/** In two parts, so that a virus scanner does not remove this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

async function picture(form: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  return image
    .withExif({ IFD0: { Artist: 'planted exif' } })
    .toFormat(form)
    .toBuffer()
}

/** The content of a PDF, decompressed. */
async function inside(pdf: Buffer): Promise<string> {
  const document = await PDFDocument.load(pdf)
  const plain = await document.save({ useObjectStreams: false, addDefaultPage: false })
  return Buffer.concat([pdf, Buffer.from(plain)]).toString('latin1')
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'a picture of type %s becomes a JPEG without metadata',
    async (form) => {
      const own = await sanitiseFile(await picture(form))
      expect(own).toMatchObject({ kind: 'picture', pages: 1 })
      expect(own.bytes.readUInt16BE(0)).toBe(0xffd8)
      expect(own.bytes.includes('planted')).toBe(false)
    },
  )
})

describe('a PDF', () => {
  it('keeps its pages and no active, hidden or identifying content', async () => {
    const armed = await armedPdf()
    expect(armed.includes('planted')).toBe(true)
    const own = await sanitiseFile(armed)
    expect(own).toMatchObject({ kind: 'pdf', pages: 2 })
    const text = await inside(own.bytes)
    for (const word of [
      'planted',
      'JavaScript',
      'OpenAction',
      'Annots',
      'EmbeddedFile',
      'URI',
      '/AA',
    ]) {
      expect(text).not.toContain(word)
    }
    const again = await PDFDocument.load(own.bytes, { updateMetadata: false })
    expect(again.getPage(0).getSize()).toEqual({ width: 300, height: 400 })
    expect(again.getTitle()).toBeUndefined()
  })

  it('a PDF with fonts and Chinese text keeps its text', async () => {
    const printer = createPrinter()
    const blocks = [paragraph('购房合同 <script> 金额 5,000.00 元')]
    const printed = await printer.print({ title: '发票', foot: '第一联', blocks })
    await printer.stop()
    const { bytes } = await sanitiseFile(printed)
    expect(await textOfPdf(bytes)).toEqual(await textOfPdf(printed))
  })

  it('a PDF with a password is refused as locked', async () => {
    const locked = await lockedPdf()
    await expect(sanitiseFile(locked)).rejects.toMatchObject({ refusal: { kind: 'file-locked' } })
  })

  it('may have at most fifty pages', async () => {
    expect(await sanitiseFile(await savePdf(await newPdf(50)))).toMatchObject({ pages: 50 })
    const long = await savePdf(await newPdf(51))
    const refusal = { kind: 'file-too-many-pages', max: 50 }
    await expect(sanitiseFile(long)).rejects.toMatchObject({ refusal })
  })

  it.each(['run lengths', 'digits'] as const)(
    'may have its contents encoded as %s',
    async (kind) => {
      expect(await sanitiseFile(oddlyPackedPdf(kind, 1))).toMatchObject({ kind: 'pdf', pages: 1 })
    },
  )

  it('loses data after its end', async () => {
    const pdf = await savePdf(await newPdf(1))
    const { bytes } = await sanitiseFile(Buffer.concat([pdf, Buffer.from('PK planted behind')]))
    expect(await inside(bytes)).not.toContain('planted')
  })
})

describe('a file that is neither picture nor PDF is refused:', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['the test virus', () => Buffer.from(EICAR)],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an empty file', () => Buffer.alloc(1)],
    [
      'a picture with a page behind it',
      async () => Buffer.concat([await picture('jpeg'), Buffer.from('<html>')]),
    ],
    [
      'a PDF with a page before it',
      async () => Buffer.concat([Buffer.from('<html>'), await savePdf(await newPdf(1))]),
    ],
    [
      'a PDF with an archive behind it',
      async () => Buffer.concat([await savePdf(await newPdf(1)), Buffer.alloc(4096, 'PK')]),
    ],
    [
      'a document of a word processor',
      () => Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateSync('word/document.xml')]),
    ],
    ['a picture of a new phone', () => Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')],
    ['an archive', () => gzipSync('x')],
    ['a PDF in name only', () => Buffer.from('%PDF-1.7\nnothing\n%%EOF')],
    ['half a PDF', async () => (await savePdf(await newPdf(3))).subarray(0, 600)],
    ['a picture of fifty thousand points squared', () => hugePng()],
    ['a PDF that unfolds in the parser', () => unfoldingPdf('objects')],
    ['a PDF that unfolds in the viewer', () => unfoldingPdf('contents', 256)],
    ['a PDF of run lengths that unfolds', () => oddlyPackedPdf('run lengths', 128)],
    ['a PDF that unfolds behind another filter', () => oddlyPackedPdf('digits', 128)],
    ['a PDF nested without end', () => deepPdf()],
  ])('%s', { timeout: 60_000 }, async (_, made) => {
    await expect(sanitiseFile(await made())).rejects.toMatchObject({
      refusal: { kind: 'file-unusable' },
    })
  })
})

/** A PNG that declares a huge size with little data. */
function hugePng(): Buffer {
  const side = 50_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + side / 8)
  const rows = deflateSync(Buffer.concat(Array.from({ length: 2_000 }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND')])
}

function chunk(type: string, content = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
