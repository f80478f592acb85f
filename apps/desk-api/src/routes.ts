import type { Services } from '@qingzhou/server/platform/services.ts'
import { imageCodeOf } from '@qingzhou/server/features/onboarding/index.ts'
import { businessDate, moveBusinessDate, type TestClock } from './business-date.ts'
import { booksOf } from './books.ts'
import { requiredText } from './fields.ts'
import { createOutside } from './prepare/outside.ts'
import type { Calls } from './prepare/applicant.ts'
import { prepare } from './prepare/prepare.ts'
import { expireLink, newSignInLink, people } from './people.ts'
import { proclamation, setProclamation } from './proclamation.ts'

export type DeskRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: `/desk/api/${string}`
  handle(input: unknown): Promise<unknown>
}

type Beside = TestClock & {
  /** The product's own calls, to walk somebody through them. */
  readonly calls: Calls
  readonly sandboxUrl: string
}

/** What the desk may ask of the server. Mounted in sandbox mode alone. */
export function deskRoutes(
  services: Services,
  { calls, sandboxUrl, ...testClock }: Beside,
): readonly DeskRoute[] {
  const deps = { services, calls, outside: createOutside(sandboxUrl) }
  return [
    { method: 'GET', path: '/desk/api/people', handle: () => people(services) },
    {
      method: 'POST',
      path: '/desk/api/sign-in-links',
      handle: (input) => newSignInLink(services, input),
    },
    {
      method: 'POST',
      path: '/desk/api/expired-links',
      handle: (input) => expireLink(services, input),
    },
    { method: 'GET', path: '/desk/api/proclamation', handle: () => proclamation(services) },
    {
      method: 'POST',
      path: '/desk/api/proclamation',
      handle: (input) => setProclamation(services, input),
    },
    { method: 'POST', path: '/desk/api/prepare', handle: (input) => prepare(deps, input) },
    {
      method: 'POST',
      path: '/desk/api/image-code',
      handle: async (input) => ({ code: imageCodeOf(requiredText(input, 'picture')) }),
    },
    { method: 'GET', path: '/desk/api/ledger', handle: (input) => booksOf(services, input) },
    { method: 'GET', path: '/desk/api/business-date', handle: () => businessDate(services) },
    {
      method: 'POST',
      path: '/desk/api/business-date',
      handle: (input) => moveBusinessDate(services, testClock, input),
    },
  ]
}
