import { createRequire } from 'node:module'
import pdfmake from 'pdfmake'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Block } from '@qingzhou/contract/features/reference'
import { unreachable } from '@qingzhou/domain/assert'
import { lender } from '#platform/config/brand.ts'
import type { JobDone } from '#platform/answer-jobs.ts'
import { answerJobs } from '#platform/answer-jobs.ts'
import type { Paper, Seal } from './paper.ts'
import type { SealPlace } from './seal-layout.ts'
import { isSplitSeal, placeOfSeal, sealOf } from './seal-layout.ts'
import { withRoomForSignature } from './signing/room-for-signature.ts'

const INK_SOFT = '#5b6b75'
const LINE = '#c9d3d8'
const POINT_INDENT = 12

/** The blocks that the app shows, laid out on A4. */
function layoutOf(paper: Paper): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [56, 64, 56, 64],
    info: { title: paper.title, author: lender.company },
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
        { text: paper.foot, width: '*' },
        { text: `${page} / ${pages}`, width: 'auto' },
      ],
    }),
    content: [
      { text: paper.title, style: 'title' },
      ...paper.blocks.map(contentOf),
      ...(paper.seal ? [sealOf(paper.seal)] : []),
    ],
  }
}

function contentOf(block: Block): Content {
  switch (block.kind) {
    case 'heading':
      return { text: block.text, style: 'heading', headlineLevel: 1 }
    case 'paragraph':
      return { text: block.text, margin: [0, 0, 0, 6] }
    case 'points':
      return { ul: [...block.points], margin: [POINT_INDENT, 0, 0, 6] }
    case 'pairs':
      return pairsOf(block.pairs)
    case 'table':
      return tableOf(block)
    default:
      return unreachable(block)
  }
}

function pairsOf(pairs: readonly { name: string; value: string }[]): Content {
  return {
    margin: [0, 4, 0, 8],
    layout: ruled,
    table: {
      widths: [120, '*'],
      body: pairs.map(({ name, value }) => [{ text: name, color: INK_SOFT }, value]),
    },
  }
}

function tableOf({ columns, rows }: Extract<Block, { kind: 'table' }>): Content {
  return {
    margin: [0, 4, 0, 8],
    layout: ruled,
    fontSize: 9.5,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map((_, column) => (column === 0 ? 'auto' : '*')),
      body: [
        columns.map((text, column) => ({ ...aligned(text, column), bold: true })),
        ...rows.map((cells) => cells.map(aligned)),
      ],
    },
  }
}

/** The first column is the row's label, on one line. The others are mostly numbers. */
function aligned(text: string, column: number) {
  if (column === 0) return { text, alignment: 'left' as const, noWrap: true }
  return { text, alignment: 'right' as const }
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
const normal =
  require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const bold = require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')

pdfmake.addFonts({ NotoSansSC: { normal, bold, italics: normal, bolditalics: bold } })
// A document contains only text: nothing is fetched, and only its fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)

answerJobs(async (paper: Paper): Promise<JobDone<Uint8Array>> => ({
  result: paper.seal
    ? await printedToBeSigned(paper, paper.seal)
    : await pdfmake.createPdf(layoutOf(paper)).getBuffer(),
}))

/** Prints with a placeholder for the signature at the position of the seal. */
async function printedToBeSigned(paper: Paper, seal: Seal): Promise<Uint8Array> {
  const places: SealPlace[] = []
  const layout: TDocumentDefinitions = {
    ...layoutOf(paper),
    pageBreakBefore(node) {
      const place = placeOfSeal(node, seal)
      if (place) places.push(place)
      return isSplitSeal(node, seal)
    },
  }
  const pdf = await pdfmake.createPdf(layout).getBuffer()
  const place = places.at(-1)
  if (!place) throw new Error('seal not found on any page')
  const { signer, signedAt } = seal
  return withRoomForSignature(pdf, { place, signing: { signer, signedAt, reason: paper.title } })
}
