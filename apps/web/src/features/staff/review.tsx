import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { ProofFacts } from './proof-facts.tsx'
import { ProofHistory } from './proof-history.tsx'
import type { ProofToHandle } from './queries.ts'
import { ReviewFiles } from './review-files.tsx'
import { toHome } from './staff-only.tsx'
import { Verdict } from './verdict.tsx'
import './review.css'

export interface ReviewProps {
  handled: ProofToHandle
  /** Asks for the proof again: its links grow old, and others may have reviewed it meanwhile. */
  onRenew: () => Promise<unknown>
}

/** The files, what they are to prove, and the verdict; side by side where there is room. */
export function Review({ handled, onRenew }: ReviewProps) {
  return (
    <Screen
      title={routes.staff.reviewProof.title}
      onBack={toHome}
      footer={<Verdict handled={handled} onChanged={onRenew} />}
    >
      <div className="review">
        <div className="stack stack-3">
          <Card title={`凭证文件（${handled.files.length}）`}>
            <ReviewFiles files={handled.files} onRenew={onRenew} />
          </Card>
        </div>
        <div className="stack stack-3">
          <ProofFacts handled={handled} />
          <ProofHistory history={handled.history} />
        </div>
      </div>
    </Screen>
  )
}
