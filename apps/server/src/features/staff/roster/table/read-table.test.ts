import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { workbook, zipTexts } from '#features/staff/roster/testing/workbook.ts'
import { readTable } from './read-table.ts'
import { Unreadable, type Table } from './table.ts'
import { unpack } from './read-xlsx.ts'

const texts = (table: Table) => table.lines.map(({ cells }) => cells)
const heading = ['姓名', '身份证号', '手机号', '单位']
const person = ['沈青禾', '990301199001010019', '13900000001', '云泽纺织厂']
const csv = `${heading.join(',')}\r\n${person.join(',')}\r\n`

/** Chinese text in GBK, as Excel in China saves it. */
const GBK = {
  沈青禾: [0xc9, 0xf2, 0xc7, 0xe0, 0xba, 0xcc],
  姓名: [0xd0, 0xd5, 0xc3, 0xfb],
} as const

async function complaint(bytes: Buffer): Promise<string> {
  const error = await readTable(bytes).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return error instanceof Unreadable ? error.message : `not refused: ${String(error)}`
}

describe('a text file', () => {
  it.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${csv}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${csv}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16()],
    ['tabs', Buffer.from(csv.replaceAll(',', '\t'))],
    ['semicolons', Buffer.from(csv.replaceAll(',', ';'))],
    ['quotes', Buffer.from(csv.replaceAll(/[^,\r\n]+/g, '"$&"'))],
    ['lines that end as on old machines', Buffer.from(csv.replaceAll('\r\n', '\r'))],
  ])('a text file is read in %s', async (_, bytes) => {
    expect(texts(await readTable(bytes))).toEqual([heading, person])
  })

  it('a text file is read in GBK', async () => {
    const bytes = Buffer.from([...GBK.姓名, 0x0a, ...GBK.沈青禾])
    expect(texts(await readTable(bytes))).toEqual([['姓名'], ['沈青禾']])
  })

  it('has its lines numbered as in a text editor', async () => {
    const bytes = Buffer.from('a,b\n\n"x\ny",1\n2,3')
    const { lines } = await readTable(bytes)
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 5])
  })

  it('a text file has formulas marked', async () => {
    expect(texts(await readTable(Buffer.from('a,=1+1,"=cmd|\'/c calc\'!A0"')))).toEqual([
      ['a', { kind: 'formula' }, { kind: 'formula' }],
    ])
  })

  it('a text file with an unclosed quote is refused', async () => {
    const broken = readTable(Buffer.from(`${csv}"沈,1\n`))
    await expect(broken).rejects.toMatchObject({
      problem: { message: expect.stringContaining('引号') },
    })
    expect(await complaint(Buffer.from(`"${'沈'.repeat(20_000)}"`))).toContain('引号')
  })

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a paper', Buffer.from('%PDF-1.7\n\0\xff\xfe', 'latin1')],
    ['noise', Buffer.from([0x81, 0xff, 0x20, 0xff, 0x00])],
  ])('is refused if it is %s', async (_, bytes) => {
    expect(await complaint(bytes)).toContain('无法识别')
  })

  it('a text file that is a web page is refused with its own message', async () => {
    expect(await complaint(Buffer.from('<html><table><tr><td>姓名'))).toContain('网页格式')
  })
})

describe('a workbook', () => {
  it('is read with its line numbers and columns', async () => {
    const table = await readTable(workbook({ rows: [heading, person, [], ['', 'x']] }))
    expect(texts(table)).toEqual([heading, person, ['', '', '', ''], ['', 'x', '', '']])
    expect(table.lines.map(({ line }) => line)).toEqual([1, 2, 3, 4])
    expect(table.problems).toEqual([])
  })

  it('distinguishes text from formulas, numbers, dates and booleans', async () => {
    const rows = [
      heading,
      [
        { formula: 'A1', shows: '姓名' },
        { number: '4.40106E+17' },
        { date: 45000 },
        { boolean: true },
      ],
    ] as const
    expect(texts(await readTable(workbook({ rows })))[1]).toEqual([
      { kind: 'formula' },
      { kind: 'number', text: '4.40106E+17' },
      { kind: 'date' },
      { kind: 'boolean' },
    ])
  })

  it('a workbook has its merged cells reported', async () => {
    const { problems } = await readTable(
      workbook({ rows: [heading, person, person], merged: ['D2:D3'] }),
    )
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining('取消合并') }])
  })

  it.each([
    ['Numbers', zipTexts({ 'Index/Document.iwa': 'x' }), 'Numbers'],
    [
      'a document',
      zipTexts({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' }),
      '有效的 .xlsx',
    ],
    ['.xlsb', zipTexts({ '[Content_Types].xml': 'x', 'xl/workbook.bin': 'x' }), '.xlsb'],
    ['damaged', workbook({ rows: [heading] }).subarray(0, 400), '已损坏'],
    [
      'an archive of an empty sheet',
      workbook({ rows: [], parts: { 'xl/workbook.xml': '' } }),
      '损坏',
    ],
    ['with macros', workbook({ rows: [], parts: { 'xl/vbaProject.bin': 'x' } }), '宏'],
    ['with links', workbook({ rows: [], parts: { 'xl/externalLinks/e.xml': '' } }), '其他工作簿'],
    ['.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '.xls'],
  ])(
    'a workbook of an unsupported kind is refused with its own message: %s',
    async (_, bytes, words) => {
      expect(await complaint(bytes)).toContain(words)
    },
  )

  it('a workbook with a password is refused with its own message', async () => {
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    expect(await complaint(locked)).toContain('密码')
  })
})

/** A workbook with a single cell at a far address. */
function far(cell: string, line: number): Buffer {
  const row = `<row r="${line}"><c r="${cell}"><v>1</v></c></row>`
  const sheet = `<worksheet><sheetData>${row}</sheetData></worksheet>`
  return workbook({ rows: [], parts: { 'xl/worksheets/sheet1.xml': sheet } })
}

/** A size field of a ZIP archive. */
function size(bytes: number): Buffer {
  const written = Buffer.alloc(4)
  written.writeUInt32LE(bytes)
  return written
}

/**
 * A stored archive in which every directory entry points to the first part and claims a tiny size.
 */
function overlappingZip({ parts, bytes }: { parts: number; bytes: number }): Buffer {
  const names = Array.from({ length: parts }, (_, n) => `xl/${n}.xml`)
  const first = {
    '[Content_Types].xml': new Uint8Array(bytes),
    'xl/workbook.xml': new Uint8Array(),
  }
  const others = Object.fromEntries(names.map((name) => [name, new Uint8Array()]))
  const archive = Buffer.from(zipSync({ ...first, ...others }, { level: 0 }))
  const entry = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = archive.indexOf(entry); at !== -1; at = archive.indexOf(entry, at + 1)) {
    size(bytes).copy(archive, at + 20)
    size(1).copy(archive, at + 24)
    size(0).copy(archive, at + 42)
  }
  return archive
}

describe('a ZIP bomb', () => {
  it('a ZIP bomb is not unpacked', async () => {
    const bomb = workbook({ rows: [heading], parts: { 'xl/media/a.xml': ' '.repeat(70_000_000) } })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await complaint(bomb)).toContain('太大')
  })

  it('is unpacked only up to the size it declares', () => {
    const bytes = workbook({ rows: [heading], parts: { 'xl/a.xml': ' '.repeat(1_000_000) } })
    for (let at = bytes.indexOf(size(1_000_000)); at !== -1; at = bytes.indexOf(size(1_000_000))) {
      size(1_000).copy(bytes, at)
    }
    expect(unpack(bytes)['xl/a.xml']).toHaveLength(1_000)
  })

  it('a ZIP bomb of overlapping entries is not unpacked', async () => {
    expect(await complaint(overlappingZip({ parts: 40, bytes: 2_000_000 }))).toContain('太大')
  })

  it('a ZIP bomb of more than a thousand parts is refused', async () => {
    const parts = Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`xl/${n}.xml`, '']))
    expect(await complaint(workbook({ rows: [heading], parts }))).toContain('太大')
  })

  it.each([
    [
      'one text without end',
      `<c r="A1" t="inlineStr"><is><t>${'厂'.repeat(6_000)}</t></is></c>`,
      '太长',
    ],
    ['cells without end', '<c r="A1"><v>1</v></c>'.repeat(600_001), '内容太多'],
    ['tags without an end', '<c '.repeat(3_000_000), '已损坏'],
  ])('a ZIP bomb with %s is refused before it is parsed', async (_, cells, words) => {
    const xml = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`
    const bytes = workbook({ rows: [], parts: { 'xl/worksheets/sheet1.xml': xml } })
    expect(await complaint(bytes)).toContain(words)
  })

  it('a ZIP bomb with a cell at the last row or column is refused', async () => {
    expect(await complaint(far('A1048576', 1_048_576))).toContain('50,000')
    expect(await complaint(far('XFD2', 2))).toContain('列数太多')
  })
})
