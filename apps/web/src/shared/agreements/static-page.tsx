import { queryOptions } from '@tanstack/react-query'
import { type Block, referenceShapes } from '@qingzhou/contract/features/reference'
import type { Output } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import { Pairs, Table } from '@qingzhou/ui/layout'
import { callsOf } from '#platform/api/api.ts'
import './static-page.css'

/** A static page: summary, blocks and date of the last change. */
export function StaticPage({ page }: { page: PageContent }) {
  return (
    <article className="prose">
      {page.summary !== '' && <p className="ink-2">{page.summary}</p>}
      <Blocks blocks={page.blocks} />
      <p className="caption ink-3 tabular">更新日期 {page.updatedOn}</p>
    </article>
  )
}

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // The blocks of a page never reorder, so the index is a valid key.
  return blocks.map((block, index) => <OneBlock key={index} block={block} />)
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 className="title">{block.text}</h2>
    case 'paragraph':
      return <p>{block.text}</p>
    case 'points':
      return (
        <ul className="prose-points">
          {block.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )
    case 'pairs':
      return <Pairs pairs={block.pairs.map(({ name, value }) => ({ label: name, value }))} />
    case 'table':
      return <BlockTable {...block} />
    default:
      return unreachable(block)
  }
}

/** Columns of figures are right-aligned, as in the plan; words are not. */
function BlockTable({ columns, rows }: Extract<Block, { kind: 'table' }>) {
  const isOfFigures = (index: number) =>
    index > 0 && rows.every((cells) => FIGURE.test(cells[index] ?? ''))
  return (
    <Table
      caption={columns.join('、')}
      columns={columns.map((label, index) => ({
        label,
        align: isOfFigures(index) ? 'end' : 'start',
      }))}
      rows={rows.map((cells, index) => ({ key: String(index), cells }))}
    />
  )
}

/** A number with at most a sign before and a unit after it. */
const FIGURE = /^\D{0,2}\d[\d,.]*\s?\D{0,2}$/

const { staticPage } = callsOf('reference', referenceShapes)

export type PageContent = Output<(typeof referenceShapes)['staticPage']>

/** Query of a static page by name. */
export function staticPageQuery(name: string) {
  return queryOptions({
    queryKey: ['static-page', name],
    queryFn: async ({ signal }) => staticPage({ name }, { signal, quiet: true }),
    staleTime: Infinity,
  })
}
