import type { Services } from '@qingzhou/server/services.ts'
import { endNotice, findNotice, publishNotice } from '@qingzhou/server/features/campaigns/index.ts'
import { imageCodeOf } from '@qingzhou/server/features/onboarding/index.ts'
import { businessDate, inbox, moveBusinessDate, type TestClock } from './business-date.ts'
import { readBooks } from './books.ts'
import { requiredText, textField } from './fields.ts'
import { createSandboxClient, type Calls } from './applicant.ts'
import { preparation, prepare } from './prepare.ts'
import { endWaits, expireLink, newSignInLink, people } from './people.ts'

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
    {
      method: 'POST',
      path: '/desk/api/ended-code-waits',
      handle: (input) => endWaits(services, input),
    },
    { method: 'GET', path: '/desk/api/notice', handle: () => currentNotice(services) },
    {
      method: 'POST',
      path: '/desk/api/notice',
      handle: (input) => setDeskNotice(services, input),
    },
    { method: 'POST', path: '/desk/api/prepare', handle: (input) => prepare(deps, input) },
    { method: 'GET', path: '/desk/api/prepare', handle: async (input) => preparation(input) },
    {
      method: 'POST',
      path: '/desk/api/image-code',
      handle: async (input) => ({ code: imageCodeOf(requiredText(input, 'picture')) }),
    },
    { method: 'GET', path: '/desk/api/ledger', handle: (input) => readBooks(services, input) },
    { method: 'GET', path: '/desk/api/inbox', handle: () => inbox(services, deps.sandbox) },
    { method: 'GET', path: '/desk/api/business-date', handle: () => businessDate(services) },
    {
      method: 'POST',
      path: '/desk/api/business-date',
      handle: (input) => moveBusinessDate(services, testClock, input),
    },
  ]
}

type Notice = { readonly message?: string | undefined; readonly isClosing?: boolean }

/** The number of the desk's own notice; operators may have others. */
const DESK_NOTICE = 'desk'

async function currentNotice(services: Services): Promise<Notice> {
  return (await findNotice(services, DESK_NOTICE)) ?? {}
}

/** Publishes the notice, or ends it when there is no text. */
async function setDeskNotice(services: Services, input: unknown): Promise<Notice> {
  const message = textField(input, 'message')
  if (message === undefined) {
    await endNotice(services, DESK_NOTICE)
    return {}
  }
  const isClosing = textField(input, 'closes') === 'Y'
  const notice = { noticeNo: DESK_NOTICE, message, isClosing }
  await publishNotice(services.database, { ...notice, startsAt: services.now(), endsAt: undefined })
  return { message, isClosing }
}
