import type { Rolldown } from 'vite'

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<CodeSplitting['groups']>[number]

/**
 * One chunk per purpose. Of two groups the earlier one takes a module, and with it the imports of the
 * module that no earlier group has: no chunk imports a later one, so none is evaluated too early.
 */
export const chunkGroups: Group[] = [
  chunk('vendor', [/\/node_modules\/(react|react-dom|scheduler)\//]),
  // The start of every page: session, calls, sealing.
  chunk('platform', [/\/src\/app\/start\.ts|preload-helper/]),
  // Routes, guards, frame, and the landing page.
  chunk('app', [/\/src\/app\/main\.tsx|\/features\/onboarding\/landing-screen\.tsx/]),
  // On the landing page, and used by few.
  chunk('sign-in-more', [/\/sign-in\/(password-sign-in|test-phone-hint)/]),
  // What most screens behind the sign-in share.
  chunk('common', [
    /\/node_modules\/@tanstack\/|@oxc-project/,
    /\/packages\/ui\/(?!.*photo-slot)/,
    /\/src\/platform\/(?!.*(messenger-bridge|fingerprint|geolocation))|\/app\/guards\/step-check\.ts/,
    /\/src\/shared\/(account|pages\/(?!qr-code|paged|missing-subject))/,
    /\/shared\/sign-in\/sign-out/,
    /\/contract\/src\/features\/cards|\/domain\/src\/people\/(?!staff-|common-)/,
  ]),
  // The screens that customers open most, each with what only it needs.
  chunk('limit', [/\/credit\/limit-screen/]),
  chunk('repay-home', [/\/bills\/repay-home-screen/]),
  chunk('borrow', [/\/loans\/borrow-screen/]),
  chunk('payments', [
    /\/shared\/(payments|lending\/(instalment|state|bill|review))/,
    /\/pages\/(paged|missing)/,
  ]),
  chunk('borrowing', [/\/shared\/(agreements|lending|forms)\//]),
  chunk('profile-forms', [/\/shared\/profile\//]),
  chunk('sign-in-forms', [/\/shared\/(sign-in|bind-card|identity)\//]),
  chunk('files', [/\/shared\/files\/|\/shared\/pages\/qr-code/]),
  chunk('face-check', [/\/shared\/face-check\/(?!face-watcher)/]),
  {
    debugName: 'feature',
    name: featureOf,
    test: /\/(web|contract)\/src\/features\//,
    includeDependenciesRecursively: false,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

function chunk(name: string, tests: readonly RegExp[]): Group {
  return { debugName: name, name, test: (id) => tests.some((pattern) => pattern.test(id)) }
}

/** The feature of a screen, or of the shapes of its calls. */
function featureOf(id: string): string | null {
  return /\/src\/features\/([\w-]+)/.exec(id)?.[1] ?? null
}
