import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { isServicePage, ServiceLinks } from '#shared/pages/service-links.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { StaticPage, staticPageQuery } from '#shared/agreements/static-page.tsx'
import { ContactPage } from './contact-page.tsx'
import { HelpPage } from './help-page.tsx'
import { VerifyPage } from './verify-page.tsx'

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
