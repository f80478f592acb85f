import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { NoSuch } from '#shared/no-such.tsx'
import { numberInLink } from '#shared/number-in-link.ts'
import { SignedPlanDetail } from './plan-detail.tsx'
import { secondPlanQuery } from './second-queries.ts'

const { title } = routes.restructure.secondPlan

/** A bill that was spread: a signed plan like the others, and which bill it came from. */
export default function SecondPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? <NoSuch title={title} what="这份分期" /> : <Plan loanNo={loanNo} />
}

function Plan({ loanNo }: { loanNo: string }) {
  return <SignedPlanDetail title={title} query={useQuery(secondPlanQuery(loanNo))} />
}
