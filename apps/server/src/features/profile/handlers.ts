import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { amend } from './amend.ts'
import { emails, readProfile } from './read-profile.ts'
import { confirmPhoneChange, type AfterPhoneChange } from './phone-change/confirm-phone-change.ts'
import { startPhoneChange } from './phone-change/start-phone-change.ts'
import { saveProfile } from './save-profile.ts'

export function profileHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'log'
    | 'mode'
    | 'today'
  >,
  { afterPhoneChange }: { readonly afterPhoneChange: AfterPhoneChange },
): Handlers<Callers>['profile'] {
  return {
    save: (input, caller) => saveProfile(services, caller, input),
    read: (input, caller) => readProfile(services, caller, input),
    amend: (input, caller) => amend(services, caller, input),
    startPhoneChange: (input, caller) => startPhoneChange(services, caller, input),
    confirmPhoneChange: (input, caller) =>
      confirmPhoneChange(services, { caller, afterwards: afterPhoneChange }, input),
    emails: (_, caller) => emails(services, caller.session.customer),
  }
}
