import { SMALL_FILE_BYTES_MAX, SMALL_PART_BYTES } from '@qingzhou/contract/wire/files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { baseNames, proposalMessages, roleNames } from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { momentText } from '#platform/figures.ts'
import { language } from '#platform/language.ts'
import { fileOfBase64 } from '#platform/save-file.ts'
import { proposals } from '#shared/proposals/calls.ts'
import { nameIn } from '#shared/proposals/names.ts'
import { Icon } from '#shared/parts/icon.tsx'
import { Facts } from '#shared/parts/facts.tsx'
import type { Proposal } from './proposal-panel.tsx'

/** Whom it is about, who proposed it, its files, and what was said. */
export function ProposalSide({ shown }: { readonly shown: Proposal }) {
  const messages = useMessages(proposalMessages)
  const lang = language.use()
  const { proposal, approvers, decidedBy, notes } = shown
  const { customer, loanNo, member, proposedBy, state } = proposal
  const roles = approvers.roles.map((role) => nameIn(roleNames, role, lang)).join(messages.or)
  const isOpen = state === 'proposed'
  return (
    <>
      <div className="head side-edge">
        <h2 className="h2">{messages.basis}</h2>
      </div>
      <div className="stack side scroll">
        <Facts
          rows={[
            [messages.customer, customer && (customer.name || customer.customerNo)],
            [nameIn(baseNames, 'loan', lang), loanNo],
            [messages.member, member],
            [messages.proposer, proposedBy],
            [decidedBy === undefined ? messages.approvers : messages.decided, decidedBy ?? roles],
          ]}
        />
        <hr className="hr" />
        <section className="stack stack-2">
          <h3 className="h2">{messages.evidence}</h3>
          <EvidenceList proposalNo={proposal.proposalNo} notes={notes} />
          {isOpen && <AddFile proposalNo={proposal.proposalNo} />}
        </section>
        <hr className="hr" />
        <section className="stack stack-2">
          <h3 className="h2">{messages.history}</h3>
          <History shown={shown} />
          {isOpen && <CommentForm proposalNo={proposal.proposalNo} />}
        </section>
      </div>
    </>
  )
}

function EvidenceList({
  proposalNo,
  notes,
}: Pick<Proposal, 'notes'> & { readonly proposalNo: string }) {
  const messages = useMessages(proposalMessages)
  const open = useMutation({
    mutationFn: async (noteNo: string) => {
      const { bytes, kind } = await proposals.evidenceFile({ proposalNo, noteNo })
      const type = kind === 'pdf' ? 'application/pdf' : 'image/jpeg'
      window.open(URL.createObjectURL(fileOfBase64(bytes, type)), '_blank', 'noopener')
    },
  })
  const files = notes.filter((note) => note.file)
  if (files.length === 0) return <p className="cap c3">{messages.noEvidence}</p>
  return (
    <ul className="stack stack-2">
      {files.map(({ noteNo, text, writtenBy, writtenAt }) => (
        <li key={noteNo} className="row">
          <span className="thumb">
            <Icon name="document" />
          </span>
          <div className="grow">
            <button type="button" className="cut" onClick={() => open.mutate(noteNo)}>
              {text}
            </button>
            <p className="cap c3 cut">
              {writtenBy} {momentText(writtenAt)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function AddFile({ proposalNo }: { readonly proposalNo: string }) {
  const messages = useMessages(proposalMessages)
  const cache = useQueryClient()
  const add = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > SMALL_FILE_BYTES_MAX) throw new Error(messages.fileTooLarge)
      await upload(proposalNo, file)
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['proposals', 'one', proposalNo] }),
  })
  return (
    <div className="field">
      <label className="act file">
        {add.isPending ? messages.addingFile : messages.addFile}
        <input
          type="file"
          accept="image/jpeg,image/png,application/pdf"
          disabled={add.isPending}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) add.mutate(file)
            target.value = ''
          }}
        />
      </label>
      <p className="cap c3">{messages.fileHint}</p>
      {add.error && (
        <p className="cap fail" role="alert">
          {add.error.message}
        </p>
      )}
    </div>
  )
}

/** Sends a file in parts: a broken connection loses one of them. */
async function upload(proposalNo: string, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  const about = {
    proposalNo,
    uploadNo: hexOf(crypto.getRandomValues(new Uint8Array(16))),
    fileName: file.name.slice(0, 120),
    size: bytes.length,
    digest,
  }
  for (let at = 0; at * SMALL_PART_BYTES < bytes.length; at += 1) {
    const part = bytes.subarray(at * SMALL_PART_BYTES, (at + 1) * SMALL_PART_BYTES)
    await proposals.addEvidence({ ...about, part: { at, bytes: base64Of(part) } })
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
}

function History({ shown }: { readonly shown: Proposal }) {
  const messages = useMessages(proposalMessages)
  const { proposal, notes, reason, rejection, decidedBy, decidedAt } = shown
  const { proposedBy, proposedAt } = proposal
  const said = {
    renew: messages.renewed,
    'send-back': messages.sentBack,
    comment: '',
    evidence: '',
  }
  const lines = [
    ...(decidedAt !== undefined && rejection !== undefined
      ? [{ key: 'decided', text: rejection, by: decidedBy ?? '', at: decidedAt }]
      : []),
    ...notes
      .filter(({ act }) => act !== 'evidence')
      .map(({ noteNo, act, text, writtenBy, writtenAt }) => ({
        key: noteNo,
        text: [said[act], text].filter(Boolean).join(' · '),
        by: writtenBy,
        at: writtenAt,
      }))
      .toReversed(),
    { key: 'reason', text: reason, by: messages.reasonNote(proposedBy), at: proposedAt },
  ]
  return (
    <ol className="line line-tight">
      {lines.map(({ key, text, by, at }) => (
        <li key={key}>
          <div className="row top-align">
            <span className="grow">{text}</span>
            <time>{momentText(at)}</time>
          </div>
          <p className="cap c3">{by}</p>
        </li>
      ))}
    </ol>
  )
}

function CommentForm({ proposalNo }: { readonly proposalNo: string }) {
  const messages = useMessages(proposalMessages)
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => proposals.comment({ proposalNo, text }),
    onSuccess: async () => {
      setText('')
      await cache.invalidateQueries({ queryKey: ['proposals', 'one', proposalNo] })
    },
  })
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send.mutate()
      }}
    >
      <input
        className="control grow"
        aria-label={messages.write}
        placeholder={messages.write}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="act" disabled={text.trim() === '' || send.isPending}>
        {messages.send}
      </button>
    </form>
  )
}
