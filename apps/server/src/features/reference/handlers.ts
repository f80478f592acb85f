import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import { areasIn } from './areas.ts'
import { choicesOf } from './choices.ts'
import { staticPage } from './page.ts'

export function referenceHandlers(): Handlers<Callers>['reference'] {
  return {
    choices: async ({ kinds }) => choicesOf(kinds),
    areas: async ({ parent }) => ({ areas: [...areasIn(parent)] }),
    staticPage: async ({ name }) => staticPage(name),
  }
}
