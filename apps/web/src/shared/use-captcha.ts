import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { onboarding } from './onboarding-calls.ts'
import { useProof } from './use-proof.ts'

/** A partner's link is checked together with the first picture. */
export type PartnerLink = { readonly gdCode?: string }

export type Captcha = ReturnType<typeof useCaptcha>

/** One picture at a time. Each is good for one try, so whoever spent it asks for the next. */
export function useCaptcha(link: PartnerLink = {}) {
  const id = useId()
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['captcha', id],
    queryFn: async ({ signal }) => onboarding.newCaptcha(link, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

  const proof = useProof(isFetching ? undefined : data)

  return {
    key: data?.captchaKey,
    /** How far the proof of work is, in percent, while there is one to wait for. */
    proofPercent: proof.percent,
    proofFor: proof.numberFor,
    picture: isFetching ? undefined : data?.image,
    isMissing: isError && !isFetching,
    refresh: async () => void (await refetch()),
  }
}
