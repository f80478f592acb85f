import { useQuery } from '@tanstack/react-query'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { AmendDetail, DetailForm, type DetailFrame } from './amend-detail.tsx'
import {
  type CompanyChoices,
  CompanyFields,
  companyFields,
  companyIn,
  type TypedCompany,
  useCompanyForm,
} from './company-form.tsx'
import { maskedProfileQuery } from './queries.ts'

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
        saved={{ company, districtName: companyDistrict }}
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
  saved: TypedCompany
  choices: CompanyChoices
}

function AmendCompanyForm({ frame, saved, choices }: AmendCompanyFormProps) {
  const { company, districtName } = saved
  const typed = { company: { ...company, address: '', phone: '' }, districtName }
  const form = useCompanyForm('amend-company', typed)
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
