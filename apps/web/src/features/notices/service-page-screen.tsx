import { useQuery } from '@tanstack/react-query'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import {
  CalendarIcon,
  ClockIcon,
  PersonIcon,
  PostponeIcon,
  SealIcon,
  ShieldIcon,
  CallIcon,
} from '@qingzhou/ui/graphics'
import { SkeletonLines, Empty } from '@qingzhou/ui/feedback'
import { routes, type Route } from '#app/routes.ts'
import { addressOf, back, go } from '#platform/navigation/navigation.ts'
import { Blocks, staticPageQuery, StaticPage } from '#shared/agreements/static-page.tsx'
import { product } from '#shared/pages/service/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ServiceLinks, isServicePage } from '#shared/pages/service/service-links.tsx'
import './contact-page.css'
import { useEffect } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { Block } from '@qingzhou/contract/features/reference'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { ApiError } from '#platform/api/api-error.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { SearchField } from '#shared/pages/search-field.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { VerifyPage } from './verify-page.tsx'
import './help-page.css'

/** How to reach the customer service, and what needs no call. */
export function ContactPage() {
  const page = useQuery(staticPageQuery('service'))

  return (
    <Screen
      title={page.data?.title ?? routes.notices.servicePage.title}
      onBack={back}
      footer={<CallButton />}
    >
      <Card>
        <p className="small ink-2">客服电话</p>
        <a className="contact-number tabular" href={`tel:${product.servicePhone}`}>
          {product.servicePhone}
        </a>
        <p className="row small ink-2">
          <ClockIcon size={18} />
          {product.serviceHours}
        </p>
      </Card>
      <Card flush title="自助办理" note="无需致电，随时可以办理">
        <List label="自助办理">
          {services.map(({ label, Icon, route }) => (
            <ListRow
              key={label}
              glyph={<Icon size={20} />}
              label={label}
              href={`#${addressOf(route)}`}
            />
          ))}
        </List>
      </Card>
      <section className="card">
        <QueryState query={page} skeleton={<SkeletonLines count={4} />}>
          {({ blocks }) => (
            <article className="prose">
              <Blocks blocks={blocks} />
            </article>
          )}
        </QueryState>
      </section>
      <ServiceLinks at="service" />
    </Screen>
  )
}

const services: readonly {
  readonly label: string
  readonly Icon: typeof SealIcon
  readonly route: Route
}[] = [
  { label: '查账单和还款', Icon: CalendarIcon, route: routes.repayment.repayHome },
  { label: '申请延期还款', Icon: PostponeIcon, route: routes.repayment.deferral },
  { label: '开结清证明', Icon: SealIcon, route: routes.settlement.chooseCertificate },
  { label: '更新身份证或手机号', Icon: PersonIcon, route: routes.profile.updateReason },
  { label: '查看登录设备', Icon: ShieldIcon, route: routes.security.security },
]

/** A valid page name; others are not requested. */
const PAGE_NAME = /^[\w-]{1,40}$/

/** Most pages are texts; the certificate check, the questions and the contact are more. */
export default function ServicePageScreen() {
  const { name = '' } = useLocation().params
  if (name === 'verify') return <VerifyPage />
  if (name === 'help') return <HelpPage />
  return name === 'service' ? <ContactPage /> : <TextPage name={name} />
}

function TextPage({ name }: { name: string }) {
  const isName = PAGE_NAME.test(name)
  const page = useQuery({ ...staticPageQuery(name), enabled: isName })
  useLeavingWhenMissing(isName ? page.error : new Error('invalid page name'))

  return (
    <Screen title={page.data?.title ?? routes.notices.servicePage.title} onBack={back}>
      <section className="card">
        <QueryState query={page} skeleton={<SkeletonLines count={8} />}>
          {(content) => <StaticPage page={content} />}
        </QueryState>
      </section>
      {isServicePage(name) && <ServiceLinks at={name} />}
    </Screen>
  )
}

/** A missing page redirects; a failed request can be retried. */
function useLeavingWhenMissing(error: Error | null) {
  const isAnswered = error instanceof ApiError
  const isMissing = error !== null && (!isAnswered || error.code === codes.pageDataMissing)
  const requestId = isAnswered ? error.requestId : undefined
  useEffect(() => {
    const query = { reason: 'notFound', requestId }
    if (isMissing) void go(routes.notices.somethingWrong, { query, replace: true })
  }, [isMissing, requestId])
}

/** The questions and answers, searchable, with a button to call. */
export function HelpPage() {
  const page = useQuery(staticPageQuery('help'))
  const [wanted, setWanted] = useEntryState<string>('search', '')

  return (
    <Screen
      title={page.data?.title ?? routes.notices.servicePage.title}
      onBack={back}
      footerNote={`人工客服 ${product.serviceHours}`}
      footer={<CallButton />}
    >
      <SearchField
        label="搜索问题"
        value={wanted}
        onChange={setWanted}
        placeholder="如 验证码、提前还款"
      />
      <QueryState query={page} skeleton={<SkeletonLines count={8} />}>
        {({ blocks }) => <Questions of={questionsIn(blocks)} wanted={wanted} />}
      </QueryState>
      <ServiceLinks at="help" />
    </Screen>
  )
}

/** Calls the customer service. */
function CallButton() {
  return (
    <ButtonLink href={`tel:${product.servicePhone}`} icon={<CallIcon size={20} />}>
      拨打客服 {product.servicePhone}
    </ButtonLink>
  )
}

type Question = { readonly title: string; readonly answer: readonly Block[] }

/** A heading begins a question; what follows is its answer. */
function questionsIn(blocks: readonly Block[]): Question[] {
  const questions: { title: string; answer: Block[] }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') questions.push({ title: block.text, answer: [] })
    else questions.at(-1)?.answer.push(block)
  }
  return questions
}

function Questions({ of, wanted }: { of: readonly Question[]; wanted: string }) {
  const words = wanted.split(/\s+/).filter((word) => word !== '')
  const found = of.filter((question) => words.every((word) => textOf(question).includes(word)))
  if (found.length === 0) {
    return <Empty title="没有找到相关问题">请换个词再试，或直接拨打客服电话</Empty>
  }
  return (
    <Card flush>
      <div className="questions">
        {found.map(({ title, answer }) => (
          // A search opens the answers that it found.
          <details key={title} className="question" open={words.length > 0}>
            <summary>{title}</summary>
            <div className="stack stack-2 question-answer">
              <Blocks blocks={answer} />
            </div>
          </details>
        ))}
      </div>
    </Card>
  )
}

function textOf({ title, answer }: Question): string {
  return title + JSON.stringify(answer)
}
