import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { agreementsShapes, type AgreementEvent } from '@qingzhou/contract/features/agreements'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { channelCode } from '#platform/browser/browser.ts'
import { callsOf } from '#platform/api/api.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { productNo } from '#shared/pages/product-no.ts'
import { displayYuan } from '@qingzhou/domain/money/money'
import { formatDay } from '#shared/pages/figures.ts'

const { forEvent, confirmRead, signedList, signed, sendByEmail } = callsOf('agreements', {
  forEvent: agreementsShapes.forEvent,
  confirmRead: agreementsShapes.confirmRead,
  signedList: agreementsShapes.signedList,
  signed: agreementsShapes.signed,
  sendByEmail: agreementsShapes.sendByEmail,
})

export { sendByEmail }

export type SignedOfList = Output<(typeof agreementsShapes)['signedList']>['agreements'][number]
export type SignedAgreement = Output<(typeof agreementsShapes)['signed']>

/** The agreements of an event for anonymous users, with blank customer data. */
export function agreementsOfEventQuery(eventType: AgreementEvent | undefined) {
  return queryOptions({
    queryKey: ['agreements-of-event', eventType, linkQuery()['hasFund'] ?? ''],
    enabled: eventType !== undefined,
    queryFn: async ({ signal }) => {
      if (eventType === undefined) throw new Error('agreements: no event')
      const request = {
        prodSubNo: productNo(),
        channelCode: channelCode(),
        eventType,
        // The link of a loan with a partner bank asks for its agreement too.
        hasFund: linkQuery()['hasFund'] === 'Y',
      }
      return (await forEvent(request, { signal, quiet: true })).agreements
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

type Text = { readonly code: string; readonly version: string }

const agreedKey = ({ code, version }: Text) => ['agreed-after-reading', code, version] as const

/** Stores the consent on the server and remembers it for the list of this visit. */
export async function agreeAfterReading(
  client: QueryClient,
  text: Input<(typeof agreementsShapes)['confirmRead']>,
): Promise<void> {
  client.setQueryDefaults(agreedKey(text), { gcTime: Infinity })
  client.setQueryData(agreedKey(text), await confirmRead(text))
}

export function isAgreed(client: QueryClient, text: Text): boolean {
  return client.getQueryData(agreedKey(text)) !== undefined
}

export type Grouping = 'date' | 'loan'

export type AgreementGroup = {
  readonly title: string
  readonly agreements: readonly SignedOfList[]
}

/** Signed agreements, grouped by month or by loan in the given order. */
export function groupsOf(
  agreements: readonly SignedOfList[],
  grouping: Grouping,
): readonly AgreementGroup[] {
  const groups = new Map<string, { title: string; agreements: SignedOfList[] }>()
  for (const agreement of agreements) {
    const key = keyOf(agreement, grouping)
    const group = groups.get(key) ?? { title: titleOf(agreement, grouping), agreements: [] }
    group.agreements.push(agreement)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Two loans of the same day and amount are different loans. */
function keyOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  return grouping === 'date' ? signedMonth(signedAt) : (loan?.loanNo ?? '')
}

function titleOf({ signedAt, loan }: SignedOfList, grouping: Grouping): string {
  if (grouping === 'date') return signedMonth(signedAt)
  return loan
    ? `${formatDay(loan.drawnOn)}借款 ${displayYuan(loan.amount)} 元（尾号 ${loan.loanNo.slice(-4)}）`
    : '授信与其他'
}

/** The loan of an agreement: agreements of several loans have the same titles. */
export function loanLabel({ loan }: SignedOfList): string | undefined {
  return loan && `借款 ${displayYuan(loan.amount)} 元，编号\u{a0}${loan.loanNo}`
}

const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

export function signedDay(signedAt: number): string {
  return inShanghai(signedAt).slice(0, 10)
}

/** 2026年11月. */
function signedMonth(signedAt: number): string {
  const [year, month] = inShanghai(signedAt).split('-')
  return `${year}年${Number(month)}月`
}

function inShanghai(instant: number): string {
  return new Date(instant + SHANGHAI_OFFSET_MS).toISOString()
}
