import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  type Agreement,
  type AgreementEvent,
  agreementEvents,
} from '@qingzhou/contract/features/agreements'
import type { Block } from '@qingzhou/contract/features/reference'
import { Card, List, ListRow } from '@qingzhou/ui/layout'
import { ErrorInPlace, SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { Blocks } from '#shared/agreements/static-page.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { agreementsOfEventQuery, signedAgreementQuery } from './queries.ts'

/** The text a link names, from the same blocks as its PDF. */
export function AgreementText({ which, end }: { which: WhichAgreement; end: ReactNode }) {
  if (which.kind === 'signed') return <SignedText agreementNo={which.agreementNo} end={end} />
  return <EventText event={which.event} code={which.code} end={end} />
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
  event,
  code,
  end,
}: {
  event: AgreementEvent
  code: string | undefined
  end: ReactNode
}) {
  const agreements = useQuery(agreementsOfEventQuery(event))
  return (
    <QueryState query={agreements} skeleton={<SkeletonLines count={10} />}>
      {(all) => {
        const chosen = all.length === 1 ? all[0] : all.find((one) => one.code === code)
        if (chosen) {
          return (
            <Article title={chosen.title} blocks={chosen.blocks}>
              <p className="caption ink-3 tabular">版本 {chosen.version}</p>
              {end}
            </Article>
          )
        }
        if (code !== undefined) {
          return <ErrorInPlace title="没有找到这份协议">请返回上一页重新打开</ErrorInPlace>
        }
        return <Choice event={event} agreements={all} />
      }}
    </QueryState>
  )
}

function Choice({
  event,
  agreements,
}: {
  event: AgreementEvent
  agreements: readonly Agreement[]
}) {
  const address = addressOf(routes.agreements.readAgreement)
  return (
    <Card flush>
      <List label="协议">
        {agreements.map(({ code, title }) => (
          <ListRow key={code} label={title} href={`#${address}?eventType=${event}&code=${code}`} />
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
type WhichAgreement =
  | { readonly kind: 'signed'; readonly agreementNo: string }
  | {
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
