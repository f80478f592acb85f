import type { Rolldown } from 'vite'

type CodeSplitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<CodeSplitting['groups']>[number]

/** One chunk per purpose; of two groups the earlier one takes a module. */
export const chunkGroups: Group[] = [
  alone('vendor', [/\/node_modules\/(react|react-dom|scheduler)\//]),
  // The start of every page: session, calls, sealing.
  { name: 'platform', test: /\/src\/app\/start\.ts|preload-helper/ },
  // Routes, guards, frame, and the landing page.
  { name: 'app', test: /\/src\/app\/main\.tsx|\/features\/onboarding\/landing-screen\.tsx/ },
  // Needed by few screens, and large.
  alone('face-check', [/\/shared\/face-check\/(?!face-watcher)/]),
  alone('files', [
    /\/shared\/files\/|\/pdf\.worker|\/shared\/pages\/qr-code|\/node_modules\/uqr\//,
  ]),
  alone('identity-forms', [/\/shared\/(bind-card|identity\/(?!person-query))/]),
  alone('forms', [
    /\/shared\/(forms\/(?!choose-row)|sign-in\/(?!sign-out|terminal))/,
    /\/ui\/src\/inputs\//,
  ]),
  // What most screens behind the sign-in share.
  alone('common', [
    /\/node_modules\/@tanstack\/|@oxc-project/,
    /\/packages\/(ui|domain)\/|\/contract\/src\/wire\//,
    /\/contract\/src\/features\/(?!limit-|mall|rate-cuts|restructure|settlement|staff|waiver)/,
    /\/src\/platform\/|\/app\/(step-check|guard)\.ts/,
    /\/src\/shared\/(?!face-check|files|sign-in)/,
    /\/sign-in\/sign-out/,
  ]),
  { ...alone('feature', [/\/(web|contract)\/src\/features\//]), name: featureOf },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** A group without the imports of its modules. */
function alone(name: string, tests: readonly RegExp[]): Group {
  const test = (id: string) => tests.some((pattern) => pattern.test(id))
  return { debugName: name, name, test, includeDependenciesRecursively: false }
}

/** The feature of a screen, or of the shapes of its calls. */
function featureOf(id: string): string | null {
  if (id.includes('/repayment/deferral/')) return 'deferral'
  return /\/src\/features\/([\w-]+)/.exec(id)?.[1] ?? null
}
