import { type FormEvent, type ReactNode, useId } from 'react'
import { useMessages } from '#platform/catalogue.ts'
import { signInMessages } from '#shared/catalogue/sign-in.ts'

/** One step of a sign-in: its fields, and why it was refused. */
export function Step({
  error,
  onSubmit,
  children,
}: {
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const messages = useMessages(signInMessages)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="stack" onSubmit={submit}>
      {children}
      {error && (
        <p className="note note-fail" role="alert">
          {error.message || messages.failed}
        </p>
      )}
    </form>
  )
}

export function Field({
  name,
  label,
  value,
  onChange,
}: {
  readonly name: 'username' | 'current-password' | 'new-password' | 'one-time-code'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="control"
        type={name.endsWith('password') ? 'password' : 'text'}
        autoComplete={name}
        maxLength={64}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
