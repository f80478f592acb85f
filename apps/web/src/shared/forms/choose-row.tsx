import { useState } from 'react'
import { ButtonLink, type Option, OptionList } from '@qingzhou/ui/inputs'
import { ListRow } from '@qingzhou/ui/layout'
import { Sheet } from '@qingzhou/ui/overlays'

export interface ChooseRowProps<Value extends string> {
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
