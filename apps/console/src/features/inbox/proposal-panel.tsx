import type { consoleProposalsShapes } from '@qingzhou/contract/features/console/proposals'
import type { Output } from '@qingzhou/contract/wire/shape'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceNames, fieldNames, kindNames } from '#shared/catalogue/act-names.ts'
import {
  baseNames,
  proposalMessages,
  roleNames,
  ruleNames,
  stateNames,
} from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { useKeys } from '#platform/keys.ts'
import { language, type Language } from '#platform/language.ts'
import { proposals } from '#shared/proposals/calls.ts'
import { Changes, Effect } from '#shared/proposals/effect.tsx'
import { nameIn } from '#shared/proposals/names.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { Part } from '#shared/parts/states.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import { NameCheck } from './name-check.tsx'
import { ProposalSide } from './proposal-side.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export type Proposal = Output<(typeof consoleProposalsShapes)['one']>
/** What ends or returns a proposal needs a reason. */
type Ending = 'refuse' | 'withdraw' | 'sendBack'

export function ProposalPanel({ proposalNo }: { readonly proposalNo: string }) {
  const query = useQuery({
    queryKey: ['proposals', 'one', proposalNo],
    queryFn: ({ signal }) => proposals.one({ proposalNo }, signal),
  })
  return (
    <>
      <section className="col">
        <Part query={query} rows={8}>
          {(shown) => <Body shown={shown} />}
        </Part>
      </section>
      <aside className="col">{query.data && <ProposalSide shown={query.data} />}</aside>
    </>
  )
}

function Body({ shown }: { readonly shown: Proposal }) {
  const messages = useMessages(proposalMessages)
  const { proposal, effect, moved, refusal } = shown
  const isOpen = proposal.state === 'proposed'
  return (
    <>
      <Heading proposal={proposal} />
      <div className="pad stack scroll grow" tabIndex={0}>
        {proposal.isMoved && <MovedNote shown={shown} />}
        {moved.length > 0 && (
          <Changes
            title={messages.movedChanges}
            heads={[messages.atProposal, messages.now]}
            changes={moved}
            mark="is-flag"
          />
        )}
        {shown.names ? (
          <NameCheck proposalNo={proposal.proposalNo} names={shown.names} notes={shown.notes} />
        ) : (
          <ParametersList parameters={shown.parameters} />
        )}
        <Effect effect={effect} isDone={!isOpen} />
        {refusal !== undefined && (
          <div className="note note-fail">
            <Icon name="alert" />
            <p className="grow">{refusal}</p>
          </div>
        )}
        {isOpen && <Rules rules={shown.rules} />}
      </div>
      {isOpen && <Acts shown={shown} />}
    </>
  )
}

function Heading({ proposal }: Pick<Proposal, 'proposal'>) {
  const messages = useMessages(proposalMessages)
  const lang = language.use()
  const { kind, proposalNo, proposedBy, proposedAt, expiresAt, isMoved, state } = proposal
  const line = messages.proposedLine(
    proposalNo,
    proposedBy,
    momentText(proposedAt),
    momentText(expiresAt),
  )
  return (
    <div className="head head-lines">
      <div className="grow">
        <h2 className="h1">{nameIn(kindNames, kind, lang)}</h2>
        <p className="c2">{line}</p>
      </div>
      <span className={state === 'proposed' ? 'chip chip-wait' : 'chip'}>
        {isMoved ? messages.moved : nameIn(stateNames, state, lang)}
      </span>
    </div>
  )
}

function MovedNote({ shown: { sentBackAt, base, baseNow } }: { readonly shown: Proposal }) {
  const messages = useMessages(proposalMessages)
  const bases = useMessages(baseNames)
  return (
    <div className="note note-wait">
      <Icon name="alert" />
      <div className="grow">
        <p className="strong">
          {sentBackAt === undefined ? messages.movedTitle : messages.sentBack}
        </p>
        {base && base.version !== baseNow?.version && (
          <p>{messages.movedHint(bases[base.of], base.version, baseNow?.version ?? '—')}</p>
        )}
      </div>
    </div>
  )
}

function ParametersList({ parameters }: Pick<Proposal, 'parameters'>) {
  const lang = language.use()
  if (parameters.length === 0) return null
  return (
    <Facts
      rows={parameters.map(({ name, form, value }) => [
        nameIn(fieldNames, name, lang),
        valueText({ form, value }, lang),
      ])}
    />
  )
}

function valueText({ form, value }: { form: string; value: string }, lang: Language): string {
  if (form === 'choice') return nameIn(choiceNames, value, lang)
  if (form !== 'roles') return value
  return value
    .split(',')
    .map((role) => nameIn(roleNames, role, lang))
    .join('、')
}

function Rules({ rules }: Pick<Proposal, 'rules'>) {
  const messages = useMessages(proposalMessages)
  const lang = language.use()
  return (
    <section>
      <h3 className="h2 under">{messages.rules}</h3>
      <ul className="checks">
        {rules.map(({ rule, isKept }) => (
          <li key={rule} className={isKept ? undefined : 'is-flag'}>
            <Icon name={isKept ? 'check' : 'alert'} />
            <span className={isKept ? '' : 'wait'}>{nameIn(ruleNames, rule, lang)}</span>
            <span className="id cap c3">{messages.rule(rule)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Acts({ shown }: { readonly shown: Proposal }) {
  const messages = useMessages(proposalMessages)
  const lang = language.use()
  const cache = useQueryClient()
  const [ending, setEnding] = useState<Ending>()
  const { proposal, version, rules, refusal } = shown
  const { proposalNo, isOwn, kind, proposedBy } = proposal
  const broken = rules.find(({ isKept }) => !isKept)
  const after = () => cache.invalidateQueries()
  const decide = useMutation({
    mutationFn: async () => {
      await (isOwn ? proposals.renew({ proposalNo }) : proposals.approve({ proposalNo, version }))
    },
    onSettled: after,
  })
  const mayApprove = !broken && refusal === undefined && !decide.isPending
  const end = () => setEnding(isOwn ? 'withdraw' : 'refuse')
  useKeys({ a: () => mayApprove && !isOwn && decide.mutate(), r: end })
  const name = nameIn(kindNames, kind, lang)
  const titles = {
    refuse: messages.refuse(name),
    withdraw: messages.withdraw,
    sendBack: messages.sendBack(proposedBy),
  }
  const hint = broken ? messages.notNow(broken.rule) : messages.approveHint
  return (
    <div className="foot">
      <span className="cap c3 foot-text" role={decide.error ? 'alert' : undefined}>
        {decide.error ? <span className="fail">{decide.error.message}</span> : hint}
      </span>
      <div className="foot-acts">
        <button type="button" className="act act-refuse" onClick={end}>
          {titles[isOwn ? 'withdraw' : 'refuse']} <kbd className="kbd">r</kbd>
        </button>
        <MainActs
          shown={shown}
          isDisabled={isOwn ? decide.isPending : !mayApprove}
          onDecide={() => decide.mutate()}
          onSendBack={() => setEnding('sendBack')}
        />
      </div>
      {ending && (
        <ReasonDialog
          title={titles[ending]}
          onClose={() => setEnding(undefined)}
          onSend={async (reason) => {
            await proposals[ending]({ proposalNo, reason })
            setEnding(undefined)
            await after()
          }}
        />
      )}
    </div>
  )
}

/** Approve; of a moved base send back; of one's own renew. */
function MainActs({
  shown: { proposal, sentBackAt },
  isDisabled,
  onDecide,
  onSendBack,
}: {
  readonly shown: Proposal
  readonly isDisabled: boolean
  readonly onDecide: () => void
  readonly onSendBack: () => void
}) {
  const messages = useMessages(proposalMessages)
  const lang = language.use()
  const { isOwn, isMoved, kind, proposedBy } = proposal
  if (isOwn) {
    return (
      isMoved && (
        <button type="button" className="act act-main" disabled={isDisabled} onClick={onDecide}>
          {messages.renew}
        </button>
      )
    )
  }
  return (
    <>
      <button
        type="button"
        className={isMoved ? 'act' : 'act act-main'}
        disabled={isDisabled}
        onClick={onDecide}
      >
        {messages.approve(nameIn(kindNames, kind, lang))} <kbd className="kbd">a</kbd>
      </button>
      {isMoved && sentBackAt === undefined && (
        <button type="button" className="act act-main" onClick={onSendBack}>
          {messages.sendBack(proposedBy)}
        </button>
      )}
    </>
  )
}
