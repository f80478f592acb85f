import { useState } from 'react'
import { ButtonLink, OptionList, SelectField, type Option } from '@qingzhou/ui/inputs'
import { ListRow } from '@qingzhou/ui/layout'
import { Sheet } from '@qingzhou/ui/overlays'

interface ChooseRowProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** Shown before the choice. */
  note?: string
  /** A link to something not in the list yet. */
  more?: { readonly label: string; readonly href: string }
}

/** A row with the current choice; opens the options in a sheet. */
export function ChooseRow<Value extends string>(props: ChooseRowProps<Value>) {
  const { label, options, value, onChange, note, more } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)

  function choose(next: Value) {
    onChange(next)
    setOpen(false)
  }

  return (
    <>
      <ListRow
        label={label}
        value={chosen?.label ?? '请选择'}
        onPress={() => setOpen(true)}
        opensDialog
      />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`选择${label}`}
        actions={
          more && (
            <ButtonLink kind="quiet" href={more.href}>
              {more.label}
            </ButtonLink>
          )
        }
      >
        {note && <p className="small ink-2">{note}</p>}
        <OptionList legend={label} hideLegend options={options} value={value} onChange={choose} />
      </Sheet>
    </>
  )
}

export type Choice = { readonly code: string; readonly name: string }

interface ChoiceFieldProps {
  label: string
  choices: readonly Choice[]
  /** The selected code, or undefined. */
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
}

/** A choice from a list of the server. */
export function ChoiceField({ label, choices, value, onChange, error, ref }: ChoiceFieldProps) {
  return (
    <div ref={ref}>
      <SelectField
        label={label}
        options={choices.map(({ code, name }) => ({ value: code, label: name }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}

/** Returns the name of a code. */
export function nameOfChoice(choices: readonly Choice[] | undefined, code: string | undefined) {
  return choices?.find((choice) => choice.code === code)?.name
}
