import { pages } from '@qingzhou/contract/pages'
import type { Route } from '#app/routes.ts'

/** Where repayment links lead to in the end. */
export const repayHome = {
  path: pages.repayHome,
  title: '还款',
  access: 'signedIn',
  keepAlive: false,
  step: undefined,
} as const satisfies Route
