import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { ChannelOutcome } from '#shared/face-check/face-by-channel.tsx'
import { faceOutcomeQuery, faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { FaceSuccess } from './face-results.tsx'

/** The user returns here from the channel's page; a failed check has a page of its own. */
export default function FacePassedScreen() {
  const faceSessionNo = faceSessionInLink()
  const isKnown = faceSessionNo !== undefined
  const outcome = useQuery({ ...faceOutcomeQuery(faceSessionNo, 'credit'), enabled: isKnown })
  const hasFailed = isKnown && outcome.data?.outcome === 'failed'
  useEffect(() => {
    const query = { faceSessionNo }
    if (hasFailed) void go(routes.identity.faceFailed, { query, replace: true })
  }, [hasFailed, faceSessionNo])

  return (
    <Screen
      title={routes.identity.faceByChannel.title}
      top={<ApplicationProgress at="faceByChannel" />}
    >
      {hasFailed ? null : faceSessionNo === undefined ? (
        <FaceSuccess />
      ) : (
        <ChannelOutcome
          purpose="credit"
          faceSessionNo={faceSessionNo}
          passed={<FaceSuccess />}
          onRetry={tryAgain}
        />
      )}
    </Screen>
  )
}

function tryAgain() {
  void go(routes.identity.faceByChannel, { replace: true })
}
