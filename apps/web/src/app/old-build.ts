import { systemShapes } from '@qingzhou/contract/features/system'
import { compareVersions } from '@qingzhou/domain/versions'
import { callsOf } from '#platform/api/api.ts'
import { config } from '#platform/browser/config.ts'
import type { AppRouter } from './hash-router.ts'
import { routes } from './routes.ts'

const { version } = callsOf('system', { version: systemShapes.version })

/** Pages without input, where a reload loses nothing. */
const homes: ReadonlySet<string> = new Set([
  routes.credit.limit.path,
  routes.repayment.repayHome.path,
])

const INTERVAL_MS = 600_000

/** Whether the server has a newer build of the app than this page. Unknown counts as no. */
async function isOldBuild(own = config().version ?? ''): Promise<boolean> {
  try {
    const { app } = await version({}, { leaveOutcome: true })
    return (compareVersions(own, app) ?? 0) < 0
  } catch {
    return false
  }
}

/**
 * A page that stays open for days misses deployments: asks for the version when it is shown again,
 * and reloads an old build on the next page without input.
 */
export function replaceOldBuild(
  router: Pick<AppRouter, 'state' | 'subscribe'>,
  { reload = () => window.location.reload(), intervalMs = INTERVAL_MS } = {},
): void {
  let isOld = false
  let askedAt = Date.now()

  function reloadIfSafe() {
    const { location, isLoading } = router.state
    if (!isOld || isLoading || !homes.has(location.pathname)) return
    isOld = false
    reload()
  }

  async function check() {
    isOld = await isOldBuild()
    reloadIfSafe()
  }

  router.subscribe(reloadIfSafe)
  document.addEventListener('visibilitychange', () => {
    const isDue = Date.now() - askedAt >= intervalMs
    if (document.visibilityState !== 'visible' || isOld || !isDue) return
    askedAt = Date.now()
    void check()
  })
}
