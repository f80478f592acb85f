import { companyPhone } from '@qingzhou/contract/profile'
import type { CompanyDraft } from '@qingzhou/contract/profile'
import { useForm } from '#shared/form.ts'
import { chosen, required } from '#shared/rules.ts'

export const COMPANY_DRAFT = 'company-info'

export type CompanyForm = ReturnType<typeof useCompanyForm>
type Values = CompanyForm['values']

export function useCompanyForm(typed: {
  readonly company: CompanyDraft
  readonly districtName: string
}) {
  return useForm({ draft: COMPANY_DRAFT, initial: valuesOf(typed), rules, unkept: [] })
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

/** The form as calls carry it, half filled or whole. */
export function companyIn({ districtName: _shown, ...values }: Values) {
  return {
    ...values,
    companyName: values.companyName.trim(),
    address: values.address.trim(),
    phone: values.phone.trim(),
  }
}

export function companyDraftIn(values: Values) {
  return { part: 'companyDraft', ...companyIn(values) } as const
}
