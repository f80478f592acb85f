import { type UnmaskReason, unmaskReasons } from '@qingzhou/contract/features/console/customers'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed } from '#shared/parts/states.tsx'
import { customerCalls } from './calls.ts'

type FullIdentity = Awaited<ReturnType<typeof customerCalls.unmask>>

/** Asks for a reason, which is in the log before anything is shown. */
export function Unmask({
  customer,
  onClose,
  onShown,
}: {
  readonly customer: string
  readonly onClose: () => void
  readonly onShown: (value: FullIdentity) => void
}) {
  const messages = useMessages(customerMessages)
  const shell = useMessages(shellMessages)
  const [reason, choose] = useState<UnmaskReason>(unmaskReasons[0])
  const unmask = useMutation({
    mutationFn: () => customerCalls.unmask({ customer, reason }),
    onSuccess: (value) => {
      onShown(value)
      onClose()
    },
  })
  const footer = (
    <>
      <button type="button" className="act push" onClick={onClose}>
        {shell.cancel}
      </button>
      <button
        type="button"
        className="act act-main"
        disabled={unmask.isPending}
        onClick={() => unmask.mutate()}
      >
        {messages.unmaskShow}
      </button>
    </>
  )
  return (
    <Drawer kind="float" title={messages.unmask} onClose={onClose} footer={footer}>
      <p className="c2">{messages.unmaskHint}</p>
      <ReasonChoice chosen={reason} onChoose={choose} />
      <p className="note">
        <Icon name="info" />
        {messages.unmaskLogged}
      </p>
      {unmask.error && (
        <Failed error={unmask.error} at={unmask.submittedAt} onRetry={() => unmask.mutate()} />
      )}
    </Drawer>
  )
}

function ReasonChoice({
  chosen,
  onChoose,
}: {
  readonly chosen: UnmaskReason
  readonly onChoose: (reason: UnmaskReason) => void
}) {
  const messages = useMessages(customerMessages)
  return (
    <fieldset className="field">
      <legend className="cap c2">{messages.unmaskReason}</legend>
      {unmaskReasons.map((reason) => (
        <label key={reason} className="row">
          <input
            type="radio"
            name="reason"
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {messages[reason]}
        </label>
      ))}
    </fieldset>
  )
}

/** What is shown in full, in this page only and until its time is over. */
export function useUnmasked(customer: string) {
  const [shown, show] = useState<{ readonly customer: string; readonly value: FullIdentity }>()
  const value = shown?.customer === customer ? shown.value : undefined
  const until = value?.until
  useEffect(() => {
    if (until === undefined) return undefined
    const timer = setTimeout(() => show(undefined), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return {
    value,
    show: (full: FullIdentity) => show({ customer, value: full }),
    hide: () => show(undefined),
  }
}

export function Unmasked({
  value,
  onHide,
}: {
  readonly value: FullIdentity
  readonly onHide: () => void
}) {
  const messages = useMessages(customerMessages)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((value.until - now) / 1000))
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className="note row">
      <Icon name="eye" />
      <span className="strong">{value.name}</span>
      <span>{value.phone}</span>
      <span>{value.idNumber}</span>
      <span className="wait push">{messages.hidesIn(left)}</span>
      <button type="button" className="act act-bare" onClick={onHide}>
        {messages.hideNow}
      </button>
    </p>
  )
}
