import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go, linkQuery } from '#platform/navigation/navigation.ts'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'
import { FaceFailed } from './face-results.tsx'

const { faceFailed, faceByChannel, faceInPage, faceForLoan } = routes.identity

/** A failed check of the application or, named in the address, of a draw. */
export default function FaceFailedScreen() {
  const { loanSeqNo } = linkQuery()
  if (loanSeqNo !== undefined) {
    const query = { loanSeqNo }
    return (
      <Screen title={faceFailed.title} onBack={back}>
        <FaceAttempt
          purpose="loan"
          businessNo={loanSeqNo}
          onRetry={async () => go(faceForLoan, { query, replace: true })}
        />
      </Screen>
    )
  }
  const isInWallet = browserKind() === 'wallet'
  return (
    <FaceFailed
      route={faceFailed}
      step={isInWallet ? 'faceByChannel' : 'faceInPage'}
      again={isInWallet ? faceByChannel : faceInPage}
    />
  )
}
