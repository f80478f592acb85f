import { useQuery } from '@tanstack/react-query'
import { proposalMessages } from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { proposals } from '#shared/proposals/calls.ts'
import { Part } from '#shared/parts/states.tsx'
import type { Proposal } from './proposal-panel.tsx'

/** The name on file and the corrected one, beside the pictures that show it. */
export function NameCheck({
  proposalNo,
  names,
  notes,
}: Pick<Proposal, 'notes'> & {
  readonly proposalNo: string
  readonly names: NonNullable<Proposal['names']>
}) {
  const messages = useMessages(proposalMessages)
  const pictures = notes.filter(({ file }) => file?.kind === 'picture')
  return (
    <section aria-label={messages.nameCheck}>
      <h3 className="h2 under">{messages.nameCheck}</h3>
      <div className="halves">
        <div className="stack stack-2">
          {pictures.length === 0 && <p className="c2">{messages.pictureMissing}</p>}
          {pictures.map(({ noteNo, text }) => (
            <Picture key={noteNo} {...{ proposalNo, noteNo }} caption={text ?? ''} />
          ))}
        </div>
        <div className="stack stack-2">
          <dl className="names">
            <dt>{messages.nameBefore}</dt>
            <dd>{names.before}</dd>
            <dt>{messages.nameAfter}</dt>
            <dd>{names.after}</dd>
          </dl>
          <p className="cap c3">{messages.nameHint}</p>
        </div>
      </div>
    </section>
  )
}

function Picture({
  proposalNo,
  noteNo,
  caption,
}: {
  readonly proposalNo: string
  readonly noteNo: string
  readonly caption: string
}) {
  // Every look at a file is logged, so it is read once.
  const query = useQuery({
    queryKey: ['proposal-file', proposalNo, noteNo],
    queryFn: ({ signal }) => proposals.evidenceFile({ proposalNo, noteNo }, signal),
    staleTime: Infinity,
    refetchInterval: false,
  })
  return (
    <Part query={query} rows={4}>
      {({ bytes }) => (
        <figure className="stack stack-2">
          <img src={`data:image/jpeg;base64,${bytes}`} alt={caption} width="100%" />
          <figcaption className="cap c2">{caption}</figcaption>
        </figure>
      )}
    </Part>
  )
}
