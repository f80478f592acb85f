import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, linkQuery, numberInLink } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { conversionQuoteQuery } from './conversion-queries.ts'
import { SignConversion } from './sign-conversion.tsx'

const { title } = routes.restructure.signSecondPlan

/** The last page of a bill conversion: summary, agreements, code. */
export default function SignConversionScreen() {
  const loanNo = numberInLink('loanNo')
  const months = Number(linkQuery()['months'])
  const isWhole = loanNo !== undefined && Number.isInteger(months) && months > 0
  if (!isWhole) return <MissingSubject title={title} what="这份分期" />
  return <Signing loanNo={loanNo} months={months} />
}

function Signing({ loanNo, months }: { loanNo: string; months: number }) {
  const quote = useQuery({ ...conversionQuoteQuery({ loanNo, months }), retry: false })
  if (quote.data) return <SignConversion quote={quote.data} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState
        query={quote}
        skeleton={<SkeletonCards count={3} />}
        errorTitle="暂不支持这样分期"
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}
