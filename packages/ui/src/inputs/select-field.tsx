import { type ReactNode, useState } from 'react'
import { controlClass, Field, type FieldLook } from './field.tsx'
import { ChevronIcon } from '#graphics/screen-icons.tsx'
import { type Option, OptionList } from './choices/choices.tsx'
import { Sheet } from '#overlays/sheet.tsx'

export interface PickerFieldProps extends FieldLook {
  /** The selected value as text. */
  value: ReactNode
  placeholder?: string
  onPress: () => void
}

/** A field that opens a picker. */
export function PickerField({ value, placeholder = '请选择', onPress, ...look }: PickerFieldProps) {
  return (
    <Field {...look}>
      {(ties, labelId) => (
        <button
          type="button"
          id={ties.id}
          aria-describedby={ties['aria-describedby']}
          aria-labelledby={`${labelId} ${ties.id}-value`}
          className={controlClass(look)}
          aria-haspopup="dialog"
          onClick={onPress}
        >
          <span id={`${ties.id}-value`} className={value ? 'control-value' : 'control-value ink-3'}>
            {value || placeholder}
          </span>
          <ChevronIcon size={20} />
        </button>
      )}
    </Field>
  )
}

export interface SelectFieldProps<Value extends string> extends FieldLook {
  options: readonly Option<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  placeholder?: string
}

/** A choice in a sheet. */
export function SelectField<Value extends string>({
  options,
  value,
  onChange,
  ...field
}: SelectFieldProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)

  function choose(next: Value) {
    onChange(next)
    setOpen(false)
  }

  return (
    <>
      <PickerField {...field} value={chosen?.label} onPress={() => setOpen(true)} />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`选择${field.label}`}>
        <OptionList
          legend={field.label}
          hideLegend
          options={options}
          value={value}
          onChange={choose}
        />
      </Sheet>
    </>
  )
}
