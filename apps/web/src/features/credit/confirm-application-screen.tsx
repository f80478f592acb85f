import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { HelpButton } from '#shared/pages/customer-service.tsx'
import { personQuery } from '#shared/identity/person-query.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { readCookie } from '#platform/browser/cookies.ts'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { agreementsToSign, type Signing, useSigning } from '#shared/agreements/use-signing.ts'
import { BasicSection, CardSection, CompanySection, IdentitySection } from './confirm-sections.tsx'
import { LocationCard } from './location-card.tsx'
import { FormQueryState } from './form-query-state.tsx'
import { maskedProfileQuery } from '#shared/profile/queries.ts'

const kinds = ['marriage', 'education', 'relation', 'industry', 'position', 'income'] as const

export default function ConfirmApplicationScreen() {
  const person = useQuery(personQuery())
  const cards = useQuery(boundCardsQuery())
  const profile = useQuery(maskedProfileQuery())
  const choices = useQuery(choicesQuery(kinds))
  // Read once: the number may become known while the texts are already being read.
  const [businessNo] = useState(() => readCookie('applyNo'))
  const agreements = useQuery(agreementsToSign({ eventType: '0101', businessNo }))
  const signing = useSigning(agreements.data?.agreements ?? [])
  const { submitApplication, problem } = useSubmitApplication(signing, async () => {
    signing.clear()
    await agreements.refetch()
  })
  const { title } = routes.credit.confirmApplication

  if (!person.data || !cards.data || !profile.data || !choices.data) {
    const queries = [person, cards, profile, choices]
    return <FormQueryState title={title} at="confirmApplication" queries={queries} />
  }

  const { basic = {}, company = {}, basicDistrict = '', companyDistrict = '' } = profile.data
  return (
    <Screen
      title={title}
      onBack={() => backOr(routes.credit.companyInfo)}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="confirmApplication" />}
      onSubmit={submitApplication}
      footer={<SubmitButton isReady={signing.isComplete} />}
      footerNote="提交后将查询您的征信报告，预计 1 分钟内出结果"
    >
      <IdentitySection card={person.data.saved} />
      <CardSection card={cards.data[0]} />
      <BasicSection basic={basic} district={basicDistrict} choices={choices.data} />
      <CompanySection company={company} district={companyDistrict} choices={choices.data} />
      <LocationCard />
      <Card title="协议与授权" note="请逐份阅读协议，同意后勾选">
        <QueryState query={agreements} skeleton={<SkeletonLines count={4} />}>
          {() => <AgreementTicks signing={signing} />}
        </QueryState>
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

function SubmitButton({ isReady }: { isReady: boolean }) {
  return (
    <Button
      type="submit"
      busyLabel="正在提交…"
      unavailable={isReady ? undefined : '请先阅读并勾选协议'}
    >
      确认无误，提交申请
    </Button>
  )
}

const { submit } = callsOf('credit', { submit: creditShapes.submit })

/** Submits the application with the agreements and opens the review. */
function useSubmitApplication(signing: Signing, onOutdated: () => Promise<unknown>) {
  const [problem, setProblem] = useState<string>()

  async function submitApplication() {
    if (!signing.check()) return
    setProblem(undefined)
    try {
      await submit({ agreed: signing.agreed }, { quiet: true })
    } catch (error) {
      ignoreRefusal(error)
      if (!(error instanceof ApiError)) return
      setProblem(error.message)
      // An agreement has changed since it was read: the new text needs a new tick.
      if (error.code === codes.invalidField) await onOutdated()
      return
    }
    await enterApp().catch(ignoreRefusal)
  }

  return { submitApplication, problem }
}
