import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { agreementsShapes, type AgreementEvent } from '@qingzhou/contract/features/agreements'
import type { Output } from '@qingzhou/contract/wire/shape'
import { channelCode } from '#platform/browser/browser.ts'
import { callsOf } from '#platform/api/api.ts'
import { productNo } from '#shared/pages/product-no.ts'

const { forEvent, signedList, signed, sendByEmail } = callsOf('agreements', {
  forEvent: agreementsShapes.forEvent,
  signedList: agreementsShapes.signedList,
  signed: agreementsShapes.signed,
  sendByEmail: agreementsShapes.sendByEmail,
})

export { sendByEmail }

export type SignedOfList = Output<(typeof agreementsShapes)['signedList']>['agreements'][number]
export type SignedAgreement = Output<(typeof agreementsShapes)['signed']>

/** The agreements of an event for anonymous users, with blank customer data. */
export function agreementsOfEventQuery(eventType: AgreementEvent) {
  return queryOptions({
    queryKey: ['agreements-of-event', eventType],
    queryFn: async ({ signal }) => {
      const asked = {
        prodSubNo: productNo(),
        channelCode: channelCode(),
        eventType,
        hasFund: false,
      }
      return (await forEvent(asked, { signal, quiet: true })).agreements
    },
    staleTime: Infinity,
  })
}

/** Query of signed agreements by page, optionally by loan and subject. */
export function signedAgreementsQuery(loanNo: string | undefined, about?: 'loan' | 'credit') {
  return infiniteQueryOptions({
    queryKey: ['signed-agreements', loanNo, about],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      signedList({ loanNo, about, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  })
}

/** Query of one signed agreement. Its PDF link is valid once, so it is never cached. */
export function signedAgreementQuery(agreementNo: string) {
  return queryOptions({
    queryKey: ['signed-agreement', agreementNo],
    queryFn: async ({ signal }) => signed({ agreementNo }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Requests a PDF link for immediate use. */
export async function newPdfUrl(agreementNo: string): Promise<string> {
  return (await signed({ agreementNo }, { quiet: true })).pdfUrl
}
