import { useState } from 'react'
import { CameraChoice } from './camera/camera-choice.tsx'
import { useCamera } from './camera/use-camera.ts'
import { useClock } from './clock/use-clock.ts'
import { useInbox } from './inbox/use-inbox.ts'
import { BridgeSheet } from './messenger/bridge-sheet.tsx'
import { PeopleList } from './people/people-list.tsx'
import { usePeople } from './people/use-people.ts'
import { PhonePanel } from './phone/phone-panel.tsx'
import { usePhone } from './phone/use-phone.ts'
import { RecordPanel } from './record-panel.tsx'
import type { RecordName } from './record-panel.tsx'
import { ToolPanel } from './tool-panel.tsx'
import type { Tool } from './tool-panel.tsx'
import { TourStrip } from './tour/tour-strip.tsx'
import type { Tour } from './tour/use-tour.ts'

/** Tools on the left, the phone in the middle, what became of it on the right. */
export function Desk({ tour }: { tour: Tour }) {
  const phone = usePhone()
  const inbox = useInbox()
  const clock = useClock()
  const { people, chosen, choose, ask } = usePeople()
  const camera = useCamera(phone.frame, chosen.key)
  const [tool, setTool] = useState<Tool>('people')
  const [record, setRecord] = useState<RecordName>('inbox')

  function showTool(next: Tool) {
    setTool(next)
    ask()
  }

  return (
    <>
      {tour.isOpen && (
        <TourStrip
          tour={tour}
          desk={{ phone, clock, person: chosen, showTool, record, showRecord: setRecord }}
          faults={inbox.faults}
        />
      )}
      <main className="desk-columns">
        <ToolPanel {...{ tool, inbox, people, phone, clock }} onSwitch={showTool}>
          <CameraChoice kind={camera.kind} onChoose={camera.choose} person={chosen} />
          <PeopleList people={people} phone={phone} chosen={chosen} onChoose={choose} />
        </ToolPanel>
        <PhonePanel phone={phone}>
          {/* What an earlier page wanted to be paid is not the next page's. */}
          <BridgeSheet key={`bridge of visit ${phone.visit.number}`} phone={phone} />
        </PhonePanel>
        <RecordPanel {...{ record, inbox, phone }} person={chosen} onSwitch={setRecord} />
      </main>
    </>
  )
}
