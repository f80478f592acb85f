import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type Agreement,
  type AgreementEvent,
  agreementEvents,
} from '@qingzhou/contract/features/agreements'
import type { Block } from '@qingzhou/contract/features/reference'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { ErrorInPlace, SkeletonLines } from '@qingzhou/ui/feedback'
import type { Route } from '#app/routes.ts'
import { addressWithQuery, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { Blocks } from '#shared/agreements/static-page.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { agreementsOfEventQuery, isAgreed, signedAgreementQuery } from './queries.ts'

interface AgreementTextProps {
  which: WhichAgreement
  /** The reader that is open; a list opens its agreements in the same one. */
  route: Route
  end: ReactNode
}

/** The text a link names, from the same blocks as its PDF. */
export function AgreementText({ which, route, end }: AgreementTextProps) {
  if (which.kind === 'signed') return <SignedText agreementNo={which.agreementNo} end={end} />
  return <EventText which={which} route={route} end={end} />
}

function SignedText({ agreementNo, end }: { agreementNo: string; end: ReactNode }) {
  const agreement = useQuery(signedAgreementQuery(agreementNo))
  return (
    <QueryState query={agreement} skeleton={<SkeletonLines count={10} />}>
      {({ title, blocks, signedOn, hash }) => (
        <Article title={title} blocks={blocks}>
          <p className="caption ink-3 tabular">
            签署于 {signedOn}，内容校验 {hash.slice(0, 16)}
          </p>
          {end}
        </Article>
      )}
    </QueryState>
  )
}

function EventText({
  which,
  route,
  end,
}: Omit<AgreementTextProps, 'which'> & { which: EventAgreements }) {
  const { query, chosen } = useNamed(which)
  return (
    <QueryState query={query} skeleton={<SkeletonLines count={10} />}>
      {(all) => {
        if (chosen) {
          return (
            <Article title={chosen.title} blocks={chosen.blocks}>
              <p className="caption ink-3 tabular">版本 {chosen.version}</p>
              {end}
            </Article>
          )
        }
        if (which.code !== undefined) {
          return <ErrorInPlace title="没有找到这份协议">请返回上一页重新打开</ErrorInPlace>
        }
        return <Choice event={which.event} agreements={all} route={route} />
      }}
    </QueryState>
  )
}

/** The agreements of an event, and the one that is named or the only one. */
export function useNamed(which: WhichAgreement) {
  const event = which.kind === 'event' ? which.event : undefined
  const query = useQuery(agreementsOfEventQuery(event))
  const all = query.data ?? []
  const code = which.kind === 'event' ? which.code : undefined
  return { query, all, chosen: all.length === 1 ? all[0] : all.find((one) => one.code === code) }
}

interface ChoiceProps {
  event: AgreementEvent
  agreements: readonly Agreement[]
  route: Route
}

/** A list keeps the reader and the forced read; each agreement comes back to the list. */
function Choice({ event, agreements, route }: ChoiceProps) {
  const client = useQueryClient()
  const force = isForcedRead() ? '1' : undefined
  return (
    <Card flush>
      <List label="协议">
        {agreements.map((agreement) => (
          <ListRow
            key={agreement.code}
            label={agreement.title}
            {...(isAgreed(client, agreement) && { value: '已同意' })}
            href={`#${addressWithQuery(route.path, {
              eventType: event,
              code: agreement.code,
              force,
            })}`}
          />
        ))}
      </List>
    </Card>
  )
}

/** The text of an agreement, as in its PDF. */
export function Article({
  title,
  blocks,
  children,
}: {
  title: string
  blocks: readonly Block[]
  children?: ReactNode
}) {
  return (
    <section className="card">
      <article className="prose">
        <h2 className="heading centre balance">{title}</h2>
        <Blocks blocks={blocks} />
        {children}
      </article>
    </section>
  )
}

/** The text a link names: a signed agreement, or the agreements of an event. */
type WhichAgreement = { readonly kind: 'signed'; readonly agreementNo: string } | EventAgreements

type EventAgreements = {
  readonly kind: 'event'
  readonly event: AgreementEvent
  /** One agreement; without it, a list to choose from. */
  readonly code: string | undefined
}

export function whichAgreement(): WhichAgreement | undefined {
  const agreementNo = numberInLink('agreementNo')
  if (agreementNo !== undefined) return { kind: 'signed', agreementNo }

  const { eventType, code } = linkQuery()
  const event = agreementEvents.find((known) => known === eventType)
  return event && { kind: 'event', event, code }
}

/** The link may require that the text is read to the end before consent. */
export function isForcedRead(): boolean {
  return linkQuery()['force'] === '1'
}
