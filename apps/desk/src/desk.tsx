import { useState } from 'react'
import { TabPanel, Tabs } from '@qingzhou/ui/tabs'
import { ClockPanel } from './clock/clock-panel.tsx'
import { useClock } from './clock/use-clock.ts'
import { FaultList } from './faults/fault-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import { InboxPanel } from './inbox/inbox-panel.tsx'
import { useInbox } from './inbox/use-inbox.ts'
import { LinkMaker } from './links/link-maker.tsx'
import { PeopleList } from './people/people-list.tsx'
import { usePeople } from './people/use-people.ts'
import { PhonePanel } from './phone/phone-panel.tsx'
import { usePhone } from './phone/use-phone.ts'
import { Proclamation } from './proclamation.tsx'

const tools = [
  { value: 'people', label: '测试用户' },
  { value: 'links', label: '登录链接' },
  { value: 'faults', label: '故障' },
  { value: 'proclamation', label: '公告' },
  { value: 'clock', label: '时钟' },
] as const

type Tool = (typeof tools)[number]['value']

/** Tools on the left, the phone in the middle, what was sent to it on the right. */
export function Desk() {
  const [tool, setTool] = useState<Tool>('people')
  const phone = usePhone()
  const inbox = useInbox()
  const clock = useClock()
  const { people, ask } = usePeople()

  function choose(next: Tool) {
    setTool(next)
    // Somebody may have signed up in the phone since.
    ask()
  }

  return (
    <>
      <FirstSteps />
      <main className="desk-columns">
        <section className="desk-panel" aria-label="工具">
          <Tabs id="tools" label="工具" tabs={tools} value={tool} onChange={choose} />
          <div className="desk-panel-body">
            <TabPanel tabs="tools" value={tool}>
              {tool === 'people' && <PeopleList people={people} phone={phone} onChoose={ask} />}
              {tool === 'links' && <LinkMaker people={people} phone={phone} />}
              {tool === 'faults' && <FaultList faults={inbox.faults} />}
              {tool === 'proclamation' && <Proclamation />}
              {tool === 'clock' && <ClockPanel clock={clock} />}
            </TabPanel>
          </div>
        </section>
        <PhonePanel phone={phone} />
        <InboxPanel inbox={inbox} phone={phone} />
      </main>
    </>
  )
}
