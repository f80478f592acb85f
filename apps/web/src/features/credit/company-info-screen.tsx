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
  type CompanyValues,
  type TypedCompany,
  useCompanyForm,
} from '#shared/profile/company-form.tsx'
import { FormQueryState, typedProfileQuery } from './form-query-state.tsx'
import { useAutosave, useSavePart } from './use-autosave.ts'

const { title } = routes.credit.companyInfo

/** The employer: a form of the application, and an amendment once there is a limit. */
export default function CompanyInfoScreen() {
  const typed = useQuery(typedProfileQuery())
  const choices = useQuery(choicesQuery(['industry', 'position', 'income']))
  if (typed.data?.isClosed) {
    return <AmendCompany title={title} onBack={() => backOr(routes.credit.limit)} />
  }
  if (!typed.data || !choices.data) {
    return <FormQueryState title={title} at="companyInfo" queries={[typed, choices]} />
  }

  const { company = {}, companyDistrict = '' } = typed.data
  const { industry = [], position = [], income = [] } = choices.data
  return (
    <CompanyInfoForm
      typed={{ company, districtName: companyDistrict }}
      choices={{ industry, position, income }}
    />
  )
}

interface CompanyInfoFormProps {
  typed: TypedCompany
  choices: CompanyChoices
}

function CompanyInfoForm({ typed, choices }: CompanyInfoFormProps) {
  const form = useCompanyForm(COMPANY_DRAFT, typed)
  const autosave = useAutosave({
    draft: COMPANY_DRAFT,
    values: form.values,
    toDraft: companyDraftIn,
  })
  const { savePart, problem } = useSavePart(form.forget)

  async function submit() {
    if (!form.check(...companyFields)) return
    await autosave.stop()
    await savePart({ part: 'company', ...companyIn(form.values) })
  }

  return (
    <Screen
      title={title}
      onBack={() => backOr(routes.credit.basicInfo)}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="companyInfo" note={autosave.note} />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存，下一步
        </Button>
      }
    >
      <CompanyFields form={form} choices={choices} />
      <FormError of={problem} />
    </Screen>
  )
}

const COMPANY_DRAFT = 'company-info'

function companyDraftIn(values: CompanyValues) {
  return { part: 'companyDraft', ...companyIn(values) } as const
}
