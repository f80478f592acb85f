import { queryOptions } from '@tanstack/react-query'
import { clientIp } from '#platform/client-ip.ts'
import { read } from '#platform/storage.ts'
import { onboarding } from '#shared/onboarding-calls.ts'

const products = ['103001', '101001', '900001'] as const

/** The address that opens the mini program on this phone. */
export function miniProgramQuery() {
  const wanted = read('prodSubNo')
  const prodSubNo = products.find((product) => product === wanted) ?? '103001'
  return queryOptions({
    queryKey: ['mini-program', prodSubNo],
    queryFn: async ({ signal }) => {
      const ip = await clientIp()
      const from = ip === null ? {} : { ip }
      return onboarding.miniProgramLink({ prodSubNo, ...from }, { signal, quiet: true })
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}
