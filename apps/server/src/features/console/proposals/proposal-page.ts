import type { Handlers } from '@qingzhou/contract/shapes'
import { proposalRules } from '@qingzhou/contract/features/console/proposals'
import { mayDo } from '@qingzhou/contract/permissions'
import type { Refusal } from '@qingzhou/domain/refusal'
import { findPerson } from '#features/identity/index.ts'
import {
  brokenRules,
  changesBetween,
  kindOf,
  lacksEvidence,
  listNotes,
  showProposal,
  versionIn,
  versionOf,
  type ProposalDeps,
  type ShownProposal,
} from '#features/proposals/index.ts'
import type { Callers, StaffMember } from '@qingzhou/platform/caller'
import { findApprovers, effectView, parametersView, rowView, staffNames } from './proposal-view.ts'

type One = Handlers<Callers>['console-proposals']['one']

/** A proposal with what it would change now, what has moved, and who may decide it. */
export async function proposalPage(
  deps: ProposalDeps,
  staff: StaffMember,
  {
    proposalNo,
    renderRefusal,
  }: { readonly proposalNo: string; readonly renderRefusal: (refusal: Refusal) => string },
): ReturnType<One> {
  const shown = await showProposal(deps, staff, { proposalNo })
  const names = await staffNames(deps)
  const nameOf = (staffNo: string) => names.get(staffNo) ?? staffNo
  const { kind, amount, proposedBy, decidedBy, decidedAt, renewedAt, sentBackAt } = shown
  const row = await rowView(deps, staff, { listed: shown, names })
  const notes = await listNotes(deps.database, deps, proposalNo)
  return {
    proposal: row,
    reason: shown.reason,
    ...(shown.rejection !== undefined && { rejection: shown.rejection }),
    result: shown.result,
    ...(decidedBy !== undefined && { decidedBy: nameOf(decidedBy) }),
    ...(decidedAt && { decidedAt: decidedAt.getTime() }),
    ...(renewedAt && { renewedAt: renewedAt.getTime() }),
    ...(sentBackAt && { sentBackAt: sentBackAt.getTime() }),
    version: versionOf(deps, shown),
    parameters: parametersView(deps, shown),
    names: await namesOf(deps, staff, shown),
    ...figuresOf(shown, row.loanNo),
    rules: await rulesOf(deps, staff, shown),
    ...(shown.refusal && { refusal: renderRefusal(shown.refusal) }),
    approvers: await findApprovers(deps, { kind, amount, notBy: proposedBy }),
    notes: notes.map(({ noteNo, act, text, file, writtenBy, writtenAt }) => ({
      noteNo,
      act,
      ...(text !== undefined && { text }),
      ...(file && { file: { kind: file.kind, bytes: file.bytes } }),
      writtenBy: nameOf(writtenBy),
      writtenAt: writtenAt.getTime(),
    })),
  }
}

/**
 * The name on file and the right one. A misread character cannot be judged masked, so both are shown
 * in full; the look at the proposal is in the log before.
 */
async function namesOf(
  deps: ProposalDeps,
  staff: StaffMember,
  { kind, state, customer, parameters }: ShownProposal,
) {
  const isOpen = kind === 'correct-name' && state === 'proposed'
  if (!isOpen || !customer || !mayDo(staff, 'customers:unmask')) return undefined
  const person = await findPerson(deps.database, deps, customer)
  return person && { before: person.name, after: String(parameters['name']) }
}

const nothing = { lines: [], before: undefined, after: undefined, entries: [] }

/** A decided proposal shows what was approved; an open one what would happen now. */
function figuresOf(shown: ShownProposal, loanNo: string | undefined) {
  const { effect, run, isMoved } = shown
  const base = versionIn(shown.base)
  const baseNow = run && versionIn(run.base)
  return {
    effect: effectView(run ?? effect ?? nothing, loanNo),
    moved: isMoved && run ? changesBetween(effect?.before, run.before, loanNo) : [],
    ...(base && { base }),
    ...(baseNow && { baseNow }),
  }
}

async function rulesOf(deps: ProposalDeps, staff: StaffMember, shown: ShownProposal) {
  const kind = kindOf(deps, shown.kind)
  const broken = new Set(
    await deps.database.inTransaction((tx) =>
      brokenRules(tx, deps, staff, { ...shown, kind, act: kind.read(shown.parameters) }),
    ),
  )
  if (shown.isMoved) broken.add('V3')
  if (shown.state !== 'proposed') broken.add('V5')
  if (await lacksEvidence(deps.database, deps, { ...shown, kind })) broken.add('V6')
  return proposalRules.map((rule) => ({ rule, isKept: !broken.has(rule) }))
}
