import { companyPhone } from '@qingzhou/contract/features/profile'
import { isEmail } from '@qingzhou/domain/people/fields'
import { isPersonName, maskName, tidyName } from '@qingzhou/domain/people/person-name'
import { product } from '@qingzhou/domain/product'
import { correctName, getPerson, isInRegister } from '#features/identity/index.ts'
import { correctDetails, maskedEmail } from '#features/profile/index.ts'
import {
  choiceField,
  customerField,
  phoneField,
  proposalKind,
  textField,
  type Field,
} from '#features/proposals/index.ts'
import { choices, codeOfChoice, districtName, type ChoiceKind } from '#features/reference/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

type OfCustomer = { readonly customer: CustomerNo }

/** What every correction of personal data has: its base is the person, and a file supports it. */
const ofPerson = { touches: ['person'], needsEvidence: true } as const

/** What a picker of the app offers, by its name. */
function namedField(kind: ChoiceKind): Field<string> {
  return choiceField(choices[kind].map(({ name }) => name))
}

/** The code of a name that `namedField` has read. */
function codeOf(kind: ChoiceKind, name: string): string {
  const code = codeOfChoice(kind, name)
  if (code === undefined) throw new Error(`${kind} has no choice ${name}`)
  return code
}

const addressFields = {
  district: textField(/^\d{6}$/),
  address: textField(/^[^\p{Cc}]{1,120}$/u),
}

function placeLine({ district }: { readonly district: string }): string {
  return `地区：${districtName(district) ?? district}`
}

/** Corrects the home address. */
export const correctAddress = proposalKind<
  OfCustomer & { readonly district: string; readonly address: string }
>({
  kind: 'correct-address',
  ...ofPerson,
  fields: { customer: customerField, ...addressFields },
  describe: async (_, fields) => ['居住地址：更正，原地址存档', placeLine(fields)],
  perform: async (services, { customer, ...fields }) => {
    await correctDetails(services, { customer, change: { part: 'home', form: 'basic', fields } })
    return 'part=home'
  },
})

const emailField: Field<string> = {
  form: 'text',
  read: (value) => {
    if (typeof value === 'string' && isEmail(value)) return value
    throw new Refused({ kind: 'field-invalid', message: '请输入正确的邮箱' })
  },
}

/** Corrects the e-mail address. */
export const correctEmail = proposalKind<OfCustomer & { readonly email: string }>({
  kind: 'correct-email',
  ...ofPerson,
  fields: { customer: customerField, email: emailField },
  describe: async (_, { email }) => [`电子邮箱：更正为 ${maskedEmail(email)}，原邮箱存档`],
  perform: async (services, { customer, ...fields }) => {
    await correctDetails(services, { customer, change: { part: 'email', form: 'basic', fields } })
    return 'part=email'
  },
})

const nameField: Field<string> = {
  form: 'text',
  read: (value) => {
    const name = typeof value === 'string' ? tidyName(value) : ''
    if (isPersonName(name)) return name
    throw new Refused({ kind: 'field-invalid', message: '请输入身份证上的姓名' })
  },
}

type ContactFields = Readonly<
  Record<`${'first' | 'second'}${'Name' | 'Relation' | 'Phone'}`, string>
>

/** Corrects both emergency contacts, and the marital status on which a spouse depends. */
export const correctContacts = proposalKind<
  OfCustomer & ContactFields & { readonly marriage: string }
>({
  kind: 'correct-contacts',
  ...ofPerson,
  fields: {
    customer: customerField,
    marriage: namedField('marriage'),
    firstName: nameField,
    firstRelation: namedField('relation'),
    firstPhone: phoneField,
    secondName: nameField,
    secondRelation: namedField('relation'),
    secondPhone: phoneField,
  },
  describe: async (_, { firstRelation, secondRelation, marriage }) => [
    `紧急联系人：更正为${firstRelation}、${secondRelation}各 1 人，原联系人存档`,
    `婚姻状况：${marriage}`,
  ],
  perform: async (services, { customer, marriage, ...given }) => {
    const contactOf = (name: string, relation: string, mobile: string) => ({
      name,
      relation: codeOf('relation', relation),
      mobile,
    })
    const fields = {
      marriage: codeOf('marriage', marriage),
      contacts: [
        contactOf(given.firstName, given.firstRelation, given.firstPhone),
        contactOf(given.secondName, given.secondRelation, given.secondPhone),
      ],
    }
    await correctDetails(services, {
      customer,
      change: { part: 'contacts', form: 'basic', fields },
    })
    return 'part=contacts'
  },
})

const companyPhoneField: Field<string> = {
  form: 'text',
  read: (value) => {
    const read = companyPhone.safeParse(value)
    if (read.success) return read.data
    throw new Refused({ kind: 'field-invalid', message: '请输入正确的单位电话' })
  },
}

type CompanyFields = Readonly<
  Record<
    'companyName' | 'industry' | 'position' | 'income' | 'district' | 'address' | 'companyPhone',
    string
  >
>

/** Corrects the employer and the income. */
export const correctCompany = proposalKind<OfCustomer & CompanyFields>({
  kind: 'correct-company',
  ...ofPerson,
  fields: {
    customer: customerField,
    companyName: textField(/^[^\p{Cc}]{1,60}$/u),
    industry: namedField('industry'),
    position: namedField('position'),
    income: namedField('income'),
    ...addressFields,
    companyPhone: companyPhoneField,
  },
  describe: async (_, fields) => [
    `单位信息：更正为 ${fields.companyName}，原信息存档`,
    `${fields.industry}，${fields.position}，月收入 ${fields.income}`,
    placeLine(fields),
  ],
  perform: async (services, { customer, companyPhone: phone, ...given }) => {
    const { companyName, industry, position, income, district, address } = given
    const fields = {
      companyName,
      industry: codeOf('industry', industry),
      position: codeOf('position', position),
      income: codeOf('income', income),
      district,
      address,
      phone,
    }
    await correctDetails(services, {
      customer,
      change: { part: 'company', form: 'company', fields },
    })
    return 'part=company'
  },
})

/** Corrects a name that was read wrongly from the identity card; the register has to know it. */
export const correctPersonName = proposalKind<OfCustomer & { readonly name: string }>({
  kind: 'correct-name',
  ...ofPerson,
  fields: { customer: customerField, name: nameField },
  describe: async ({ database, ...services }, { customer, name }) => {
    const { name: old } = await getPerson(database, services, customer)
    const days = product.phoneChange.daysAfterNewCard
    return [
      `姓名：${maskName(old)} → ${name}，原身份证信息存档`,
      `之后签署和开具的文件使用新姓名；${days} 日内不接受人脸核验`,
    ]
  },
  verify: async (services, { customer, name }) => {
    const { idNumber } = await getPerson(services.database, services, customer)
    if (await isInRegister(services, customer, { name, idNumber })) return
    throw new Refused({ kind: 'identity-mismatch' })
  },
  perform: async (services, { customer, name }) => {
    await correctName(services, { customer, name })
    return 'part=name'
  },
})
