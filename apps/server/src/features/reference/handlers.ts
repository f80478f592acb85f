import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { areasIn, districtsNamed } from './areas.ts'
import { choicesOf } from './choices.ts'
import { staticPage } from './page.ts'

export function referenceHandlers(
  services: Pick<
    Services,
    'serviceFees' | 'businessDate' | 'database' | 'now' | 'officialAccountUrl'
  >,
): Handlers<Callers>['reference'] {
  return {
    choices: async ({ kinds }) => choicesOf(kinds),
    areas: async ({ parent, keyword }) => ({
      areas: [...(keyword === undefined ? areasIn(parent) : districtsNamed(keyword))],
    }),
    staticPage: ({ name }) => staticPage(services, name),
  }
}
