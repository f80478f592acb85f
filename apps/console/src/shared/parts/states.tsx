import type { ReactNode } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { CallError } from '#platform/client.ts'
import { timeText } from '#platform/figures.ts'
import { Icon, type IconName } from './icon.tsx'

/** Empty, and what would be here and when. */
export function Empty({
  title,
  children,
  icon = 'check',
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly icon?: IconName
}) {
  return (
    <div className="mid">
      <span className="thumb thumb-round">
        <Icon name={icon} />
      </span>
      <h2 className="h2 ink">{title}</h2>
      {children && <div>{children}</div>}
    </div>
  )
}

/** An act that a rule refuses: trying again does not help. */
export function Refusal({ message }: { readonly message: string }) {
  return (
    <div className="note note-fail" role="alert">
      <Icon name="alert" />
      <p className="grow">{message}</p>
    </div>
  )
}

/** A part of a page that failed keeps to itself: it says when, with a number, and can be retried. */
export function Failed({
  error,
  at,
  onRetry,
}: {
  readonly error: Error
  readonly at: number
  readonly onRetry: () => void
}) {
  const messages = useMessages(shellMessages)
  if (isRefused(error)) return <Refusal message={error.message} />
  const [text, no] =
    error instanceof CallError ? [error.message, error.requestId.slice(0, 8)] : ['', '—']
  return (
    <div className="note note-fail" role="alert">
      <Icon name="alert" />
      <div className="grow">
        <p>{text || messages.failed}</p>
        <p className="cap">{messages.failedAt(timeText(at), no)}</p>
      </div>
      <button type="button" className="act" onClick={onRetry}>
        <Icon name="again" />
        {messages.retry}
      </button>
    </div>
  )
}

/** A read is refused with this code if the caller's roles do not permit it, or there is no such customer. */
export function isRefused(error: Error | null): boolean {
  return error instanceof CallError && error.code === codes.accountState
}

type Query<Result> = {
  readonly data: Result | undefined
  readonly error: Error | null
  readonly errorUpdatedAt: number
  readonly refetch: () => unknown
}

/** A part of a page with its own request: a slow or failed one does not hold up the others. */
export function Part<Result>({
  query,
  rows = 4,
  children,
}: {
  readonly query: Query<Result>
  readonly rows?: number
  readonly children: (result: Result) => ReactNode
}) {
  const { data, error, errorUpdatedAt, refetch } = query
  const failure =
    error && isRefused(error) ? (
      <NoPermission message={error.message} />
    ) : (
      error && <Failed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
    )
  if (data === undefined) {
    return failure ? <div className="pad-all">{failure}</div> : <Bones rows={rows} />
  }
  return (
    <>
      {failure && <div className="pad-all">{failure}</div>}
      {children(data)}
    </>
  )
}

function NoPermission({ message }: { readonly message: string }) {
  const messages = useMessages(shellMessages)
  return (
    <Empty title={message} icon="lock">
      <p>{messages.noPermissionHint}</p>
    </Empty>
  )
}

/** As high as the rows to come. */
function Bones({ rows }: { readonly rows: number }) {
  const messages = useMessages(shellMessages)
  return (
    <div className="bones" role="status" aria-label={messages.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} className="bone" />
      ))}
    </div>
  )
}
