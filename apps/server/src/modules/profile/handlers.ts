import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#caller.ts'
import type { Services } from '#services.ts'
import { emails } from './emails.ts'
import { readProfile } from './read-profile.ts'
import { saveProfile } from './save-profile.ts'

export function profileHandlers(services: Services): Handlers<Callers>['profile'] {
  return {
    save: (input, caller) => saveProfile(services, caller, input),
    read: (input, caller) => readProfile(services, caller, input),
    emails: (_, caller) => emails(services, caller.session.customer),
  }
}
