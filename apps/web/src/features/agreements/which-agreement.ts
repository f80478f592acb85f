import { agreementEvents, type AgreementEvent } from '@qingzhou/contract/agreements'
import { linkQuery } from '#platform/navigation.ts'
import { numberInLink } from '#shared/number-in-link.ts'

/** Which text a link asks for: one that was signed, or those of an event. */
export type WhichAgreement =
  | { readonly kind: 'signed'; readonly agreementNo: string }
  | {
      readonly kind: 'event'
      readonly event: AgreementEvent
      /** One of them; without it there is a list to choose from. */
      readonly code: string | undefined
    }

export function whichAgreement(): WhichAgreement | undefined {
  const agreementNo = numberInLink('agreementNo')
  if (agreementNo !== undefined) return { kind: 'signed', agreementNo }

  const { eventType, code } = linkQuery()
  const event = agreementEvents.find((known) => known === eventType)
  return event && { kind: 'event', event, code }
}

/** A link may ask that the text is read to its end before it can be agreed to. */
export function isForcedRead(): boolean {
  return linkQuery()['force'] === '1'
}
