import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { enterApp } from '#platform/session/session.ts'
import { routes } from '#app/routes.ts'
import type { Route } from '#app/routes.ts'
import { Card, Screen } from '@qingzhou/ui/layout'
import { drawParam } from '@qingzhou/contract/wire/params'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { back, go, linkQuery } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { FaceAttempt } from '#shared/face-check/face-failure.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { pollDelayMs } from '#shared/pages/timers.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { ChannelOutcome } from '#shared/face-check/face-by-channel.tsx'
import { faceOutcomeQuery, faceSessionInLink } from '#shared/face-check/face-outcome.ts'

const { faceFailed, faceByChannel, faceInPage, faceForLoan } = routes.identity

/** Passed: the server names the next step. */
export function FaceSuccess() {
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来添加一张您名下的储蓄卡，用于收款和还款"
      actions={<Button onPress={enterApp}>继续申请</Button>}
    />
  )
}

/** A failed check of the credit application; `again` is the route of the next attempt. */
export function FaceFailed({
  route,
  step,
  again,
}: {
  route: Route
  step: 'faceByChannel' | 'faceInPage'
  again: Route
}) {
  return (
    <Screen title={route.title} onBack={back} top={<ApplicationProgress at={step} />}>
      <FaceAttempt purpose="credit" onRetry={async () => go(again, { replace: true })} />
    </Screen>
  )
}

/** A failed check of the application or, named in the address, of a draw. */
export function FaceFailedScreen() {
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

export function FaceFailedInPageScreen() {
  return (
    <FaceFailed
      route={routes.identity.faceFailedInPage}
      step="faceInPage"
      again={routes.identity.faceInPage}
    />
  )
}

/** The user returns here from the channel's page; a failed check has a page of its own. */
export function FacePassedScreen() {
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

/** The service is unsure, so a person compares the pictures. The page opens what follows by itself. */
export function FaceInReviewScreen() {
  const { title } = routes.identity.faceInReview
  const step = useQuery(reviewQuery)
  const isOver = step.data !== undefined && step.data.pageUrl !== pages.faceInReview
  useEffect(() => {
    if (isOver) void enterApp().catch(ignoreRefusal)
  }, [isOver])

  return (
    <Screen title={title} onBack={back} top={<ApplicationProgress at="faceInPage" />}>
      <Result
        drawing={<WaitingDrawing />}
        title="人工审核中"
        sentence="系统没能确认照片与身份证是否一致，工作人员正在核对，一般 1 个工作日内完成"
        alive={isOver ? '审核完成，正在打开结果' : '正在等待审核'}
      >
        <Card title="您可以离开这个页面">
          <p className="small ink-2">
            结果会短信通知您，已填的资料会为您保留。审核不收取任何费用。
          </p>
        </Card>
      </Result>
      <ServiceContact />
    </Screen>
  )
}

const { currentStep } = callsOf('credit', { currentStep: creditShapes.currentStep })

const reviewQuery = queryOptions({
  queryKey: ['face-review'],
  queryFn: async ({ signal }) => currentStep({}, { signal, quiet: true }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => pollDelayMs(state.dataUpdateCount + state.errorUpdateCount),
})

function tryAgain() {
  void go(routes.identity.faceByChannel, { replace: true })
}

/** Opens only after the step has moved on, so nothing is requested. */
export function FacePassedInPageScreen() {
  return (
    <Screen
      title={routes.identity.facePassedInPage.title}
      top={<ApplicationProgress at="faceInPage" />}
    >
      <FaceSuccess />
    </Screen>
  )
}
