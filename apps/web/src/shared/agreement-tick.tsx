import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Tick } from '@qingzhou/ui/tick'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import type { Agreement } from './agreements.ts'
import './agreement-tick.css'

const AgreementSheet = lazy(async () => import('./agreement-sheet.tsx'))

export interface AgreementTickProps {
  agreements: readonly Agreement[]
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
  /** What else agreeing means: 未注册的手机号将创建账户. */
  consequence?: string | undefined
}

/** Agreements open over the form, so that reading one costs nothing that was typed. */
export function AgreementTick({ agreements, consequence, ref, ...tick }: AgreementTickProps) {
  const [reading, setReading] = useState<Agreement>()
  const [isOpen, setOpen] = useState(false)

  function read(event: MouseEvent, agreement: Agreement) {
    event.preventDefault()
    setReading(agreement)
    setOpen(true)
  }

  return (
    <div ref={ref}>
      <Tick {...tick}>
        我已阅读并同意
        {agreements.map((agreement, index) => (
          <span key={agreement.name} className="no-break">
            《
            <a
              href={`#${addressOf(routes.notices.servicePage, { name: agreement.name })}`}
              onClick={(event) => read(event, agreement)}
            >
              {agreement.title}
            </a>
            》{consequence && index === agreements.length - 1 && '，'}
          </span>
        ))}
        {consequence}
      </Tick>
      {reading && (
        <Suspense>
          <AgreementSheet agreement={reading} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
