import type { Services } from '#services.ts'
import { businessDate, moveBusinessDate } from './business-date.ts'
import { expireLink, newSignInLink, people } from './people.ts'
import { proclamation, setProclamation } from './proclamation.ts'

export type DeskRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: `/desk/api/${string}`
  handle(input: unknown): Promise<unknown>
}

/** What the desk may ask of the server. Mounted in sandbox mode alone. */
export function deskRoutes(services: Services): readonly DeskRoute[] {
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
    { method: 'GET', path: '/desk/api/business-date', handle: () => businessDate(services) },
    {
      method: 'POST',
      path: '/desk/api/business-date',
      handle: (input) => moveBusinessDate(services, input),
    },
  ]
}
