import { parseArgs } from 'node:util'

import { unreachable } from '@qingzhou/domain/assert'
import {
  approve,
  proposalStates,
  readProposals,
  reject,
  renew,
  showProposal,
  type ListedProposal,
  type ProposalState,
  type ShownProposal,
} from '@qingzhou/server/features/proposals/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import { refusalLine, type StaffCommand, type StaffServices } from './staff-command.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from './sign-in-at-terminal.ts'

const USAGE = `npm run proposals -- list [--state proposed|done|rejected|expired|failed|any] --as <username>
npm run proposals -- show P000001 --as <username>
npm run proposals -- approve P000001 --as <username>
npm run proposals -- renew P000001 --as <username>
npm run proposals -- reject P000001 --reason 金额有误 --as <username>
  What one member of staff proposed and another one decides. show says what an approval would change now.
  approve performs it at once; reviewers and admins may, for proposals of others. renew repeats the dry run of an own proposal
  after something it depends on has changed, and begins its term again. Who proposed something may
  reject it, which withdraws it. An undecided proposal ends after 7 days. The password is asked for at the terminal,
  or read from the first line of --password-file; --code is the code of the authenticator app. DATABASE_URL says which
  database; without it, the one that comes along, under DATA_DIR.`

type Options = { readonly staff: StaffOptions } & (
  | { readonly act: 'list'; readonly state: ProposalState | undefined }
  | { readonly act: 'show' | 'approve' | 'renew'; readonly proposalNo: string }
  | { readonly act: 'reject'; readonly proposalNo: string; readonly reason: string }
)

const LISTED_MAX = 200

/** `npm run proposals`. */
export const proposalsCommand: StaffCommand<Options> = { usage: USAGE, readOptions, run }

function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...staffOptions,
      state: { type: 'string', default: 'proposed' },
      reason: { type: 'string' },
    },
  })
  const staff = staffOptionsOf(values)
  const [act, proposalNo = ''] = positionals
  if (act === 'list') return { act, staff, state: stateOf(values.state) }
  if (act !== 'show' && act !== 'approve' && act !== 'renew' && act !== 'reject') {
    throw new Error(act === undefined ? 'What is to be done?' : `There is no command ${act}.`)
  }
  if (!/^P\d{6,12}$/.test(proposalNo)) throw new Error('A proposal has a number such as P000001.')
  if (act !== 'reject') return { act, staff, proposalNo }
  if (!values.reason) throw new Error('--reason says why it is rejected.')
  return { act, staff, proposalNo, reason: values.reason }
}

function stateOf(text: string): ProposalState | undefined {
  const state = proposalStates.find((one) => one === text)
  if (state || text === 'any') return state
  throw new Error(`--state is one of ${proposalStates.join(', ')} or any.`)
}

async function run(
  services: StaffServices,
  staff: StaffMember,
  options: Options,
): Promise<readonly string[]> {
  switch (options.act) {
    case 'list': {
      const filter = { state: options.state, count: LISTED_MAX }
      const listed = await readProposals(services, staff, filter)
      return listed.length === 0 ? ['No proposals.'] : listed.map(lineOf)
    }
    case 'show':
      return linesOf(await showProposal(services, staff, options))
    case 'approve': {
      const { state, result } = await approve(services, staff, options)
      if (state === 'done') return [`${options.proposalNo} is done. ${result}`.trim()]
      throw new Error(`${options.proposalNo} failed and changed nothing: ${result}.`)
    }
    case 'renew':
      await renew(services, staff, options)
      return [`${options.proposalNo} is renewed.`]
    case 'reject':
      await reject(services, staff, options)
      return [`${options.proposalNo} is rejected.`]
    default:
      return unreachable(options)
  }
}

function lineOf(proposal: ListedProposal): string {
  const { proposalNo, kind, customer, state, proposedBy, proposedAt, expiresAt } = proposal
  const about = customer === undefined ? '' : ` customer ${customer}`
  const until = state === 'proposed' ? `, until ${minuteOf(expiresAt)}` : ''
  return `${proposalNo} ${kind}${about}: ${state}, by ${proposedBy} ${minuteOf(proposedAt)}${until}`
}

function linesOf(proposal: ShownProposal): string[] {
  const { reason, rejection, result, decidedBy, decidedAt, lines, refusal } = proposal
  return [
    lineOf(proposal),
    `Reason: ${reason}`,
    ...(decidedAt ? [`Decided ${decidedBy ? `by ${decidedBy} ` : ''}${minuteOf(decidedAt)}`] : []),
    ...(rejection === undefined ? [] : [`Rejected: ${rejection}`]),
    ...(result === '' ? [] : [`Result: ${result}`]),
    ...lines.map((line) => `  ${line}`),
    ...(refusal ? [refusalLine({ refusal })] : []),
  ]
}

function minuteOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 16)}Z`
}
