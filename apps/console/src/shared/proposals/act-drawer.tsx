import type { Output } from '@qingzhou/contract/wire/shape'
import type { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindNames } from '#shared/catalogue/act-names.ts'
import { baseNames, proposalMessages, roleNames } from '#shared/catalogue/proposals.ts'
import { shellMessages } from '#shared/catalogue/shell.ts'
import { useMessages } from '#platform/catalogue.ts'
import { language } from '#platform/language.ts'
import { Drawer } from '#shared/parts/drawer.tsx'
import { Icon } from '#shared/parts/icon.tsx'
import { isRefused, Part, Refusal } from '#shared/parts/states.tsx'
import { proposals } from './calls.ts'
import { FieldInput } from './act-field.tsx'
import { Effect } from './effect.tsx'
import { nameIn } from './names.ts'

type Kind = Output<(typeof consoleProposalsShapes)['kinds']>['kinds'][number]
type Preview = Output<(typeof consoleProposalsShapes)['preview']>
type Values = Readonly<Record<string, string>>

/**
 * Proposes an act, or performs it where one person may: who approves comes first, then the form, the
 * dry run and the reason. `start` says whom it is about; without `act`, one about a customer is chosen.
 */
export function ActDrawer({
  start,
  act,
  onClose,
  onDone,
}: {
  readonly start: Values
  readonly act?: string
  readonly onClose: () => void
  /** Gets the number of the new proposal; nothing after an act of one person. */
  readonly onDone: (proposalNo: string | undefined) => void
}) {
  const messages = useMessages(proposalMessages)
  const kinds = useQuery({
    queryKey: ['proposal-kinds'],
    queryFn: ({ signal }) => proposals.kinds({}, signal),
    refetchInterval: false,
  })
  const [chosen, choose] = useState(act ?? '')
  const about = kinds.data?.kinds.filter(({ fields }) =>
    fields.some(({ form }) => form === 'customer'),
  )
  const kind = kinds.data?.kinds.find((one) => one.kind === chosen)
  const shown = language.use()
  const title = kind ? messages.proposeAct(nameIn(kindNames, kind.kind, shown)) : messages.propose
  const select = act === undefined && (
    <Part query={kinds}>
      {() => (
        <div className="field">
          <label htmlFor="act-kind">{messages.which}</label>
          <select
            id="act-kind"
            className="control"
            value={chosen}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{messages.chooseAct}</option>
            {about?.map((one) => (
              <option key={one.kind} value={one.kind}>
                {nameIn(kindNames, one.kind, shown)}
              </option>
            ))}
          </select>
        </div>
      )}
    </Part>
  )
  if (!kind) {
    return (
      <Drawer title={title} onClose={onClose}>
        {select || <Part query={kinds}>{() => <p>{messages.notYours}</p>}</Part>}
      </Drawer>
    )
  }
  return <ActForm key={kind.kind} {...{ kind, select, title, start, onClose, onDone }} />
}

type FormProps = {
  readonly kind: Kind
  readonly select: React.ReactNode
  readonly title: string
  readonly start: Values
  readonly onClose: () => void
  readonly onDone: (proposalNo: string | undefined) => void
}

function ActForm({ kind, select, title, start, onClose, onDone }: FormProps) {
  const messages = useMessages(proposalMessages)
  const form = useActForm(kind, start, onDone)
  const { preview, submit, isReady, reason } = form
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <Foot
          kind={kind}
          base={preview.data?.base}
          isReady={isReady}
          onClose={onClose}
          onSubmit={() => submit.mutate()}
        />
      }
    >
      <Approvers
        approvers={preview.data?.approvers ?? kind.approvers}
        needsEvidence={kind.needsEvidence}
      />
      {select}
      <div className="form">
        {kind.fields
          .filter(({ form: asked }) => asked !== 'customer' && asked !== 'member')
          .map((field) => (
            <FieldInput key={field.name} field={field} {...form.inputOf(field.name)} />
          ))}
      </div>
      <DryRun preview={preview} isWhole={form.isWhole} />
      <div className="field all">
        <label htmlFor="act-reason">{messages.reasonOfProposal}</label>
        <textarea
          id="act-reason"
          className="control"
          maxLength={500}
          value={reason}
          onChange={(event) => form.setReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && event.ctrlKey && isReady) submit.mutate()
          }}
        />
      </div>
      {submit.error && <Refusal message={submit.error.message} />}
    </Drawer>
  )
}

/** What would change; or the rule that refuses it. */
function DryRun({ preview, isWhole }: Pick<ReturnType<typeof useActForm>, 'preview' | 'isWhole'>) {
  const messages = useMessages(proposalMessages)
  if (!isWhole) return <p className="c3">{messages.fillIn}</p>
  if (isRefused(preview.error)) return <Refusal message={preview.error?.message ?? ''} />
  return <Part query={preview}>{(effect) => <Effect effect={effect} />}</Part>
}

function useActForm(kind: Kind, start: Values, onDone: FormProps['onDone']) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<Values>(start)
  // What the dry run is asked for: the values of the fields that were left.
  const [asked, setAsked] = useState<Values>(start)
  const [reason, setReason] = useState('')
  const names = kind.fields.map(({ name }) => name)
  const isWhole = kind.fields.every(
    ({ name, isOptional }) => isOptional || (asked[name] ?? '') !== '',
  )
  const parameters = Object.fromEntries(names.map((name) => [name, asked[name] ?? '']))
  const act = { kind: kind.kind, parameters, reason }
  const preview = useQuery({
    queryKey: ['proposal-preview', kind.kind, parameters],
    queryFn: ({ signal }) => proposals.preview({ ...act, reason: '' }, signal),
    enabled: isWhole,
    refetchInterval: false,
  })
  const submit = useMutation({
    mutationFn: async () => {
      if (!kind.isAlone) return (await proposals.propose(act)).proposalNo
      await proposals.perform(act)
      return undefined
    },
    onSuccess: async (proposalNo) => {
      await cache.invalidateQueries()
      onDone(proposalNo)
    },
  })
  const inputOf = (name: string) => ({
    value: draft[name] ?? '',
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
    onDone: (value: string) => setAsked({ ...draft, [name]: value }),
  })
  const isReady = preview.data !== undefined && reason.trim() !== '' && !submit.isPending
  return { preview, submit, reason, setReason, isWhole, isReady, inputOf }
}

function Foot({
  kind,
  base,
  isReady,
  onClose,
  onSubmit,
}: {
  readonly kind: Kind
  readonly base: Preview['base']
  readonly isReady: boolean
  readonly onClose: () => void
  readonly onSubmit: () => void
}) {
  const messages = useMessages(proposalMessages)
  const shell = useMessages(shellMessages)
  const bases = useMessages(baseNames)
  const name = nameIn(kindNames, kind.kind, language.use())
  return (
    <>
      <span className="cap c3 grow">
        {base && `${messages.version(bases[base.of], base.version)} · `}
        {!kind.isAlone && messages.expiry}
      </span>
      <button type="button" className="act" onClick={onClose}>
        {shell.cancel}
      </button>
      <button type="button" className="act act-main" disabled={!isReady} onClick={onSubmit}>
        {kind.isAlone ? name : messages.submit(name)} <kbd className="kbd">Ctrl ↵</kbd>
      </button>
    </>
  )
}

function Approvers({
  approvers: { roles, names },
  needsEvidence,
}: Pick<Kind, 'approvers' | 'needsEvidence'>) {
  const messages = useMessages(proposalMessages)
  const shown = language.use()
  const named = roles.map((role) => nameIn(roleNames, role, shown)).join(messages.or)
  return (
    <div className="note">
      <Icon name="user" />
      <span className="grow">
        {roles.length === 0 ? messages.alone : messages.needsOther(named)}
        {names.length > 0 && messages.onDuty(names.join(messages.list))}
        {needsEvidence && <p>{messages.needsEvidence}</p>}
      </span>
    </div>
  )
}
