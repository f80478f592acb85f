import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { isPhone } from '@qingzhou/domain/people/fields'
import type { FieldForm } from '@qingzhou/contract/features/console/proposals'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

/**
 * One parameter of an act: how a form asks for it, and how its value is read. Values come from a
 * command, a call or the database.
 */
export type Field<Value> = {
  /** `none` for what no form can ask for. */
  readonly form: FieldForm | 'none'
  readonly choices?: readonly string[]
  readonly isOptional?: true
  readonly read: (value: unknown, name: string) => Value
}

/** The fields of an act, by the names of its parameters. */
export type FieldsOf<Parameters extends object> = {
  readonly [Name in keyof Parameters]-?: Field<Parameters[Name]>
}

/** Reads all parameters of an act. Throws a refusal that names the wrong one. */
export function readFields<Parameters extends object>(
  fields: FieldsOf<Parameters>,
  input: Readonly<Record<string, unknown>>,
): Parameters {
  // The type of the fields gives each entry the type of its parameter.
  const entries = Object.entries(fields) as [string, Field<unknown>][]
  return Object.fromEntries(
    entries.map(([name, field]) => [name, field.read(input[name], name)]),
  ) as Parameters
}

export function textField(pattern: RegExp, form: Field<string>['form'] = 'text'): Field<string> {
  return {
    form,
    read: (value, name) => {
      if (typeof value === 'string' && pattern.test(value)) return value
      throw new Refused({ kind: 'field-invalid', message: `${name} 格式不正确` })
    },
  }
}

export function choiceField<Choice extends string>(choices: readonly Choice[]): Field<Choice> {
  return {
    form: 'choice',
    choices,
    read: (value, name) => {
      const choice = choices.find((one) => one === value)
      if (choice !== undefined) return choice
      const message = `${name} 须为 ${choices.join('、')} 之一`
      throw new Refused({ kind: 'field-invalid', message })
    },
  }
}

/** A field that may stay empty. */
export function optionalField<Value>(field: Field<Value>): Field<Value | undefined> {
  const read: Field<Value | undefined>['read'] = (value, name) =>
    value === undefined || value === '' ? undefined : field.read(value, name)
  return { ...field, isOptional: true, read }
}

const customerText = textField(/^[A-Za-z0-9-]{1,40}$/)

export const customerField: Field<CustomerNo> = {
  form: 'customer',
  read: (value, name) => customerNo(customerText.read(value, name)),
}

/** The number of a loan, a payment or an order. */
export const NUMBER = /^[A-Za-z0-9-]{1,64}$/

export const loanField: Field<string> = textField(NUMBER, 'loan')

const AMOUNT = /^\d{1,12}\.\d{2}$/

/** A positive amount: fen in a bigint, or yuan with two decimals as text. */
export const amountField: Field<Money> = {
  form: 'amount',
  read: (value) => {
    const amount =
      typeof value === 'string' && AMOUNT.test(value) ? BigInt(value.replace('.', '')) : value
    if (typeof amount === 'bigint' && amount > 0n) return fen(amount)
    throw new Refused({ kind: 'amount-malformed' })
  },
}

export const dayField: Field<LocalDate> = {
  form: 'day',
  read: (value) => {
    if (typeof value === 'string' && isLocalDate(value)) return value
    throw new Refused({ kind: 'date-malformed' })
  },
}

/** A whole number from 1 to `max`, as a number or as text. */
export function countField(max: number): Field<number> {
  return {
    form: 'count',
    read: (value, name) => {
      const count = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
      if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= max) {
        return count
      }
      throw new Refused({ kind: 'field-invalid', message: `${name} 须为 1 至 ${max} 的整数` })
    },
  }
}

const PERCENT = /^\d{1,3}(\.\d{1,4})?$/

/** Parts per million in a bigint, or a percentage as text. */
export const rateField: Field<bigint> = {
  form: 'rate',
  read: (value) => {
    if (typeof value === 'bigint' && value >= 0n && value <= 1_000_000n) return value
    if (typeof value !== 'string' || !PERCENT.test(value)) {
      throw new Refused({ kind: 'rate-malformed' })
    }
    const [whole = '0', part = ''] = value.split('.')
    const ppm = BigInt(whole + part.padEnd(4, '0'))
    if (ppm <= 1_000_000n) return ppm
    throw new Refused({ kind: 'rate-malformed' })
  },
}

export const phoneField: Field<string> = {
  form: 'phone',
  read: (value) => {
    if (typeof value === 'string' && isPhone(value)) return value
    throw new Refused({ kind: 'field-invalid', message: '请输入 11 位手机号' })
  },
}
