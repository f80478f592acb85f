import { type CompanyDraft, companyPhone } from '@qingzhou/contract/features/profile'
import { TextField } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { AreaField } from '#shared/forms/area-field.tsx'
import { type Choice, ChoiceField } from '#shared/forms/choose-row.tsx'
import { useForm } from '#shared/forms/form.ts'
import { requiredChoice, requiredField } from '#shared/forms/validation.ts'
import { useQuery } from '@tanstack/react-query'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { AmendDetail, DetailForm, type DetailFrame } from './amend-detail.tsx'
import { maskedProfileQuery } from './queries.ts'

export type CompanyChoices = Record<'industry' | 'position' | 'income', readonly Choice[]>

export type CompanyForm = ReturnType<typeof useCompanyForm>

type CompanyValues = ReturnType<typeof companyValuesOf>

export function useCompanyForm(draft: string, initial: CompanyValues) {
  return useForm({ draft, initial, rules, notPersisted: [] })
}

/** The fields of the employer, in the application and afterwards. */
export function CompanyFields({ form, choices }: { form: CompanyForm; choices: CompanyChoices }) {
  return (
    <>
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
      <Card title="单位地址与电话">
        <AreaField
          {...form.text('district')}
          label="单位地区"
          names={form.values.districtName}
          onPick={({ code, names }) => form.setValues({ district: code, districtName: names })}
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
    </>
  )
}

/** In their order on the page. */
export const companyFields = [
  'companyName',
  'industry',
  'position',
  'income',
  'district',
  'address',
  'phone',
] as const

const rules = {
  companyName: requiredField('单位名称'),
  industry: requiredChoice('所属行业'),
  position: requiredChoice('职业'),
  income: requiredChoice('月收入'),
  district: requiredChoice('单位地区'),
  address: requiredField('单位地址'),
  phone: requiredField('单位电话', companyPhone),
}

export function companyValuesOf(company: CompanyDraft, districtName: string) {
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

/** The form in the format of the calls, partial or complete. */
export function companyIn({ districtName: _shown, ...values }: CompanyValues) {
  return {
    ...values,
    companyName: values.companyName.trim(),
    address: values.address.trim(),
    phone: values.phone.trim(),
  }
}

/** A new employer after submission. Address and phone are masked on file, so they are typed again. */
export function AmendCompany({ title, onBack }: Pick<DetailFrame, 'title' | 'onBack'>) {
  const frame = { part: 'company', title, onBack } as const
  return <AmendDetail frame={frame} form={<Loading frame={frame} />} />
}

function Loading({ frame }: { frame: DetailFrame }) {
  const saved = useQuery(maskedProfileQuery())
  const choices = useQuery(choicesQuery(['industry', 'position', 'income']))
  if (saved.data && choices.data) {
    const { company = {}, companyDistrict = '' } = saved.data
    const { industry = [], position = [], income = [] } = choices.data
    return (
      <AmendCompanyForm
        frame={frame}
        company={company}
        districtName={companyDistrict}
        choices={{ industry, position, income }}
      />
    )
  }

  const failed = [saved, choices].find(({ error }) => error !== null)
  return (
    <Screen title={frame.title} onBack={frame.onBack} trailing={<HelpButton />}>
      <QueryState
        query={{
          data: undefined,
          error: failed?.error ?? null,
          refetch: (failed ?? saved).refetch,
        }}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface AmendCompanyFormProps {
  frame: DetailFrame
  company: CompanyDraft
  districtName: string
  choices: CompanyChoices
}

function AmendCompanyForm({ frame, company, districtName, choices }: AmendCompanyFormProps) {
  const initial = companyValuesOf({ ...company, address: '', phone: '' }, districtName)
  const form = useCompanyForm('amend-company', initial)
  return (
    <DetailForm
      frame={frame}
      current={[
        { label: '单位名称', value: company.companyName ?? '' },
        { label: '单位地址', value: company.address ?? '' },
        { label: '单位电话', value: company.phone ?? '' },
      ]}
      check={() => form.check(...companyFields)}
      change={() => ({ act: 'changeCompany', ...companyIn(form.values) })}
      forget={form.forget}
    >
      <CompanyFields form={form} choices={choices} />
    </DetailForm>
  )
}
