import { routes } from './routes.ts'

/** What stands above a screen, and how wide it may grow: staff work at computers as well. */
export type LayoutKind = 'fraudWarning' | 'free' | 'plain' | 'desk' | 'wideDesk'

const { landing, bankPartnerLanding, unionPayLanding, register, registerInWallet } =
  routes.onboarding

/** Layouts by the beginning of the path; the rest is plain. */
const prefixes: readonly (readonly [prefix: string, kind: LayoutKind])[] = [
  ['/apply', 'fraudWarning'],
  [landing.path, 'fraudWarning'],
  [bankPartnerLanding.path, 'fraudWarning'],
  [unionPayLanding.path, 'fraudWarning'],
  [register.path, 'fraudWarning'],
  [registerInWallet.path, 'fraudWarning'],
  // What is bought here is paid by a loan, and a caller about a refund is nowhere more believed.
  ['/weiyaMall', 'fraudWarning'],
  ['/wxPayment', 'free'],
  [routes.staff.reviewProof.path, 'wideDesk'],
  ['/staffLoan', 'desk'],
]

export function layoutOf(path: string): LayoutKind {
  const row = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  return row?.[1] ?? 'plain'
}
