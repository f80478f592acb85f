import type { Output } from '@qingzhou/contract/wire/shape'
import type { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { choiceNames, fieldNames } from '#shared/catalogue/act-names.ts'
import { proposalMessages, roleNames } from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { language } from '#platform/language.ts'
import { nameIn } from './names.ts'

type Field = Output<(typeof consoleProposalsShapes)['kinds']>['kinds'][number]['fields'][number]

type FieldProps = {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
  /** The value is complete: the dry run follows. */
  readonly onDone: (value: string) => void
}

/** Several roles, as one value: `operator,reviewer`. */
function RolesInput({ field: { name, choices }, value, onChange, onDone }: FieldProps) {
  const shown = language.use()
  const chosen = value === '' ? [] : value.split(',')
  const toggle = (role: string) => {
    const isChosen = (one: string) => chosen.includes(one) !== (one === role)
    const roles = choices.filter(isChosen).join(',')
    onChange(roles)
    onDone(roles)
  }
  return (
    <fieldset className="field all">
      <legend>{nameIn(fieldNames, name, shown)}</legend>
      <div className="row">
        {choices.map((role) => (
          <label key={role} className="row row-1">
            <input type="checkbox" checked={chosen.includes(role)} onChange={() => toggle(role)} />
            {nameIn(roleNames, role, shown)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One parameter of an act, as its form asks for it. */
export function FieldInput(props: FieldProps) {
  const {
    field: { name, form, choices, isOptional },
    value,
    onChange,
    onDone,
  } = props
  const shown = language.use()
  const messages = useMessages(proposalMessages)
  const id = `act-${name}`
  if (form === 'roles') return <RolesInput {...props} />
  const common = { id, className: 'control', value }
  return (
    <div className="field">
      <label htmlFor={id}>
        {nameIn(fieldNames, name, shown)}
        {isOptional && messages.optional}
      </label>
      {form === 'choice' ? (
        <select
          {...common}
          onChange={(event) => {
            onChange(event.target.value)
            onDone(event.target.value)
          }}
        >
          <option value="">{messages.chooseAct}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {nameIn(choiceNames, choice, shown)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={form === 'day' ? 'date' : 'text'}
          inputMode={form === 'amount' || form === 'rate' ? 'decimal' : undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onDone(form === 'amount' ? withDecimals(value) : value)}
        />
      )}
    </div>
  )
}

/** `12` and `12.5` as the server reads them: `12.00`, `12.50`. */
function withDecimals(text: string): string {
  const found = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text.replaceAll(',', '').trim())
  if (!found) return text
  const [, yuan = '', decimals = ''] = found
  return `${yuan}.${decimals.padEnd(2, '0')}`
}
