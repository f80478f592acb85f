import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { choicesQuery } from '#shared/reference-queries.ts'
import { BasicInfoForm } from './basic-info-form.tsx'
import { FormOnItsWay } from './form-on-its-way.tsx'
import { typedProfileQuery } from './profile-queries.ts'

export default function BasicInfoScreen() {
  const typed = useQuery(typedProfileQuery())
  const choices = useQuery(choicesQuery(['marriage', 'education', 'relation']))
  if (!typed.data || !choices.data) {
    const { title } = routes.credit.basicInfo
    return <FormOnItsWay title={title} at="basicInfo" queries={[typed, choices]} />
  }

  const { basic = {}, basicDistrict = '' } = typed.data
  const { marriage = [], education = [], relation = [] } = choices.data
  return (
    <BasicInfoForm
      typed={{ basic, districtName: basicDistrict }}
      choices={{ marriage, education, relation }}
    />
  )
}
