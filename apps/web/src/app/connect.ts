import { ApiError } from '#platform/api/api-error.ts'
import { provideNavigator } from '#platform/navigation/navigation.ts'
import { emit, onOutcome, type Outcome } from '#platform/api/outcomes.ts'
import { reactionTo } from './outcome-places.ts'
import { isTransient, placeAfter, react } from './reactions.ts'
import type { AppRouter } from './router.tsx'

/** Gives the platform its screens: where `go` and `back` lead, and what outcomes come to. */
export function connect(router: AppRouter): void {
  provideNavigator({
    navigate: (address, options) => router.navigate(address, options),
    back: (otherwise = '/') =>
      void (hasEarlierScreen() ? router.navigate(-1) : router.navigate(otherwise, REPLACE)),
    restart: (address) => {
      // What stood before the `#` was the last person's link.
      window.history.replaceState(null, '', `${window.location.pathname}#${address}`)
      window.location.reload()
    },
  })
  onOutcome((outcome) => (outcome.kind === 'stepWanted' ? enter(router) : answer(router, outcome)))
}

const REPLACE = { replace: true } as const

/**
 * The router numbers its entries from nought, which is the address the page was loaded with. One
 * that a plain link to a `#` made has no number, but always comes after another.
 */
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
  if (outcome.kind !== 'proclaimed') return router.navigate(to, REPLACE)

  // What the answer led to is opened first, so that it is there again when the notice is left.
  await settled(router)
  return router.navigate(to)
}

/** Asks for the step, and goes to its page. */
async function enter(router: AppRouter): Promise<void> {
  const at = router.state.location.pathname
  const { currentPage } = await import('./step-check.ts')
  try {
    await router.navigate(await currentPage(), REPLACE)
  } catch (error) {
    if (error instanceof ApiError && isTransient(error)) {
      await emit({ kind: 'message', text: error.message })
    }
    const to = await placeAfter(error, { at })
    if (to !== undefined && to !== at) await router.navigate(to, REPLACE)
  }
}

/** After the current task, and after a navigation it may have begun. */
function settled(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if (router.state.navigation.state === 'idle') return resolve()
      const unsubscribe = router.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') return
        unsubscribe()
        resolve()
      })
    })
  })
}
