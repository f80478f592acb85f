import { Screen } from '@qingzhou/ui/layout'
import { drawParam } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go, linkQuery } from '#platform/navigation/navigation.ts'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'
import { FaceFailed } from './face-results.tsx'

const { faceFailed, faceByChannel, faceInPage, faceForLoan } = routes.identity

/** A failed check of the application or, named in the address, of a draw. */
export default function FaceFailedScreen() {
  const { [drawParam]: drawNo } = linkQuery()
  if (drawNo !== undefined) {
    const query = { [drawParam]: drawNo }
    return (
      <Screen title={faceFailed.title} onBack={back}>
        <FaceAttempt
          purpose="loan"
          businessNo={drawNo}
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
