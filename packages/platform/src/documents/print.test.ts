import { afterAll, describe, expect, it } from 'vitest'
import {
  headingBlock,
  pairs,
  paragraph,
  points,
  table,
  type PrintableDocument,
} from './document.ts'
import { createPrinter } from './print.ts'
import { readTaggedPages, textOfPdf, withoutSpace } from './testing/read-pdf.ts'

const printer = createPrinter()
afterAll(() => printer.stop())

const document: PrintableDocument = {
  title: '借款合同',
  foot: '编号 A-1',
  blocks: [
    headingBlock('一、借款要素'),
    pairs({ 借款金额: '5,000.00 元', 借款人: '沈青禾' }),
    paragraph('罚息利率为合同利率的 1.5 倍；3 日内还清的，不收罚息。'),
    points('第一项', '第二项 <script>alert(1)</script>'),
    table(
      ['期数', '应还'],
      Array.from({ length: 60 }, (_, index) => [String(index + 1), '429.88']),
    ),
  ],
}

describe('a printed document', { timeout: 30_000 }, () => {
  it('contains its text readably, and the footer on every page', async () => {
    const pages = await textOfPdf(await printer.print(document))
    const all = pages.join('')
    for (const words of [
      '借款合同',
      '一、借款要素',
      '沈青禾',
      '5,000.00元',
      '罚息利率为合同利率的1.5倍；3日内还清的，不收罚息。',
      '<script>alert(1)</script>',
    ]) {
      expect(all).toContain(withoutSpace(words))
    }
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, text] of pages.entries()) {
      expect(text).toContain('编号A-1')
      expect(text).toContain(`${index + 1}/${pages.length}`)
      // The table header is repeated on each page.
      expect(text).toContain('期数应还')
    }
  })

  it('has its title, its language and every block tagged for screen readers', async () => {
    const pages = await readTaggedPages(await printer.print(document))
    const [first, second] = pages
    expect(first).toMatchObject({ title: '借款合同', language: 'zh-CN', isMarked: true })
    const expected = [
      'Root',
      'Document',
      'H1 借款合同',
      'H2 一、借款要素',
      'Table',
      ['TR', 'TH 借款金额', 'TD 5,000.00元', 'TR', 'TH 借款人', 'TD 沈青禾'],
      'P 罚息利率为合同利率的1.5倍；3日内还清的，不收罚息。',
      ['L', 'LI', 'LBody 第一项', 'LI', 'LBody 第二项<script>alert(1)</script>'],
      'Table',
      ['TR', 'TH 期数', 'TH 应还', 'TR', 'TH 1', 'TD 429.88'],
    ].flat()
    expect(first?.elements.slice(0, expected.length)).toEqual(expected)
    // Headers, footers and repeated table headers are not read out again.
    expect(second?.elements).not.toContain('TH 期数')
    expect(second?.notRead).toContain('期数应还')
    for (const [index, { notRead }] of pages.entries()) {
      const foot = `编号A-1${index + 1}/${pages.length}`
      expect(notRead.replace('期数应还', '')).toBe(`轻舟消费金融有限公司${foot}`)
    }
  })

  it('embeds its fonts, reduced to the characters used', async () => {
    const pdf = await printer.print(document)
    const text = pdf.toString('latin1')
    expect(text).toMatch(/\/FontFile3 \d+ 0 R/)
    expect(text).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSansSC/)
    expect(pdf.length).toBeLessThan(200_000)
  })

  it('is printed concurrently with others without mixing them', async () => {
    const titles = ['甲合同', '乙合同', '丙合同']
    const printed = await Promise.all(titles.map((title) => printer.print({ ...document, title })))
    const texts = await Promise.all(printed.map(textOfPdf))
    expect(texts.map(([first = '']) => titles.find((title) => first.includes(title)))).toEqual(
      titles,
    )
  })

  it('can be printed after the printer was stopped', async () => {
    await printer.stop()
    expect((await printer.print(document)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
