import { useId, createContext, type ReactNode, type SubmitEvent } from 'react'
import { InfoIcon, WarningIcon } from '#graphics/icons.tsx'
import { usePending, type Work } from './use-pending.ts'

export interface FieldLook {
  label: string
  /** A sentence below the control on how to fix it. */
  error?: string | undefined
  /** A warning: recognised from a photo and uncertain. */
  doubt?: string | undefined
  note?: ReactNode
  /** The label beside the control where there is room. */
  labelBeside?: boolean
  /** Right of the control, outside its border: an image code. */
  beside?: ReactNode
  /** Right of the label: the button that sends a code. */
  action?: ReactNode
}

/** The attributes that connect a control to its label and messages. */
export interface FieldIds {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends FieldLook {
  children: (ties: FieldIds, labelId: string) => ReactNode
}

/** Label, control and messages. All fields use this frame. */
export function Field(props: FieldProps) {
  const { label, error, doubt, note, labelBeside, beside, action, children } = props
  const id = useId()
  const noteId = `${id}-note`
  const labelId = `${id}-label`
  const hasWords = Boolean(error ?? doubt ?? note)
  const ties: FieldIds = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hasWords ? noteId : undefined,
  }

  return (
    <div className={labelBeside ? 'field field-beside' : 'field'}>
      <div className="field-head">
        <label className="field-label" id={labelId} htmlFor={id}>
          {label}
        </label>
        {action}
      </div>
      <div className="field-line">
        {children(ties, labelId)}
        {beside}
      </div>
      <div className="field-words" id={noteId} aria-live="polite">
        <FieldMessages error={error} doubt={doubt} note={note} />
      </div>
    </div>
  )
}

function FieldMessages({ error, doubt, note }: Pick<FieldLook, 'error' | 'doubt' | 'note'>) {
  if (error) {
    return (
      <p className="field-note is-overdue">
        <WarningIcon size={16} />
        <span>{error}</span>
      </p>
    )
  }
  if (doubt) {
    return (
      <p className="field-note is-soon">
        <InfoIcon size={16} />
        <span>{doubt}</span>
      </p>
    )
  }
  return note ? <p className="field-note ink-3">{note}</p> : null
}

export function controlClass({ error, doubt }: Pick<FieldLook, 'error' | 'doubt'>) {
  if (error) return 'control has-error'
  return doubt ? 'control has-doubt' : 'control'
}

/** True while the surrounding form is being submitted. */
export const FormPending = createContext(false)

interface FormProps {
  onSubmit: Work
  children: ReactNode
  className?: string
  label?: string
}

/** A form whose submit button stays busy until the promise of `onSubmit` settles. */
export function Form({ onSubmit, children, className, label }: FormProps) {
  const { isPending, run } = usePending()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(onSubmit)
  }

  return (
    <form className={className} aria-label={label} noValidate onSubmit={submit}>
      <FormPending value={isPending}>{children}</FormPending>
    </form>
  )
}
