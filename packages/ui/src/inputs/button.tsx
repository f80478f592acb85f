import { type MouseEvent, type ReactNode, use } from 'react'
import { FormPending } from './form.tsx'
import { usePending, type Work } from './use-pending.ts'

type ButtonKind = 'primary' | 'quiet' | 'refuse' | 'on-deep' | 'text'

interface ButtonProps {
  /** A verb with its object: 确认借款 5,000.00 元. */
  children: ReactNode
  kind?: ButtonKind
  type?: 'button' | 'submit'
  /** The button stays busy until the promise settles, so nothing is pressed twice. */
  onPress?: Work
  /** Why it cannot be pressed yet. It takes the place of the label and makes the button unavailable. */
  unavailable?: string | undefined
  /** For work that the button did not start itself. */
  busy?: boolean
  busyLabel?: string
  icon?: ReactNode
  /** As wide as its words, for a button inside a row. */
  fit?: boolean
  /** A spoken name where the visible words are not enough. */
  label?: string
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
}: ButtonProps) {
  const { isPending, run } = usePending()
  const isFormPending = use(FormPending)
  const isBusy = busy || isPending || (type === 'submit' && isFormPending)
  const isOff = isBusy || unavailable !== undefined

  function press(event: MouseEvent) {
    if (isOff) event.preventDefault()
    else if (onPress) void run(onPress)
  }

  // Not `disabled`: that drops the focus, and then nobody hears why the button is unavailable.
  return (
    <button
      type={type}
      className={buttonClass({ kind, fit, isUnavailable: unavailable !== undefined })}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      aria-label={unavailable === undefined ? label : undefined}
      onClick={press}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span>{unavailable ?? (isBusy ? (busyLabel ?? children) : children)}</span>
    </button>
  )
}

interface ButtonLinkProps {
  href: string
  children: ReactNode
  kind?: ButtonKind
  icon?: ReactNode
  fit?: boolean
  /** The name a file is saved under: the link keeps it rather than open it. */
  download?: string
  /** Told once it is followed: a link that is good once wants another one. */
  onFollow?: () => void
}

/** A link that looks like a button, because it goes somewhere and does nothing else. */
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

/** Two buttons side by side, one above the other where the column or the text leaves no room. */
export function ButtonPair({ children }: { children: ReactNode }) {
  return <div className="button-pair">{children}</div>
}

interface IconButtonProps {
  /** What it does, in words: an icon alone has no name. */
  label: string
  icon: ReactNode
  onPress: () => void
  /** For a button that switches something on and off. */
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
