import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Tick } from '@qingzhou/ui/inputs'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import './agreement-tick.css'

const AgreementSheet = lazy(async () => import('./agreement-sheet.tsx'))

interface AgreementTickProps {
  agreements: readonly Agreement[]
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
  /** A consequence of the agreement: 未注册的手机号登录后将自动注册. */
  consequence?: string | undefined
}

/** Agreements open in a sheet over the form, so that typed input is kept. */
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
              aria-haspopup="dialog"
              onClick={(event) => read(event, agreement)}
            >
              {agreement.title}
            </a>
            》{consequence && index === agreements.length - 1 && '；'}
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

/** An agreement: the name of its static page, and its title. */
export type Agreement = { readonly name: string; readonly title: string }

/** The agreements of a new account. */
export const signInAgreements: readonly Agreement[] = [
  { name: 'register-agreement', title: '注册服务协议' },
  { name: 'privacy', title: '隐私政策' },
]

/** The agreements of a card binding. */
export const bindingAgreements: readonly Agreement[] = [
  { name: 'card-binding', title: '银行卡绑定服务协议' },
]

/** Consent needs an explicit tick: the form rule, in the shape of a schema. */
export const consent = {
  safeParse(value: unknown) {
    if (value === true) return { success: true } as const
    return { success: false, error: { issues: [{ message: '请先阅读并勾选同意协议' }] } } as const
  },
}
