import { createContext, type ReactNode, type SubmitEvent } from 'react'
import { usePending, type Work } from './use-pending.ts'

/** True while the surrounding form is being submitted. */
export const FormPending = createContext(false)

export interface FormProps {
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
