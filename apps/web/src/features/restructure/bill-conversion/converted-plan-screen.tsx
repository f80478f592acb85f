import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { SignedPlanDetail } from '#features/restructure/signed/plan-detail.tsx'
import { convertedPlanQuery } from './conversion-queries.ts'

const { title } = routes.restructure.convertedPlan

/** A converted bill: a signed plan with its original bill. */
export default function ConvertedPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份分期" />
  ) : (
    <Plan loanNo={loanNo} />
  )
}

function Plan({ loanNo }: { loanNo: string }) {
  return <SignedPlanDetail title={title} query={useQuery(convertedPlanQuery(loanNo))} />
}
