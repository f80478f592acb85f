import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { agreementsShapes, type AgreementEvent } from '@qingzhou/contract/agreements'
import type { Output } from '@qingzhou/contract/shape'
import { channelCode } from '#platform/browser/browser.ts'
import { callsOf } from '#platform/api/api.ts'
import { productNo } from '#shared/pages/product.ts'

const { forEvent, signedList, signed, sendByEmail } = callsOf('agreements', {
  forEvent: agreementsShapes.forEvent,
  signedList: agreementsShapes.signedList,
  signed: agreementsShapes.signed,
  sendByEmail: agreementsShapes.sendByEmail,
})

export { sendByEmail }

export type SignedOfList = Output<(typeof agreementsShapes)['signedList']>['agreements'][number]
export type SignedAgreement = Output<(typeof agreementsShapes)['signed']>

/** The agreements of an event, for who has not signed in: the places to be filled are blank. */
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

/** What was signed, a page at a time; without a loan and a subject, all of it. */
export function signedAgreementsQuery(loanNo: string | undefined, about?: 'loan' | 'credit') {
  return infiniteQueryOptions({
    queryKey: ['signed-agreements', loanNo, about],
    initialPageParam: 1,
    queryFn: async ({ signal, pageParam: pageNo }) =>
      signedList({ loanNo, about, pageNo }, { signal, quiet: true }),
    getNextPageParam: ({ hasMore }, _, pageNo) => (hasMore ? pageNo + 1 : undefined),
  })
}

/** One signed agreement. Its link to the paper is good once, so an old answer is worth nothing. */
export function signedAgreementQuery(agreementNo: string) {
  return queryOptions({
    queryKey: ['signed-agreement', agreementNo],
    queryFn: async ({ signal }) => signed({ agreementNo }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** A link to the paper, to be used at once. */
export async function newPaperUrl(agreementNo: string): Promise<string> {
  return (await signed({ agreementNo }, { quiet: true })).pdfUrl
}
