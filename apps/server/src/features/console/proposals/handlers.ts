import type { Handlers } from '@qingzhou/contract/shapes'
import { fieldForms, type FieldForm } from '@qingzhou/contract/features/console/proposals'
import { ZERO } from '@qingzhou/domain/money/money'
import { unreachable } from '@qingzhou/domain/assert'
import type { Refusal } from '@qingzhou/domain/refusal'
import {
  actAlone,
  addEvidence,
  approve,
  versionIn,
  comment,
  evidenceFile,
  kindOf,
  propose,
  rehearse,
  reject,
  renew,
  sendBack,
  type ProposalDeps,
} from '#features/proposals/index.ts'
import type { Callers, StaffMember } from '@qingzhou/platform/caller'
import { customerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { proposalKinds } from './kinds.ts'
import { listPage, listOpenOfCustomer } from './list-proposals.ts'
import { findApprovers, effectView } from './proposal-view.ts'
import { proposalPage } from './proposal-page.ts'

type Shape = Handlers<Callers>['console-proposals']
type ActInput = Parameters<Shape['preview']>[0]

/** The calls about proposals. `renderRefusal` says why an act would fail now. */
export function consoleProposalsHandlers(
  services: Omit<ProposalDeps, 'kinds'>,
  { renderRefusal }: { readonly renderRefusal: (refusal: Refusal) => string },
): Shape {
  const deps = { ...services, kinds: proposalKinds }
  return {
    kinds: async (_, { staff }) => ({ kinds: await formsOf(deps, staff) }),
    preview: (input, { staff }) => preview(deps, staff, input),
    propose: async (input, { staff }) => {
      requireKind(deps, input, 'two people')
      const { proposalNo } = await propose(deps, staff, input)
      return { proposalNo }
    },
    perform: async (input, { staff }) => {
      requireKind(deps, input, 'alone')
      const { lines } = await actAlone(deps, staff, input)
      return { lines: [...lines] }
    },
    list: (input, { staff }) => listPage(deps, staff, input),
    one: (input, { staff }) => proposalPage(deps, staff, { ...input, renderRefusal }),
    approve: async (input, { staff }) => {
      const { state, result } = await approve(deps, staff, input)
      return { state, result }
    },
    refuse: (input, { staff }) => none(reject(deps, staff, { ...input, part: 'reviewer' })),
    withdraw: (input, { staff }) => none(reject(deps, staff, { ...input, part: 'proposer' })),
    sendBack: (input, { staff }) => none(sendBack(deps, staff, input)),
    renew: (input, { staff }) => none(renew(deps, staff, input)),
    comment: (input, { staff }) => none(comment(deps, staff, input)),
    addEvidence: (input, { staff }) => addEvidence(deps, staff, input),
    evidenceFile: async (input, { staff }) => {
      const { bytes, kind } = await evidenceFile(deps, staff, input)
      return { bytes: bytes.toString('base64'), kind }
    },
    openOfCustomer: ({ customer }, { staff }) =>
      listOpenOfCustomer(deps, staff, customerNo(customer)),
  }
}

async function none(work: Promise<void>): Promise<Record<string, never>> {
  await work
  return {}
}

/** The acts that a form can ask for, with who approves the smallest amount. */
async function formsOf(deps: ProposalDeps, { staffNo, roles }: StaffMember) {
  const forms = deps.kinds.filter(
    ({ fields, proposers }) =>
      Object.values(fields).every(({ form }) => isFieldForm(form)) &&
      (!proposers || proposers.some((role) => roles.includes(role))),
  )
  return Promise.all(
    forms.map(async ({ kind, fields, isAlone = false, needsEvidence = false }) => ({
      kind,
      fields: Object.entries(fields).flatMap(([name, { form, choices = [], isOptional = false }]) =>
        isFieldForm(form) ? [{ name, form, choices: [...choices], isOptional }] : [],
      ),
      isAlone,
      needsEvidence,
      approvers: await findApprovers(deps, { kind, amount: ZERO, notBy: staffNo }),
    })),
  )
}

function isFieldForm(form: string): form is FieldForm {
  return fieldForms.some((one) => one === form)
}

async function preview(deps: ProposalDeps, staff: StaffMember, input: ActInput) {
  requireKind(deps, input, 'any')
  const run = await rehearse(deps, staff, { ...input, reason: input.reason || '试算' })
  const { amount } = run
  const base = versionIn(run.base)
  return {
    ...effectView(run, input.parameters['loanNo']),
    amount,
    ...(base && { base }),
    approvers: await findApprovers(deps, { kind: input.kind, amount, notBy: staff.staffNo }),
  }
}

/** An unknown act comes from outside, so it is refused like an unknown field. */
function requireKind(
  deps: ProposalDeps,
  { kind }: { readonly kind: string },
  by: 'alone' | 'two people' | 'any',
): void {
  if (!deps.kinds.some((one) => one.kind === kind)) {
    throw new Refused({ kind: 'field-invalid', message: '没有这项操作' })
  }
  const isAlone = kindOf(deps, kind).isAlone === true
  switch (by) {
    case 'any':
      return
    case 'alone':
      if (!isAlone) throw new Refused({ kind: 'second-person-needed', above: ZERO })
      return
    case 'two people':
      if (isAlone) throw new Refused({ kind: 'field-invalid', message: '这项操作可直接执行' })
      return
    default:
      unreachable(by)
  }
}
