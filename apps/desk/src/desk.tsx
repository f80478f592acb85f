import { useState } from 'react'
import type { ReactNode } from 'react'
import { TabPanel, Tabs } from '@qingzhou/ui/tabs'
import { BooksPanel } from './books/books-panel.tsx'
import { CameraChoice } from './camera/camera-choice.tsx'
import { useCamera } from './camera/use-camera.ts'
import { ClockPanel } from './clock/clock-panel.tsx'
import { useClock } from './clock/use-clock.ts'
import { FaultList } from './faults/fault-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InboxPanel } from './inbox/inbox-panel.tsx'
import { useInbox } from './inbox/use-inbox.ts'
import type { Inbox } from './inbox/use-inbox.ts'
import { LinkMaker } from './links/link-maker.tsx'
import { MallPanel } from './mall/mall-panel.tsx'
import { BridgeSheet } from './messenger/bridge-sheet.tsx'
import { PeopleList } from './people/people-list.tsx'
import { usePeople } from './people/use-people.ts'
import type { Person } from './people/use-people.ts'
import { PhonePanel } from './phone/phone-panel.tsx'
import { usePhone } from './phone/use-phone.ts'
import type { Phone } from './phone/use-phone.ts'
import { Proclamation } from './proclamation.tsx'

const tools = [
  { value: 'people', label: '测试用户' },
  { value: 'links', label: '登录链接' },
  { value: 'faults', label: '故障' },
  { value: 'proclamation', label: '公告' },
  { value: 'clock', label: '时钟' },
] as const

type Tool = (typeof tools)[number]['value']

/** Tools on the left, the phone in the middle, what became of it on the right. */
export function Desk() {
  const phone = usePhone()
  const inbox = useInbox()
  const { people, chosen, choose, ask } = usePeople()
  const camera = useCamera(phone.frame, chosen.key)

  return (
    <>
      <FirstSteps />
      <main className="desk-columns">
        <ToolPanel inbox={inbox} people={people} phone={phone} onSwitch={ask}>
          <CameraChoice kind={camera.kind} onChoose={camera.choose} person={chosen} />
          <PeopleList people={people} phone={phone} chosen={chosen} onChoose={choose} />
        </ToolPanel>
        <PhonePanel phone={phone}>
          {/* What an earlier page wanted to be paid is not the next page's. */}
          <BridgeSheet key={`bridge of visit ${phone.visit.number}`} phone={phone} />
        </PhonePanel>
        <RecordPanel inbox={inbox} phone={phone} person={chosen} />
      </main>
    </>
  )
}

type ToolPanelProps = {
  readonly inbox: Inbox
  readonly people: readonly Person[]
  readonly phone: Phone
  readonly onSwitch: () => void
  /** The tool one starts with. */
  readonly children: ReactNode
}

function ToolPanel({ inbox, people, phone, onSwitch, children }: ToolPanelProps) {
  const [tool, setTool] = useState<Tool>('people')
  const clock = useClock()

  function choose(next: Tool) {
    setTool(next)
    onSwitch()
  }

  return (
    <section className="desk-panel" aria-label="工具">
      <Tabs id="tools" label="工具" tabs={tools} value={tool} onChange={choose} />
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

const records = [
  { value: 'inbox', label: '收件箱' },
  { value: 'books', label: '账本' },
  { value: 'mall', label: '商城' },
] as const

type RecordPanelProps = { readonly inbox: Inbox; readonly phone: Phone; readonly person: Person }

/** What was sent to people, and what was written about them. */
function RecordPanel({ inbox, phone, person }: RecordPanelProps) {
  const [record, setRecord] = useState<(typeof records)[number]['value']>('inbox')
  return (
    <section className="desk-panel" aria-label="收件、账本与商城">
      <Tabs
        id="records"
        label="收件、账本与商城"
        tabs={records}
        value={record}
        onChange={setRecord}
      />
      <div className="desk-panel-body">
        <TabPanel tabs="records" value={record}>
          {record === 'inbox' && <InboxPanel inbox={inbox} phone={phone} />}
          {record === 'books' && <BooksPanel person={person} />}
          {record === 'mall' && <MallPanel />}
        </TabPanel>
      </div>
    </section>
  )
}
