import type { Services } from '@qingzhou/server/platform/services.ts'
import { imageCodeOf } from '@qingzhou/server/features/onboarding/index.ts'
import { businessDate, moveBusinessDate, type TestClock } from './business-date.ts'
import { booksOf } from './books.ts'
import { requiredText, textField } from './fields.ts'
import { createSandboxClient, type Calls } from './applicant.ts'
import { prepare } from './prepare.ts'
import { expireLink, newSignInLink, people } from './people.ts'
import { findNotice, removeNotice, saveNotice } from './desk-store.ts'

export type DeskRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: `/desk/api/${string}`
  handle(input: unknown): Promise<unknown>
}

type DeskDeps = TestClock & {
  /** The product's own calls, for the application of a test person. */
  readonly calls: Calls
  readonly sandboxUrl: string
}

/** All calls of the desk. */
export function deskRoutes(
  services: Services,
  { calls, sandboxUrl, ...testClock }: DeskDeps,
): readonly DeskRoute[] {
  const deps = { services, calls, sandbox: createSandboxClient(sandboxUrl) }
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
      handle: (input) => setDeskNotice(services, input),
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

type Notice = { readonly message?: string | undefined; readonly isClosing?: boolean }

async function proclamation({ database }: Services): Promise<Notice> {
  return (await findNotice(database)) ?? {}
}

/** Publishes the notice, or removes it when there is no text. */
async function setDeskNotice({ database, now }: Services, input: unknown): Promise<Notice> {
  const message = textField(input, 'message')
  const isClosing = textField(input, 'closes') === 'Y'
  if (message === undefined) await removeNotice(database)
  else await saveNotice(database, { message, isClosing, startsAt: now() })
  return { message, isClosing }
}
