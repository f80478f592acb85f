import type { Handlers } from '@qingzhou/contract/shapes'
import type { ProposalRow } from '@qingzhou/contract/features/console/proposals'
import { mayDo } from '@qingzhou/contract/permissions'
import {
  endExpired,
  findClosedKinds,
  pageOfProposals,
  type ListedProposal,
  type ProposalDeps,
  type ProposalsWanted,
} from '#features/proposals/index.ts'
import type { Callers, StaffMember } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { rowView, staffNames } from './proposal-view.ts'

type List = Handlers<Callers>['console-proposals']['list']

/** A page of proposals. The look is recorded before it is shown. */
export async function listPage(
  deps: ProposalDeps,
  staff: StaffMember,
  { filters, sort, after, limit }: Parameters<List>[0],
): ReturnType<List> {
  if (after && !/^\d{1,16}$/.test(after.key)) {
    throw new Refused({ kind: 'field-invalid', message: '列表位置无效，请刷新' })
  }
  await endExpired(deps)
  const found = await pageOfProposals(deps.database, {
    ...filterFor(deps, staff, filters),
    sort,
    after,
    count: limit + 1,
  })
  const shown = found.slice(0, limit)
  const about = `count=${shown.length}`
  await recordStaffAct(deps.database, deps, { staff, act: 'list-proposals', about })
  const names = await staffNames(deps)
  const rows = await rowViews(deps, staff, { page: shown, names })
  const last = found.length > limit ? shown.at(-1) : undefined
  return { rows, ...(last && { next: last.place }) }
}

type Filters = Parameters<List>[0]['filters']

/**
 * What waits for a member: for a reviewer the proposals of others that were not sent back, for a
 * proposer their own that were.
 */
function filterFor(
  { kinds }: ProposalDeps,
  staff: StaffMember,
  { waiting, state, kind, customer, proposedBy }: Filters,
): Omit<ProposalsWanted, 'sort' | 'count'> {
  const { staffNo } = staff
  const common = { kind, customer }
  const isReviewer = mayDo(staff, 'proposals:approve')
  if (waiting === 'me') {
    return isReviewer
      ? {
          ...common,
          state: 'proposed',
          notProposedBy: staffNo,
          isSentBack: false,
          notKinds: findClosedKinds(staff, kinds),
        }
      : { ...common, state: 'proposed', proposedBy: staffNo, isSentBack: true }
  }
  if (waiting === 'others') return { ...common, state: 'proposed', proposedBy: staffNo }
  return {
    ...common,
    state,
    ...(proposedBy === 'me' && { proposedBy: staffNo }),
    ...(proposedBy === 'others' && { notProposedBy: staffNo }),
  }
}

const OPEN_MAX = 50

/** The undecided proposals about a customer, for the customer's page. */
export async function listOpenOfCustomer(
  deps: ProposalDeps,
  staff: StaffMember,
  customer: CustomerNo,
): Promise<{ proposals: ProposalRow[] }> {
  await endExpired(deps)
  const found = await pageOfProposals(deps.database, {
    state: 'proposed',
    customer,
    sort: { by: 'proposedAt', order: 'down' },
    count: OPEN_MAX,
  })
  const about = `count=${found.length}`
  await recordStaffAct(deps.database, deps, { staff, act: 'list-proposals', customer, about })
  const names = await staffNames(deps)
  return { proposals: await rowViews(deps, staff, { page: found, names }) }
}

/** All rows at once: their reads share messages to the database. */
function rowViews(
  deps: ProposalDeps,
  staff: StaffMember,
  { page, names }: { page: readonly ListedProposal[]; names: ReadonlyMap<string, string> },
): Promise<ProposalRow[]> {
  return Promise.all(page.map((listed) => rowView(deps, staff, { listed, names })))
}
