import { queryOptions } from '@tanstack/react-query'
import { clientIp } from '#platform/client-ip.ts'
import { onboarding } from '#shared/onboarding-calls.ts'
import { productNo } from '#shared/product-no.ts'

/** The address that opens the mini program on this phone. */
export function miniProgramQuery() {
  const prodSubNo = productNo()
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
