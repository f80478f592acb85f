import { useQuery } from '@tanstack/react-query'
import type { Block } from '@qingzhou/contract/features/reference'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { CallIcon } from '@qingzhou/ui/graphics'
import { Empty, SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { Blocks, staticPageQuery } from '#shared/agreements/static-page.tsx'
import { product } from '#shared/pages/service/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { SearchField } from '#shared/pages/search-field.tsx'
import { ServiceLinks } from '#shared/pages/service/service-links.tsx'
import { useEntryState } from '#shared/forms/entry-state.ts'
import './help-page.css'

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
export function CallButton() {
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
