import { fen, type Money } from '@qingzhou/domain/money/money'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

type Input = Readonly<Record<string, unknown>>

/** Readers of the parameters of proposals. They come from a command, a call or the database. */
export function textIn(input: Input, field: string, pattern: RegExp): string {
  const value = input[field]
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new Refused({ kind: 'field-invalid', message: `${field} 格式不正确` })
}

export function choiceIn<Choice extends string>(
  input: Input,
  field: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === input[field])
  if (choice !== undefined) return choice
  throw new Refused({ kind: 'field-invalid', message: `${field} 须为 ${choices.join('、')} 之一` })
}

export function customerIn(input: Input): CustomerNo {
  return customerNo(textIn(input, 'customer', /^[A-Za-z0-9-]{1,40}$/))
}

/** A positive whole number of fen, in a bigint. */
export function amountIn(input: Input, field: string): Money {
  const value = input[field]
  if (typeof value === 'bigint' && value > 0n) return fen(value)
  throw new Refused({ kind: 'amount-malformed' })
}
