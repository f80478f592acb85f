import { displayYuan } from '@qingzhou/domain/money/money'
import type { FieldLook } from '@qingzhou/ui/field'
import { useQuery } from '@tanstack/react-query'
import { bankOfNumberQuery } from '#shared/cards-queries.ts'
import { Phrases } from '#shared/phrases.tsx'
import { GroupedField, inGroups } from '#shared/grouped-field.tsx'

const DIGITS_MAX = 19
const ENOUGH_TO_DOUBT = 10

export interface CardNumberFieldProps {
  value: string
  onChange: (cardNo: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
}

/** A card number in groups of four; the bank is named while it is typed. */
export function CardNumberField({ value, error, ...field }: CardNumberFieldProps) {
  const words = useBankWords(value)

  return (
    <GroupedField
      {...field}
      {...words}
      error={error ?? words.error}
      value={value}
      label="储蓄卡号"
      clean={(text) => text.replaceAll(/\D/g, '').slice(0, DIGITS_MAX)}
      group={(digits) => inGroups(digits, [4, 4, 4, 4])}
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="本人名下的储蓄卡"
      clearable
    />
  )
}

/** What the first digits tell: whose card it is, and whether it can be taken. */
function useBankWords(cardNo: string): Pick<FieldLook, 'error' | 'doubt' | 'note'> {
  const { data: bank } = useQuery(bankOfNumberQuery(cardNo))
  if (!bank) return { note: '只支持储蓄卡，不支持信用卡' }
  if (bank.cardType === 'unknown') {
    if (cardNo.length < ENOUGH_TO_DOUBT) return { note: '只支持储蓄卡，不支持信用卡' }
    return { doubt: '没有认出发卡银行，请核对卡号' }
  }
  if (bank.cardType === 'credit') return { error: `这是${bank.bankName}的信用卡，请换一张储蓄卡` }
  if (!bank.singleLimit || !bank.dayLimit) {
    return { error: `暂不支持${bank.bankName}，请换一家银行的储蓄卡` }
  }
  const single = displayYuan(bank.singleLimit)
  const day = displayYuan(bank.dayLimit)
  const words = `${bank.bankName}，单笔 ${single} 元，单日 ${day} 元`
  return {
    note: (
      <span>
        <Phrases of={words} />
      </span>
    ),
  }
}
