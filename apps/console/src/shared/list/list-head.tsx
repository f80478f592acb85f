import { type ReactNode, useState } from 'react'
import { listMessages } from '#shared/catalogue/list.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { downloadCsv } from './csv.ts'
import type { ListState } from './list-address.ts'
import type { Filter, ListProps } from './list-page.tsx'
import { readAllRows } from './use-list.ts'

type ChangeSearch = (changes: Readonly<Record<string, string | undefined>>) => void

type HeadProps<Row> = ListProps<Row> & {
  readonly state: ListState
  readonly about: number | undefined
  readonly changeSearch: ChangeSearch
}

export function ListHead<Row>(props: HeadProps<Row>) {
  const { title, aside, about } = props
  const messages = useMessages(listMessages)
  return (
    <header className="head">
      <h1 className="h1">{title}</h1>
      {aside ??
        (about !== undefined && (
          <span className="c2">{messages.about(separateThousands(about))}</span>
        ))}
      <span className="push" />
      <ColumnChoice {...props} />
      <ExportButton {...props} />
    </header>
  )
}

function separateThousands(count: number): string {
  return new Intl.NumberFormat('en').format(count)
}

function ColumnChoice<Row>({ columns, state, changeSearch }: HeadProps<Row>) {
  const messages = useMessages(listMessages)
  const toggle = (id: string) => {
    const hidden = state.hidden.includes(id)
      ? state.hidden.filter((one) => one !== id)
      : [...state.hidden, id]
    changeSearch({ without: hidden.join(',') })
  }
  return (
    <details className="menu">
      <summary className="act act-bare">
        <Icon name="columns" />
        {messages.columns}
      </summary>
      <div className="menu-body">
        {columns.slice(1).map(({ id, head }) => (
          <label key={id} className="opt">
            <input
              type="checkbox"
              checked={!state.hidden.includes(id)}
              onChange={() => toggle(id)}
            />
            {head}
          </label>
        ))}
      </div>
    </details>
  )
}

function ExportButton<Row>({ source, columns, state }: HeadProps<Row>) {
  const messages = useMessages(listMessages)
  const [progress, setProgress] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setProgress('busy')
    try {
      const rows = await readAllRows(source, state)
      const cells = rows.map((row) => columns.map(({ text }) => text(row)))
      downloadCsv(`${source.name}.csv`, [columns.map(({ head }) => head), ...cells])
      setProgress('idle')
    } catch {
      setProgress('failed')
    }
  }
  return (
    <>
      {progress === 'failed' && <span className="fail cap">{messages.exportFailed}</span>}
      <button
        type="button"
        className="act act-bare"
        disabled={progress === 'busy'}
        onClick={() => void save()}
      >
        <Icon name="save" />
        {progress === 'busy' ? messages.exporting : messages.exportCsv}
      </button>
    </>
  )
}

/** One row of chips per filter; the chosen one is part of the address, and pressed again ends it. */
export function ListFilters({
  filters,
  state,
  changeSearch,
  children,
}: {
  readonly filters: readonly Filter[]
  readonly state: ListState
  readonly changeSearch: ChangeSearch
  readonly children: ReactNode
}) {
  const messages = useMessages(listMessages)
  return (
    <div className="filters pad under-3">
      {filters.map(({ id, choices }, at) => (
        <span key={id} className="row" role="group">
          {at > 0 && <span className="bar" />}
          {(choices.length > 1
            ? [{ value: undefined, label: messages.all }, ...choices]
            : choices
          ).map(({ value, label }) => {
            const isChosen = state.filters[id] === value
            return (
              <button
                key={label}
                type="button"
                className="filter"
                aria-pressed={isChosen}
                onClick={() => changeSearch({ [id]: isChosen ? undefined : value })}
              >
                {label}
              </button>
            )
          })}
        </span>
      ))}
      {children}
    </div>
  )
}
