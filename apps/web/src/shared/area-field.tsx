import { PickerField } from '@qingzhou/ui/select-field'
import { Sheet } from '@qingzhou/ui/sheet'
import { useState } from 'react'
import { AreaPicker } from './area-picker.tsx'
import type { PickedArea } from './area-picker.tsx'

export interface AreaFieldProps {
  label: string
  /** From province to district, as words; empty until one is picked. */
  names: string
  onPick: (area: PickedArea) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
}

/** Where something is, from province to district. */
export function AreaField({ label, names, onPick, error, ref }: AreaFieldProps) {
  const [isOpen, setOpen] = useState(false)

  function pick(area: PickedArea) {
    onPick(area)
    setOpen(false)
  }

  return (
    <div ref={ref}>
      <PickerField
        label={label}
        value={names}
        placeholder="请选择省、市、区县"
        error={error}
        onPress={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`选择${label}`}>
        <AreaPicker onPick={pick} />
      </Sheet>
    </div>
  )
}
