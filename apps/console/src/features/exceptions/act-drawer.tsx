import type { ExceptionItem, PossibleAct } from '@qingzhou/contract/features/console/queues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { exceptionMessages } from '#shared/catalogue/exceptions.ts'
import { queueCalls } from '#shared/queues/calls.ts'
import { useMessages } from '#platform/catalogue.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { Failed } from '#shared/parts/states.tsx'

const resolutions = ['explained', 'matched', 'written-off'] as const

type Form = {
  readonly reason: string
  readonly loanNo: string
  readonly resolution: (typeof resolutions)[number]
}
type FormParts = { readonly loan: boolean; readonly resolution: boolean }

/** An act with its reason. It says first whether another person approves it. */
export function ActDrawer({
  exception: { itemNo, kind },
  possible: { act, mode },
  onClose,
}: {
  readonly exception: ExceptionItem
  readonly possible: PossibleAct
  readonly onClose: () => void
}) {
  const messages = useMessages(exceptionMessages)
  const [form, setForm] = useState<Form>({ reason: '', loanNo: '', resolution: 'explained' })
  const isDifference = kind === 'difference' || kind === 'unmatched'
  const asked = { loan: act === 'match', resolution: act === 'accept' && isDifference }
  const perform = useAct({ itemNo, act }, { form, asked })
  const isFilled = form.reason.trim() !== '' && (!asked.loan || form.loanNo.trim() !== '')
  const { data, error } = perform
  const footer = (
    <>
      <button type="button" className="act push" onClick={onClose}>
        {data ? messages.close : messages.cancel}
      </button>
      {!data && (
        <button
          type="button"
          className="act act-main"
          disabled={!isFilled || perform.isPending}
          onClick={() => perform.mutate()}
        >
          {messages[act]}
        </button>
      )}
    </>
  )
  return (
    <Drawer title={messages[act]} onClose={onClose} footer={footer}>
      <p className={mode === 'proposal' ? 'note note-wait' : 'note'}>
        <Icon name="info" />
        {messages[mode]}
      </p>
      {data ? (
        <Outcome lines={data.lines} proposalNo={data.proposalNo} />
      ) : (
        <Fields form={form} asked={asked} onChange={setForm} />
      )}
      {error && <Failed error={error} at={perform.submittedAt} onRetry={() => perform.mutate()} />}
    </Drawer>
  )
}

function useAct(
  chosen: Pick<ExceptionItem, 'itemNo'> & Pick<PossibleAct, 'act'>,
  { form, asked }: { readonly form: Form; readonly asked: FormParts },
) {
  const client = useQueryClient()
  const { reason, loanNo, resolution } = form
  return useMutation({
    mutationFn: () =>
      queueCalls.actOnException({
        ...chosen,
        reason,
        ...(asked.loan && { loanNo }),
        ...(asked.resolution && { resolution }),
      }),
    onSuccess: () => client.invalidateQueries(),
  })
}

function Outcome({
  lines,
  proposalNo,
}: {
  readonly lines: readonly string[]
  readonly proposalNo: string | undefined
}) {
  const messages = useMessages(exceptionMessages)
  return (
    <div role="status" className="stack stack-2">
      <p className="strong">
        {proposalNo === undefined ? messages.done : messages.sentForApproval(proposalNo)}
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function Fields({
  form,
  asked,
  onChange,
}: {
  readonly form: Form
  readonly asked: FormParts
  readonly onChange: (form: Form) => void
}) {
  const messages = useMessages(exceptionMessages)
  return (
    <div className="stack">
      {asked.loan && (
        <label className="field">
          <span className="cap c2">{messages.loanNo}</span>
          <input
            className="control"
            value={form.loanNo}
            onChange={({ target }) => onChange({ ...form, loanNo: target.value })}
          />
        </label>
      )}
      {asked.resolution && (
        <fieldset className="field">
          <legend className="cap c2">{messages.resolution}</legend>
          {resolutions.map((resolution) => (
            <label key={resolution} className="row">
              <input
                type="radio"
                name="resolution"
                checked={resolution === form.resolution}
                onChange={() => onChange({ ...form, resolution })}
              />
              {messages[resolution]}
            </label>
          ))}
        </fieldset>
      )}
      <label className="field">
        <span className="cap c2">{messages.reason}</span>
        <textarea
          className="control tall"
          maxLength={500}
          value={form.reason}
          onChange={({ target }) => onChange({ ...form, reason: target.value })}
        />
      </label>
    </div>
  )
}
