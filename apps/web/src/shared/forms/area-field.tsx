import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button, PickerField } from '@qingzhou/ui/inputs'
import { List, ListRow } from '@qingzhou/ui/layout'
import { Sheet } from '@qingzhou/ui/overlays'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { QueryState } from '#shared/pages/query-state.tsx'
import { SearchField } from '#shared/pages/search-field.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { areasNamedQuery, areasQuery } from './reference-queries.ts'

interface AreaFieldProps {
  label: string
  /** The names from province to district; empty until selected. */
  names: string
  onPick: (area: PickedArea) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
}

/** An area, from province to district. */
export function AreaField({ label, names, onPick, error, ref }: AreaFieldProps) {
  const [isOpen, setOpen] = useState(false)

  function pick(area: PickedArea) {
    onPick(area)
    setOpen(false)
  }

  return (
    <div ref={ref}>
      <PickerField
        label={label}
        value={names}
        placeholder="请选择省、市、区县"
        error={error}
        onPress={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`选择${label}`}>
        <AreaPicker onPick={pick} />
      </Sheet>
    </div>
  )
}

type Area = { readonly code: string; readonly name: string; readonly hasParts: boolean }

type PickedArea = { readonly code: string; readonly names: string }

type OnPick = { onPick: (area: PickedArea) => void }

/** Searched by name, or chosen level by level. */
function AreaPicker({ onPick }: OnPick) {
  const [typed, setTyped] = useState('')
  const wanted = useDebouncedValue(typed).trim()

  return (
    <div className="stack stack-3">
      <SearchField
        label="搜索地区"
        value={typed}
        onChange={setTyped}
        placeholder="如 西湖区、杭州 西湖"
      />
      {typed.trim() === '' ? <Levels onPick={onPick} /> : <Found wanted={wanted} onPick={onPick} />}
    </div>
  )
}

function Found({ wanted, onPick }: OnPick & { wanted: string }) {
  const found = useQuery(areasNamedQuery(wanted))
  return (
    <QueryState query={found} skeleton={<SkeletonLines count={4} />}>
      {(areas) =>
        areas.length === 0 ? (
          <p className="small ink-2" role="status">
            没有找到“{wanted}”，请换个名称，或清除后逐级选择
          </p>
        ) : (
          <List label="搜索结果">
            {areas.map(({ code, name }) => (
              <ListRow key={code} label={name} onPress={() => onPick({ code, names: name })} />
            ))}
          </List>
        )
      }
    </QueryState>
  )
}

/** Province, city, district; a selected level can be changed. */
function Levels({ onPick }: OnPick) {
  const [path, setPath] = useState<readonly Area[]>([])
  const parts = useQuery(areasQuery(path.at(-1)?.code))
  const list = useNewList(path.length)

  function choose(area: Area) {
    const longer = [...path, area]
    if (area.hasParts) setPath(longer)
    else onPick({ code: area.code, names: longer.map(({ name }) => name).join(' ') })
  }

  return (
    <div className="stack stack-2">
      <Path path={path} onReturn={(depth) => setPath(path.slice(0, depth))} />
      <div ref={list} tabIndex={-1}>
        <QueryState query={parts} skeleton={<SkeletonLines count={8} />}>
          {(areas) => (
            <List label={levels[path.length] ?? '下级地区'}>
              {areas.map((area) => (
                <ListRow key={area.code} label={area.name} onPress={() => choose(area)} />
              ))}
            </List>
          )}
        </QueryState>
      </div>
    </div>
  )
}

const levels = ['省份', '城市', '区县']

interface PathProps {
  path: readonly Area[]
  onReturn: (depth: number) => void
}

function Path({ path, onReturn }: PathProps) {
  if (path.length === 0) return <p className="small ink-2">请选择省份</p>
  return (
    <nav className="row row-between" aria-label="已选地区">
      <span className="strong">{path.map(({ name }) => name).join(' ')}</span>
      <Button kind="text" onPress={() => onReturn(path.length - 1)}>
        重选{levels[path.length - 1]}
      </Button>
    </nav>
  )
}

/** Scroll the next list to its top and move the screen reader's focus into it. */
function useNewList(depth: number) {
  const list = useRef<HTMLDivElement>(null)
  const shownDepth = useRef(depth)

  useEffect(() => {
    if (shownDepth.current === depth) return
    shownDepth.current = depth
    list.current?.closest('.sheet-body')?.scrollTo?.(0, 0)
    list.current?.focus({ preventScroll: true })
  }, [depth])

  return list
}
