import { OptionList } from '@qingzhou/ui/option-list'
import type { PayMethod } from './pay-methods.ts'

export interface PayMethodListProps {
  methods: readonly PayMethod[]
  value: string | undefined
  onChange: (id: string) => void
}

export function PayMethodList({ methods, value, onChange }: PayMethodListProps) {
  if (methods.length === 0) return <p className="small ink-2">还没有可用的付款方式</p>
  return (
    <OptionList
      legend="付款方式"
      hideLegend
      options={methods.map(({ id, label, note }) => ({ value: id, label, note }))}
      value={value}
      onChange={onChange}
    />
  )
}
