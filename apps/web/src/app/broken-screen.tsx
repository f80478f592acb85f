import { ErrorInPlace } from '@qingzhou/ui/error-in-place'
import { Screen } from '@qingzhou/ui/screen'
import { toast } from '@qingzhou/ui/toast'
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
  useReloadOnceOnline()

  return (
    <Screen title="轻舟" onBack={back}>
      <ErrorInPlace title="页面没有打开" onRetry={loadAfresh}>
        可能是网络不太顺畅，或页面刚刚更新。您的资料都在，请重新加载。
      </ErrorInPlace>
    </Screen>
  )
}

/** Whoever waits for the line has nothing to press once it is back. */
function useReloadOnceOnline() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
}

/** Without a line this would leave the app for the browser's own error page. */
function loadAfresh() {
  if (navigator.onLine) window.location.reload()
  else toast('网络还没有连上，连上后会自动打开')
}
