import { ErrorInPlace } from '@qingzhou/ui/error-in-place'
import { Screen } from '@qingzhou/ui/screen'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ApiError } from '#platform/api-error.ts'
import { logProblem } from '#platform/log.ts'
import { back } from '#platform/navigation.ts'

/**
 * In place of a screen that could not be loaded or drawn. After a new version was put up, the old
 * page's chunks are gone: loading afresh is what helps.
 */
export function BrokenScreen() {
  const error = useRouteError()
  useEffect(() => {
    if (!(error instanceof ApiError)) logProblem('screen.broken', error)
  }, [error])

  return (
    <Screen title="轻舟" onBack={back}>
      <ErrorInPlace title="页面没有打开" onRetry={() => window.location.reload()}>
        可能是网络不太顺畅，或页面刚刚更新。您的资料都在，请重新加载。
      </ErrorInPlace>
    </Screen>
  )
}
