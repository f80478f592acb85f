import {
  type BackReading,
  type FrontReading,
  identityShapes,
} from '@qingzhou/contract/features/identity'
import { displayCompactDate, isLocalDate, localDate } from '@qingzhou/domain/calendar/local-date'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { useForm } from '#shared/forms/form.ts'
import { requiredField } from '#shared/forms/validation.ts'

const { shape } = identityShapes.saveIdCard.request

export const FOR_LIFE = '长期'

export type IdCardForm = ReturnType<typeof useIdCardForm>

/** Fields recognised earlier, perhaps on another phone. */
export type CardRead = {
  readonly front?: FrontReading | undefined
  readonly back?: BackReading | undefined
  /** The number of both photos. */
  readonly idLogNo?: string | undefined
}

/** The fields of the card. The number is never stored on the phone. */
export function useIdCardForm(draft: string, read: CardRead) {
  return useForm({
    draft,
    initial: { ...frontFields(read.front ?? {}), ...backFields(read.back ?? {}) },
    rules: {
      name: requiredField('姓名', shape.name, '姓名不能超过 30 个字'),
      no: requiredField('证件号码', shape.no, fieldMessages.idNumber),
      nation: requiredField('民族', shape.nation, '民族不能超过 20 个字'),
      address: requiredField('住址', shape.address, '住址不能超过 120 个字'),
      issueAgency: requiredField('签发机关', shape.issueAgency, '签发机关不能超过 60 个字'),
      issueDate: requiredField('开始日期', day, '请填写 8 位日期，如 20200101'),
      expireDate: requiredField('截止日期', day, '请填写 8 位日期，如 20300101'),
    },
    notPersisted: ['no'],
  })
}

/** An unrecognised field is empty and must be filled in. */
export function frontFields({ name = '', no = '', nation = '', address = '' }: FrontReading) {
  return { name, no, nation, address }
}

export function backFields({ issueAgency = '', issueDate = '', expireDate = '' }: BackReading) {
  const isForLife = expireDate === FOR_LIFE
  return {
    issueAgency,
    issueDate: digitsOf(issueDate),
    expireDate: isForLife ? '' : digitsOf(expireDate),
    isForLife,
  }
}

const day = {
  safeParse(value: unknown) {
    if (typeof value === 'string' && isLocalDate(displayCompactDate(value))) {
      return { success: true } as const
    }
    return { success: false, error: { issues: [] } } as const
  },
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').slice(0, 8)
}

/** Validates all fields of the card in page order. */
export function checkCard(form: IdCardForm): boolean {
  const { isForLife } = form.values
  const dates = isForLife ? (['issueDate'] as const) : (['issueDate', 'expireDate'] as const)
  return form.check('name', 'nation', 'no', 'address', 'issueAgency', ...dates)
}

/** The card in the format of the call. */
export function cardIn({ isForLife, ...values }: IdCardForm['values']) {
  return {
    name: values.name.trim(),
    no: values.no,
    nation: values.nation.trim(),
    address: values.address.trim(),
    issueAgency: values.issueAgency.trim(),
    issueDate: dayOf(values.issueDate),
    expireDate: isForLife ? (FOR_LIFE as '长期') : dayOf(values.expireDate),
  }
}

function dayOf(digits: string) {
  return localDate(displayCompactDate(digits))
}
