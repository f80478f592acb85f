import type { ReactNode } from 'react'
import { TabPanel, Tabs } from '@qingzhou/ui/layout'
import { ClockPanel } from './clock/clock-panel.tsx'
import type { Clock } from './clock/use-clock.ts'
import { FaultList } from './faults/fault-list.tsx'
import type { Inbox } from './inbox/use-inbox.ts'
import { LinkMaker } from './links/link-maker.tsx'
import type { Person } from './people/use-people.ts'
import type { Phone } from './phone/use-phone.ts'
import { Proclamation } from './proclamation.tsx'

const tools = [
  { value: 'people', label: '测试用户' },
  { value: 'links', label: '登录链接' },
  { value: 'faults', label: '故障' },
  { value: 'proclamation', label: '公告' },
  { value: 'clock', label: '时钟' },
] as const

export type Tool = (typeof tools)[number]['value']

type ToolPanelProps = {
  readonly tool: Tool
  readonly onSwitch: (tool: Tool) => void
  readonly inbox: Inbox
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly clock: Clock
  /** The tool one starts with. */
  readonly children: ReactNode
}

/** What one does to the world: who is there, what breaks, which day it is. */
export function ToolPanel(props: ToolPanelProps) {
  const { tool, onSwitch, inbox, people, phone, clock, children } = props
  return (
    <section className="desk-panel" aria-label="工具">
      <Tabs id="tools" label="工具" tabs={tools} value={tool} onChange={onSwitch} />
      <div className="desk-panel-body">
        <TabPanel tabs="tools" value={tool}>
          {tool === 'people' && children}
          {tool === 'links' && <LinkMaker people={people} phone={phone} />}
          {tool === 'faults' && <FaultList faults={inbox.faults} />}
          {tool === 'proclamation' && <Proclamation />}
          {tool === 'clock' && <ClockPanel clock={clock} />}
        </TabPanel>
      </div>
    </section>
  )
}
