import { Suspense, lazy, useSyncExternalStore, useState } from 'react'
import { Toaster } from '@qingzhou/ui/overlays'
import { pages as appPages } from '@qingzhou/contract/pages'
import { Chip } from '@qingzhou/ui/feedback'
import { ExternalIcon, Mark } from '@qingzhou/ui/graphics'
import { useTour, type Tour, TourStrip } from '#tour/tour-strip.tsx'
import { CameraChoice, useCamera } from '#camera/use-camera.tsx'
import { useClock } from '#clock/use-clock.ts'
import { useInbox } from '#inbox/use-inbox.ts'
import { BridgeSheet } from '#messenger/bridge-sheet.tsx'
import { PeopleList } from '#people/people-list.tsx'
import { usePeople } from '#people/use-people.ts'
import { PhonePanel } from '#phone/phone-panel.tsx'
import { usePhone } from '#phone/use-phone.ts'
import { productName } from './brand.ts'
import { RecordPanel, type RecordName } from './record-panel.tsx'
import { ToolPanel, type Tool } from './tool-panel.tsx'

const Gallery = lazy(async () => ({
  default: (await import('@qingzhou/ui/gallery')).Gallery,
}))

/** Two pages: the desk, and at #gallery every component in every state. */
export function App() {
  const tour = useTour()
  const isGallery = useSyncExternalStore(onHashChange, () => location.hash === '#gallery')
  if (isGallery) {
    return (
      <>
        <Header page="gallery" />
        <Suspense fallback={<p className="desk-wait">正在打开组件一览…</p>}>
          <Gallery />
        </Suspense>
      </>
    )
  }
  return (
    <div className="desk">
      <Header page="desk" tour={tour} />
      <Desk tour={tour} />
      <Toaster />
    </div>
  )
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const pages = [
  { page: 'desk', href: '#', label: '模拟台' },
  { page: 'gallery', href: '#gallery', label: '组件' },
] as const

const references = [
  { href: `/#${appPages.staffHome}`, label: '员工端' },
  { href: '/openapi.json', label: '接口文档' },
  { href: '/readyz', label: '健康状态' },
  { href: '/metrics', label: '运行指标' },
]

type HeaderProps = {
  readonly page: 'desk' | 'gallery'
  /** Only the desk page has a tour. */
  readonly tour?: Tour
}

function Header({ page: current, tour }: HeaderProps) {
  return (
    <header className="desk-header">
      <span className="desk-brand">
        <Mark size={28} />
        <h1 className="title">{productName}模拟台</h1>
        <Chip tone="plain">沙箱</Chip>
      </span>
      <nav className="desk-nav" aria-label="页面">
        {pages.map(({ page, href, label }) => (
          <a key={page} href={href} aria-current={page === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
        {tour && (
          <button type="button" aria-expanded={tour.isOpen} onClick={tour.toggle}>
            五分钟导览
          </button>
        )}
      </nav>
      <nav className="desk-references" aria-label="参考">
        {references.map(({ href, label }) => (
          <a key={href} href={href} target="_blank" rel="noreferrer">
            {label}
            <ExternalIcon size={14} />
          </a>
        ))}
      </nav>
    </header>
  )
}

/** Tools on the left, the phone in the middle, inbox and books on the right. */
function Desk({ tour }: { tour: Tour }) {
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
          {/* A payment request of an earlier page is dropped with it. */}
          <BridgeSheet key={`bridge of visit ${phone.visit.number}`} phone={phone} />
        </PhonePanel>
        <RecordPanel {...{ record, inbox, phone }} person={chosen} onSwitch={setRecord} />
      </main>
    </>
  )
}
