import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import {
  DENIED,
  LocationError,
  UNSUPPORTED,
  locate,
  locationState,
} from '#platform/browser/geolocation.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { AgreementTicks } from '#shared/agreements/agreement-ticks.tsx'
import type { Signing } from '#shared/agreements/use-signing.ts'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { personQuery } from '#shared/identity/person-match.tsx'
import { ApplicationProgress, openApplication } from '#shared/lending/application-progress.tsx'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { maskedProfileQuery } from '#shared/profile/queries.ts'
import { BasicSection, CardSection, CompanySection, IdentitySection } from './confirm-sections.tsx'
import { FormQueryState } from './form-query-state.tsx'

/**
 * Asks for the position before the application is submitted, with the reason. Nothing depends on
 * the answer: without a position the application continues.
 */
function LocationCard() {
  const state = useQuery({ queryKey: ['location'], queryFn: locationState, gcTime: 0 }).data
  const { give, isGiven, problem = problems[state ?? 'granted'] } = useLocation()
  if (state === undefined || (state === 'granted' && !isGiven)) return null

  return (
    <Card title="位置信息（选填）">
      <p className="small ink-2">
        用于核实申请地点，防范他人冒用您的身份。不提供也可以提交申请，不会在其他时候获取。
      </p>
      <p className="small" role="status">
        {isGiven ? '已获取，将随申请一起提交' : problem}
      </p>
      {!isGiven && state !== 'unsupported' && (
        <Button kind="quiet" onPress={give} busyLabel="正在获取…">
          {problem === undefined ? '允许获取位置' : '重新获取'}
        </Button>
      )}
    </Card>
  )
}

const problems: { readonly [state: string]: string | undefined } = {
  denied: DENIED,
  unsupported: UNSUPPORTED,
}

/** Reads the position and sends it with the application. */
function useLocation() {
  const [problem, setProblem] = useState<string>()
  const [isGiven, setGiven] = useState(false)

  async function give() {
    setProblem(undefined)
    try {
      await openApplication(await locate())
      setGiven(true)
    } catch (error) {
      if (error instanceof LocationError) return setProblem(error.message)
      ignoreRefusal(error)
      setProblem('位置提交失败，请重试')
    }
  }

  return { give, isGiven, problem }
}

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
      {...(!isReady && { unavailable: { reason: '请先阅读并勾选协议', field: '协议与授权' } })}
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
