import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { SignedPlanDetail } from './plan-detail.tsx'
import { signedPlanQuery } from '#features/restructure/queries.ts'

const { title } = routes.restructure.signedPlan

export default function SignedPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份分期" />
  ) : (
    <Plan loanNo={loanNo} />
  )
}

function Plan({ loanNo }: { loanNo: string }) {
  return <SignedPlanDetail title={title} query={useQuery(signedPlanQuery(loanNo))} />
}
