import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { choicesQuery } from '#shared/reference-queries.ts'
import { CompanyInfoForm } from './company-info-form.tsx'
import { FormOnItsWay } from './form-on-its-way.tsx'
import { typedProfileQuery } from './profile-queries.ts'

export default function CompanyInfoScreen() {
  const typed = useQuery(typedProfileQuery())
  const choices = useQuery(choicesQuery(['industry', 'position', 'income']))
  if (!typed.data || !choices.data) {
    const { title } = routes.credit.companyInfo
    return <FormOnItsWay title={title} at="companyInfo" queries={[typed, choices]} />
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
