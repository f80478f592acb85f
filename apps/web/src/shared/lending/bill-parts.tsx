import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { sum, yuan, type Money } from '@qingzhou/domain/money/money'
import { Num, Sum } from '@qingzhou/ui/money'

export type PartName = keyof BillParts

export const partNames: Record<PartName, string> = {
  principal: '本金',
  interest: '利息',
  penalty: '罚息',
  fee: '费用',
}

const order: readonly PartName[] = ['principal', 'interest', 'penalty', 'fee']

export interface PartsProps {
  parts: BillParts
  total: { readonly label: string; readonly amount?: Money }
  /** Deductions from the total: paid, waived. */
  off?: readonly { readonly label: string; readonly amount: Money }[]
  onExplain?: (part: PartName) => void
}

/** A breakdown with its total; each amount can be explained. */
export function Parts({ parts, total, off = [], onExplain }: PartsProps) {
  const whole = sum(order.map((name) => parts[name]))
  const less = off.filter(({ amount }) => amount > 0n)
  return (
    <Sum
      lines={[
        ...order.map((name) => ({
          label: partNames[name],
          value: (
            <Num
              value={yuan(parts[name])}
              {...(onExplain && parts[name] > 0n && { onTap: () => onExplain(name) })}
            />
          ),
        })),
        ...less.map(({ label, amount }) => ({
          label,
          value: <Num value={`-${yuan(amount)}`} />,
        })),
      ]}
      total={{
        label: total.label,
        value: <Num value={yuan(total.amount ?? whole)} yuan size="md" />,
      }}
    />
  )
}
