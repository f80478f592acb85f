import { type choiceKinds, referenceShapes } from '@qingzhou/contract/features/reference'
import { queryOptions } from '@tanstack/react-query'
import { callsOf } from '#platform/api/api.ts'

const { choices, areas } = callsOf('reference', {
  choices: referenceShapes.choices,
  areas: referenceShapes.areas,
})

type ChoiceKind = (typeof choiceKinds)[number]

/** Query of the lists for pickers. */
export function choicesQuery(kinds: readonly ChoiceKind[]) {
  return queryOptions({
    queryKey: ['choices', ...kinds],
    queryFn: async ({ signal }) => {
      const answer = await choices({ kinds: [...kinds] }, { signal, quiet: true })
      return answer.choices
    },
    staleTime: Infinity,
  })
}

/** Query of the districts with this in their names, from the province down. */
export function areasNamedQuery(keyword: string) {
  return queryOptions({
    queryKey: ['areas-named', keyword],
    enabled: keyword !== '',
    queryFn: async ({ signal }) => {
      const answer = await areas({ keyword }, { signal, quiet: true })
      return answer.areas
    },
    staleTime: Infinity,
  })
}

/** Query of the provinces or the parts of an area. */
export function areasQuery(parent: string | undefined) {
  return queryOptions({
    queryKey: ['areas', parent ?? ''],
    queryFn: async ({ signal }) => {
      const answer = await areas({ parent }, { signal, quiet: true })
      return answer.areas
    },
    staleTime: Infinity,
  })
}
