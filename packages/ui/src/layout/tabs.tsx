import type { KeyboardEvent, ReactNode } from 'react'

export interface Tab<Value extends string> {
  value: Value
  label: string
  count?: number | undefined
}

export interface TabsProps<Value extends string> {
  /** Connects the tabs to their TabPanel. */
  id: string
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Filters of a list. Arrow keys, Home and End move and select, as in any tab list. */
export function Tabs<Value extends string>({ id, label, tabs, value, onChange }: TabsProps<Value>) {
  function move(event: KeyboardEvent<HTMLElement>) {
    const next =
      tabs[
        nextIndex(
          event.key,
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        )
      ]
    if (!next) return

    event.preventDefault()
    onChange(next.value)
    document.querySelector<HTMLElement>(`[id="${tabId(id, next.value)}"]`)?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className="tab"
          id={tabId(id, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? panelId(id) : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="tab-count">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}

export interface TabPanelProps {
  /** The `id` of the Tabs. */
  tabs: string
  value: string
  children: ReactNode
}

export function TabPanel({ tabs, value, children }: TabPanelProps) {
  return (
    <div
      className="stack stack-3"
      role="tabpanel"
      id={panelId(tabs)}
      aria-labelledby={tabId(tabs, value)}
    >
      {children}
    </div>
  )
}

function nextIndex(key: string, current: number, count: number) {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}

const tabId = (tabs: string, value: string) => `${tabs}-tab-${value}`
const panelId = (tabs: string) => `${tabs}-panel`
