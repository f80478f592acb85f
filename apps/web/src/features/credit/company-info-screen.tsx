import { useQuery } from '@tanstack/react-query'
import { type CompanyDraft, companyPhone } from '@qingzhou/contract/features/profile'
import { Button, TextField } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { AreaField } from '#shared/forms/area-field.tsx'
import { type Choice, ChoiceField } from '#shared/forms/choice-field.tsx'
import { useForm } from '#shared/forms/form.ts'
import { HelpButton } from '#shared/pages/customer-service.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { chosen, required } from '#shared/forms/validation.ts'
import { FormQueryState } from './form-query-state.tsx'
import { typedProfileQuery } from './profile-queries.ts'
import { useAutosave, useSavePart } from './use-autosave.ts'

export default function CompanyInfoScreen() {
  const typed = useQuery(typedProfileQuery())
  const choices = useQuery(choicesQuery(['industry', 'position', 'income']))
  if (!typed.data || !choices.data) {
    const { title } = routes.credit.companyInfo
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
  typed: { readonly company: CompanyDraft; readonly districtName: string }
  choices: Record<'industry' | 'position' | 'income', readonly Choice[]>
}

function CompanyInfoForm({ typed, choices }: CompanyInfoFormProps) {
  const form = useCompanyForm(typed)
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
      title={routes.credit.companyInfo.title}
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
      <Card title="您的工作" note="自由职业可填写主要收入来源">
        <TextField
          {...form.text('companyName')}
          label="单位名称"
          placeholder="与营业执照或合同一致"
          autoComplete="organization"
          maxLength={60}
        />
        <ChoiceField {...form.text('industry')} label="所属行业" choices={choices.industry} />
        <ChoiceField {...form.text('position')} label="职业" choices={choices.position} />
        <ChoiceField {...form.text('income')} label="月收入" choices={choices.income} />
      </Card>
      <PlaceCard form={form} />
      <FormError of={problem} />
    </Screen>
  )
}

function PlaceCard({ form }: { form: CompanyForm }) {
  return (
    <Card title="单位地址与电话">
      <AreaField
        {...form.text('district')}
        label="单位地区"
        names={form.values.districtName}
        onPick={({ code, names }) => form.put({ district: code, districtName: names })}
      />
      <TextField
        {...form.text('address')}
        label="单位地址"
        placeholder="街道、楼宇、门牌号"
        maxLength={120}
      />
      <TextField
        {...form.text('phone')}
        label="单位电话"
        note="座机请带区号，如 0571-88888888；没有座机可填手机号"
        type="tel"
        inputMode="tel"
        maxLength={13}
      />
    </Card>
  )
}

const COMPANY_DRAFT = 'company-info'

type CompanyForm = ReturnType<typeof useCompanyForm>

type Values = CompanyForm['values']

function useCompanyForm(typed: { readonly company: CompanyDraft; readonly districtName: string }) {
  return useForm({ draft: COMPANY_DRAFT, initial: valuesOf(typed), rules, unkept: [] })
}

/** In their order on the page. */
const companyFields = [
  'companyName',
  'industry',
  'position',
  'income',
  'district',
  'address',
  'phone',
] as const

const rules = {
  companyName: required('单位名称'),
  industry: chosen('所属行业'),
  position: chosen('职业'),
  income: chosen('月收入'),
  district: chosen('单位地区'),
  address: required('单位地址'),
  phone: required('单位电话', companyPhone),
}

function valuesOf({ company, districtName }: { company: CompanyDraft; districtName: string }) {
  return {
    companyName: company.companyName ?? '',
    industry: company.industry ?? '',
    position: company.position ?? '',
    income: company.income ?? '',
    district: company.district ?? '',
    districtName,
    address: company.address ?? '',
    phone: company.phone ?? '',
  }
}

/** The form in the format of the call, partial or complete. */
function companyIn({ districtName: _shown, ...values }: Values) {
  return {
    ...values,
    companyName: values.companyName.trim(),
    address: values.address.trim(),
    phone: values.phone.trim(),
  }
}

function companyDraftIn(values: Values) {
  return { part: 'companyDraft', ...companyIn(values) } as const
}
