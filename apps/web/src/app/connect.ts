import { endToast, leaveOverlays } from '@qingzhou/ui/overlays'
import { ApiError, emit, onOutcome, type Outcome } from '#platform/api/api-error.ts'
import { provideNavigator } from '#platform/navigation/navigation.ts'
import { reactionTo } from './guards/outcome-places.ts'
import { isTransient, targetAfter, react } from './reactions.ts'
import type { AppRouter } from './hash-router.ts'

/** Connects the platform to the router: navigation, and the reactions to call outcomes. */
export function connect(router: AppRouter): void {
  provideNavigator({
    navigate: (address, options) => router.navigate(address, options),
    back: (otherwise = '/') =>
      void (hasEarlierScreen() ? router.navigate(-1) : router.navigate(otherwise, REPLACE)),
    restart: (address) =>
      void leaveOverlays(() => {
        // Drop the query before the `#`: it belongs to the previous user's link.
        window.history.replaceState(null, '', `${window.location.pathname}#${address}`)
        window.location.reload()
      }),
  })
  endToastsOf(router)
  onOutcome((outcome) => (outcome.kind === 'stepWanted' ? enter(router) : answer(router, outcome)))
}

/** A message ends when another page starts to open; a redirect belongs to the same navigation. */
function endToastsOf(router: AppRouter): void {
  let wasLoading = router.state.isLoading
  router.subscribe(() => {
    const { isLoading } = router.state
    if (isLoading && !wasLoading) endToast('navigation')
    wasLoading = isLoading
  })
}

const REPLACE = { replace: true } as const

/** The router numbers its history entries from zero, the address the page was loaded with. */
function hasEarlierScreen(): boolean {
  const state: unknown = window.history.state
  return typeof state !== 'object' || state === null || Reflect.get(state, 'idx') !== 0
}

async function answer(
  router: AppRouter,
  outcome: Exclude<Outcome, { kind: 'stepWanted' }>,
): Promise<void> {
  const { pathname: at, search } = router.state.location
  const to = await react(reactionTo(outcome, { at, search, during: 'call' }))
  if (to === undefined || to === at) return
  if (outcome.kind !== 'noticeShown') return router.navigate(to, REPLACE)

  // Open the target of the answer first, so that closing the notice returns to it.
  await waitUntilSettled(router)
  return router.navigate(to)
}

/** Requests the current step and opens its page. */
async function enter(router: AppRouter): Promise<void> {
  const at = router.state.location.pathname
  const { currentPage } = await import('./guards/step-check.ts')
  try {
    await router.navigate(await currentPage(), REPLACE)
  } catch (error) {
    if (error instanceof ApiError && isTransient(error)) {
      await emit({ kind: 'message', text: error.message })
    }
    const to = await targetAfter(error, { at })
    if (to !== undefined && to !== at) await router.navigate(to, REPLACE)
  }
}

/** Runs after the current task and any navigation it has started. */
function waitUntilSettled(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if (!router.state.isLoading) return resolve()
      const unsubscribe = router.subscribe(() => {
        if (router.state.isLoading) return
        unsubscribe()
        resolve()
      })
    })
  })
}
