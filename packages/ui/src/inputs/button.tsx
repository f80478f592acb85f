import { type MouseEvent, type ReactNode, use } from 'react'
import { FormPending } from './field.tsx'
import { usePending, type Work } from './use-pending.ts'

/** Why a button cannot be pressed yet. With the name of a missing field, a press leads to the field. */
export type Unavailable = string | { readonly reason: string; readonly field: string }

type ButtonKind = 'primary' | 'quiet' | 'refuse' | 'on-deep' | 'text'

interface ButtonProps {
  /** A verb with its object: 确认借款 5,000.00 元. */
  children: ReactNode
  kind?: ButtonKind
  type?: 'button' | 'submit'
  /** The button stays busy until the promise settles, so that nothing is pressed twice. */
  onPress?: Work
  /** Replaces the label and makes the button unavailable. */
  unavailable?: Unavailable | undefined
  /** For work the button did not start. */
  busy?: boolean
  busyLabel?: string
  icon?: ReactNode
  /** As wide as its text, for a button in a row. */
  fit?: boolean
  /** The accessible name where the visible text is not enough. */
  label?: string
  opensDialog?: boolean
}

export function Button({
  children,
  kind = 'primary',
  type = 'button',
  onPress,
  unavailable,
  busy = false,
  busyLabel,
  icon,
  fit = false,
  label,
  opensDialog = false,
}: ButtonProps) {
  const { isPending, run } = usePending()
  const isFormPending = use(FormPending)
  const isBusy = busy || isPending || (type === 'submit' && isFormPending)
  const isOff = isBusy || unavailable !== undefined

  function press(event: MouseEvent) {
    if (isOff) event.preventDefault()
    else if (onPress) void run(onPress)
    if (!isBusy && typeof unavailable === 'object')
      void lead(event.currentTarget, unavailable.field)
  }

  // Not `disabled`: that drops the focus, and a screen reader would not announce the reason.
  return (
    <button
      type={type}
      className={buttonClass({ kind, fit, isUnavailable: unavailable !== undefined })}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-label={unavailable === undefined ? label : undefined}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={press}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span>{reasonOf(unavailable) ?? (isBusy ? (busyLabel ?? children) : children)}</span>
    </button>
  )
}

/** Loaded on demand: the first page has no such button. */
async function lead(from: Element, field: string) {
  const { leadTo } = await import('./lead-to-field.ts')
  leadTo(from, field)
}

function reasonOf(unavailable: Unavailable | undefined): string | undefined {
  return typeof unavailable === 'object' ? unavailable.reason : unavailable
}

interface ButtonLinkProps {
  href: string
  children: ReactNode
  kind?: ButtonKind
  icon?: ReactNode
  fit?: boolean
  /** The file name: the link downloads instead of opening. */
  download?: string
  /** Called when followed: a single-use link needs a new one. */
  onFollow?: () => void
}

/** A link in the style of a button. */
export function ButtonLink({
  href,
  children,
  kind = 'primary',
  icon,
  fit = false,
  download,
  onFollow,
}: ButtonLinkProps) {
  return (
    <a
      href={href}
      download={download}
      className={buttonClass({ kind, fit, isUnavailable: false })}
      onClick={onFollow}
    >
      {icon}
      <span>{children}</span>
    </a>
  )
}

function buttonClass(look: { kind: ButtonKind; fit: boolean; isUnavailable: boolean }) {
  const classes = ['button', `button-${look.kind}`]
  if (look.fit) classes.push('button-fit')
  if (look.isUnavailable) classes.push('is-unavailable')
  return classes.join(' ')
}

/** Two buttons side by side, stacked where there is no room. */
export function ButtonPair({ children }: { children: ReactNode }) {
  return <div className="button-pair">{children}</div>
}

interface IconButtonProps {
  /** The accessible name of the icon. */
  label: string
  icon: ReactNode
  onPress: () => void
  /** For a toggle button. */
  pressed?: boolean
}

export function IconButton({ label, icon, onPress, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {icon}
    </button>
  )
}
