import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import {
  AmendCompany,
  type CompanyChoices,
  CompanyFields,
  companyFields,
  companyIn,
  companyValuesOf,
  useCompanyForm,
} from '#shared/profile/company-form.tsx'
import { FormQueryState } from './form-query-state.tsx'
import { type TypedProfile, useTypedProfile } from './saving/saved-form.ts'
import { useProfileForm } from './saving/use-profile-form.ts'

const { title } = routes.credit.companyInfo

/** The employer: a form of the application, and an amendment once there is a limit. */
export default function CompanyInfoScreen() {
  const typed = useTypedProfile()
  const choices = useQuery(choicesQuery(['industry', 'position', 'income']))
  if (typed.data?.isClosed) {
    return <AmendCompany title={title} onBack={() => backOr(routes.credit.limit)} />
  }
  if (!typed.data || !choices.data) {
    return <FormQueryState title={title} at="companyInfo" queries={[typed, choices]} />
  }

  const { industry = [], position = [], income = [] } = choices.data
  return <CompanyInfoForm typed={typed.data} choices={{ industry, position, income }} />
}

interface CompanyInfoFormProps {
  typed: TypedProfile
  choices: CompanyChoices
}

function CompanyInfoForm({ typed, choices }: CompanyInfoFormProps) {
  const form = useCompanyForm('company-info', valuesOf(typed))
  const server = useProfileForm({ part: 'company', typed, form, valuesOf, fieldsIn: companyIn })

  async function submit() {
    if (!form.check(...companyFields)) return
    await server.save()
  }

  return (
    <Screen
      title={title}
      onBack={() => backOr(routes.credit.basicInfo)}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="companyInfo" note={server.note} />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存，下一步
        </Button>
      }
    >
      <CompanyFields form={form} choices={choices} />
      <FormError of={server.problem} />
    </Screen>
  )
}

function valuesOf({ company = {}, companyDistrict = '' }: TypedProfile) {
  return companyValuesOf(company, companyDistrict)
}
