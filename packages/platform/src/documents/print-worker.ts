import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Block } from '@qingzhou/contract/features/reference'
import { unreachable } from '@qingzhou/domain/assert'
import { lender } from '#config/brand.ts'
import { answerJobs, type JobDone } from '#thread-pool.ts'
import type { PrintableDocument, Seal } from './document.ts'
import type { SealPlace } from './seal-layout.ts'
import { isSplitSeal, placeOfSeal, sealOf } from './seal-layout.ts'
import { withRoomForSignature } from './signing/room-for-signature.ts'
import { addTag, newDocumentTag, printTagged, taggedText, type Tag } from './tagged-pdf.ts'

const INK_SOFT = '#5b6b75'
const LINE = '#c9d3d8'
const POINT_INDENT = 12

/** The blocks that the app shows, laid out on A4 and tagged as children of the root. */
function layoutOf(document: PrintableDocument, root: Tag): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [56, 64, 56, 64],
    info: { title: document.title, author: lender.company },
    defaultStyle: { font: 'NotoSansSC', fontSize: 10.5, lineHeight: 1.45 },
    styles: {
      title: { fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 18] },
      heading: { fontSize: 12, bold: true, margin: [0, 12, 0, 4] },
      small: { fontSize: 8, color: INK_SOFT },
    },
    header: { text: lender.company, style: 'small', margin: [56, 30, 56, 0] },
    footer: (page, pages) => ({
      margin: [56, 16, 56, 0],
      style: 'small',
      columns: [
        { text: document.foot, width: '*' },
        { text: `${page} / ${pages}`, width: 'auto' },
      ],
    }),
    content: [
      { text: taggedText(document.title, addTag(root, 'H1')), style: 'title' },
      ...document.blocks.map((block) => contentOf(block, root)),
      ...(document.seal ? [sealOf(document.seal, root)] : []),
    ],
  }
}

function contentOf(block: Block, root: Tag): Content {
  switch (block.kind) {
    case 'heading':
      return {
        text: taggedText(block.text, addTag(root, 'H2')),
        style: 'heading',
        headlineLevel: 1,
      }
    case 'paragraph':
      return { text: taggedText(block.text, addTag(root, 'P')), margin: [0, 0, 0, 6] }
    case 'points':
      return pointsOf(block.points, addTag(root, 'L'))
    case 'pairs':
      return pairsOf(block.pairs, addTag(root, 'Table'))
    case 'table':
      return tableOf(block, addTag(root, 'Table'))
    default:
      return unreachable(block)
  }
}

function pointsOf(points: readonly string[], list: Tag): Content {
  const items = points.map((text) => ({
    text: taggedText(text, addTag(addTag(list, 'LI'), 'LBody')),
  }))
  return { ul: items, margin: [POINT_INDENT, 0, 0, 6] }
}

function pairsOf(pairs: readonly { name: string; value: string }[], table: Tag): Content {
  const rows = pairs.map(({ name, value }) => {
    const row = addTag(table, 'TR')
    return [
      { text: taggedText(name, addTag(row, 'TH', { scope: 'Row' })), color: INK_SOFT },
      { text: taggedText(value, addTag(row, 'TD')) },
    ]
  })
  return { margin: [0, 4, 0, 8], layout: ruled, table: { widths: [120, '*'], body: rows } }
}

function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>, table: Tag): Content {
  const head = addTag(table, 'TR')
  return {
    margin: [0, 4, 0, 8],
    layout: ruled,
    fontSize: 9.5,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map((_, column) => (column === 0 ? 'auto' : '*')),
      body: [
        columns.map((text, column) => ({
          text: taggedText(text, addTag(head, 'TH', { scope: 'Column' })),
          ...alignmentOf(column),
          bold: true,
        })),
        ...rows.map((cells) => rowOf(cells, addTag(table, 'TR'))),
      ],
    },
  }
}

function rowOf(cells: readonly string[], row: Tag): TableCell[] {
  return cells.map((text, column) => {
    const cell = column === 0 ? addTag(row, 'TH', { scope: 'Row' }) : addTag(row, 'TD')
    return { text: taggedText(text, cell), ...alignmentOf(column) }
  })
}

/** The first column is the row's label, on one line. The others are mostly numbers. */
function alignmentOf(column: number) {
  if (column === 0) return { alignment: 'left' as const, noWrap: true }
  return { alignment: 'right' as const }
}

/** Thin lines between rows, none at the sides. */
const ruled = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}

const require = createRequire(import.meta.url)
const normal = require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_400Regular.ttf')
const bold = require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_700Bold.ttf')

pdfmake.addFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } })
// A document contains only text: nothing is fetched, and only its fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)

answerJobs(async (document: PrintableDocument): Promise<JobDone<Uint8Array>> => ({
  result: document.seal
    ? await printForSignature(document, document.seal)
    : await printDocument(document),
}))

async function printDocument(document: PrintableDocument): Promise<Uint8Array> {
  const root = newDocumentTag()
  return printTagged(layoutOf(document, root), root)
}

/** Prints with a placeholder for the signature at the position of the seal. */
async function printForSignature(document: PrintableDocument, seal: Seal): Promise<Uint8Array> {
  const places: SealPlace[] = []
  const root = newDocumentTag()
  const layout: TDocumentDefinitions = {
    ...layoutOf(document, root),
    pageBreakBefore(node) {
      const place = placeOfSeal(node, seal)
      if (place) places.push(place)
      return isSplitSeal(node, seal)
    },
  }
  const pdf = await printTagged(layout, root)
  const place = places.at(-1)
  if (!place) throw new Error('seal not found on any page')
  const { signer, signedAt } = seal
  return withRoomForSignature(pdf, { place, signing: { signer, signedAt, reason: document.title } })
}
