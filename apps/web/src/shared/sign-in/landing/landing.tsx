import type { ReactNode } from 'react'
import { Mark } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { Phrases } from '#shared/pages/phrases.tsx'
import { product } from '#shared/pages/service/product.ts'
import { PageFooter } from './page-footer.tsx'
import './landing.css'

export interface LandingProps {
  /** One sentence on the purpose of the page. */
  sentence?: string
  note?: string
  children: ReactNode
  /** The footer; by default the wave with risk notice and contact. */
  foot?: ReactNode
}

/** The layout of landing pages: logo, one sentence, one form. */
export function Landing({
  sentence = product.sentence,
  note = rates,
  children,
  foot = <PageFooter />,
}: LandingProps) {
  return (
    <Screen>
      <div className="landing">
        <header className="stack stack-2">
          <div className="brand">
            <Mark size={56} />
            <h1 className="brand-word">{product.name}</h1>
          </div>
          <p className="title landing-sentence">
            <Phrases of={sentence} />
          </p>
          <p className="small ink-2 tabular">
            <Phrases of={note} />
          </p>
        </header>
        {children}
        {foot}
      </div>
    </Screen>
  )
}

const rates = `年化利率（单利）${product.rates}，以审批为准`
