import type { BoundCard } from '@qingzhou/contract/features/cards'
import type { BasicDraft, CompanyDraft } from '@qingzhou/contract/features/profile'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { type Route, routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { type Choice, nameOfChoice } from '#shared/forms/choose-row.tsx'

type Choices = { readonly [Kind in string]?: readonly Choice[] | undefined }

interface SavedCard {
  readonly name: string
  readonly no: string
  readonly issueDate: string
  readonly expireDate: string
}

export function IdentitySection({ card }: { card: SavedCard | undefined }) {
  return (
    <Section
      title="身份信息"
      editAt={routes.identity.idCard}
      pairs={[
        ['姓名', card?.name],
        ['证件号码', card?.no],
        ['证件有效期', card && `${card.issueDate} 至 ${card.expireDate}`],
      ]}
    />
  )
}

export function CardSection({ card }: { card: BoundCard | undefined }) {
  return (
    <Section
      title="储蓄卡"
      editAt={routes.cards.bindCardForCredit}
      pairs={[
        ['开户银行', card?.bankName],
        ['卡号', card && `尾号 ${card.lastFour}`],
      ]}
    />
  )
}

interface BasicSectionProps {
  basic: BasicDraft
  district: string
  choices: Choices
}

export function BasicSection({ basic, district, choices }: BasicSectionProps) {
  const contacts = (basic.contacts ?? []).map(({ name = '', relation, mobile = '' }, index) => {
    const relationName = nameOfChoice(choices['relation'], relation) ?? ''
    return [`联系人 ${index + 1}`, `${name}（${relationName}）${mobile}`] as const
  })

  return (
    <Section
      title="基本信息"
      editAt={routes.credit.basicInfo}
      pairs={[
        ['婚姻状况', nameOfChoice(choices['marriage'], basic.marriage)],
        ['最高学历', nameOfChoice(choices['education'], basic.education)],
        ['居住地址', `${district} ${basic.address ?? ''}`],
        ['电子邮箱', basic.email],
        ...contacts,
      ]}
    />
  )
}

interface CompanySectionProps {
  company: CompanyDraft
  district: string
  choices: Choices
}

export function CompanySection({ company, district, choices }: CompanySectionProps) {
  return (
    <Section
      title="单位信息"
      editAt={routes.credit.companyInfo}
      pairs={[
        ['单位名称', company.companyName],
        ['所属行业', nameOfChoice(choices['industry'], company.industry)],
        ['职业', nameOfChoice(choices['position'], company.position)],
        ['月收入', nameOfChoice(choices['income'], company.income)],
        ['单位地址', `${district} ${company.address ?? ''}`],
        ['单位电话', company.phone],
      ]}
    />
  )
}

interface SectionProps {
  title: string
  editAt: Route
  pairs: readonly (readonly [label: string, value: string | undefined])[]
}

/** The data of the application, with a link to each form. */
function Section({ title, editAt, pairs }: SectionProps) {
  return (
    <Card
      title={title}
      trailing={
        <ButtonLink kind="text" href={`#${addressOf(editAt)}`}>
          修改<span className="visually-hidden">{title}</span>
        </ButtonLink>
      }
    >
      <Pairs pairs={pairs.map(([label, value]) => ({ label, value: value ?? '—' }))} />
    </Card>
  )
}
