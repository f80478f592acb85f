import { accountScreens } from '#features/account/screens.ts'
import { agreementsScreens } from '#features/agreements/screens.ts'
import { cardsScreens } from '#features/cards/screens.ts'
import { creditScreens } from '#features/credit/screens.ts'
import { downloadsScreens } from '#features/downloads/screens.ts'
import { identityScreens } from '#features/identity/screens.ts'
import { bureauReportsScreens } from '#features/bureau-reports/screens.ts'
import { dataCopiesScreens } from '#features/data-copies/screens.ts'
import { limitCancellationScreens } from '#features/limit-cancellation/screens.ts'
import { loansScreens } from '#features/loans/screens.ts'
import { mallScreens } from '#features/mall/screens.ts'
import { noticesScreens } from '#features/notices/screens.ts'
import { onboardingScreens } from '#features/onboarding/screens.ts'
import { profileScreens } from '#features/profile/screens.ts'
import { evidenceScreens } from '#features/evidence/screens.ts'
import { rateCutsScreens } from '#features/rate-cuts/screens.ts'
import { repaymentScreens } from '#features/repayment/screens.ts'
import { restructureScreens } from '#features/restructure/screens.ts'
import { securityScreens } from '#features/security/screens.ts'
import { settlementScreens } from '#features/settlement/screens.ts'
import { staffScreens } from '#features/staff/screens.ts'
import { waiverScreens } from '#features/waiver/screens.ts'
import { hasMall } from '#platform/browser/config.ts'
import type { LoadScreen, ScreensOf } from '#platform/navigation/screens.ts'
import { type Route, type RouteFeature, routes } from './routes.ts'

/** The screens of every feature. A row without a screen does not compile. */
const screens = {
  onboarding: onboardingScreens,
  identity: identityScreens,
  cards: cardsScreens,
  credit: creditScreens,
  loans: loansScreens,
  repayment: repaymentScreens,
  waiver: waiverScreens,
  'rate-cuts': rateCutsScreens,
  restructure: restructureScreens,
  agreements: agreementsScreens,
  settlement: settlementScreens,
  evidence: evidenceScreens,
  staff: staffScreens,
  mall: mallScreens,
  profile: profileScreens,
  account: accountScreens,
  security: securityScreens,
  'data-copies': dataCopiesScreens,
  'bureau-reports': bureauReportsScreens,
  'limit-cancellation': limitCancellationScreens,
  downloads: downloadsScreens,
  notices: noticesScreens,
} satisfies { readonly [F in RouteFeature]: ScreensOf<F> }

/** A row of the route table with the loader of its screen. */
export type ScreenRow = { readonly route: Route; readonly load: LoadScreen }

export const screenRows: readonly ScreenRow[] = Object.entries(routes).flatMap(([feature, rows]) =>
  Object.entries<Route>(rows).flatMap(([name, route]) => {
    if (feature === 'mall' && !hasMall) return []
    // Both tables have the same keys, as checked above.
    const loaders: Readonly<Record<string, LoadScreen>> = screens[feature as RouteFeature]
    const load = loaders[name]
    if (!load) return []
    return [{ route, load: route === routes.onboarding.landing ? load : withQueries(load) }]
  }),
)

/** Loads the query client beside the screen. The landing page, which opens first, needs none. */
function withQueries(load: LoadScreen): LoadScreen {
  return async () => {
    const [screen, { inQueryProvider }] = await Promise.all([
      load(),
      import('#platform/api/query-provider.tsx'),
    ])
    return { default: inQueryProvider(screen) }
  }
}
