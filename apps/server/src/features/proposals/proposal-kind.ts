import type { ProposalKindName } from '@qingzhou/contract/staff-acts'
import type { StaffRole } from '@qingzhou/contract/permissions'
import type { Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { readFields, type Field, type FieldsOf } from './fields.ts'

/**
 * The dependencies of a proposed act. `database` is the transaction of the approval: a use case that
 * opens a transaction joins it. No provider is called in it: enqueue a task instead.
 */
export type ProposalServices = Pick<
  Services,
  'database' | 'vault' | 'now' | 'today' | 'tasks' | 'files' | 'limiter' | 'log'
>

/** What a check with a provider uses, outside of any transaction. */
export type VerifyServices = ProposalServices & Pick<Services, 'providers'>

/** The decision that performs an act. */
export type Approval = {
  /** Also the request number of what the act books, so that it cannot be booked twice. */
  readonly proposalNo: string
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
}

/**
 * What an act depends on. A proposal whose base has moved has to be renewed. `loan`: the loans that
 * the parameters `loanNo`, `toLoan` and `paymentNo` name; `limit`: the state and the amount of the
 * limit; `books`: the limit and all loans of the customer; `facts`: what `describe` says.
 */
export type BasePart = 'loan' | 'limit' | 'books' | 'blocks' | 'person' | 'facts'

/** A member, or a new one with this phone. */
export type ConcernedMember = { readonly staffNo: string } | { readonly phone: string }

/** An act of staff on a customer or on money: one row of the table of kinds. */
export type ProposalKind<Parameters extends object> = {
  /** A verb and its object, as in the staff log: `raise-limit`. */
  readonly kind: ProposalKindName
  /** The parameters. `customer` is the customer concerned, and `amount` the amount at stake. */
  readonly fields: FieldsOf<Parameters>
  readonly touches: readonly BasePart[]
  /** One member of staff does it at once: it only protects, or changes nothing of value. */
  readonly isAlone?: true
  /** Who may propose it. Everyone who proposes at all without it. */
  readonly proposers?: readonly StaffRole[]
  /** Who may approve it, of those who approve its amount. All of them without it. */
  readonly approvers?: readonly StaffRole[]
  /** The member of staff concerned, who may not act on their own access. */
  readonly member?: (parameters: Parameters) => ConcernedMember
  /** A file has to support it before anyone can approve it. */
  readonly needsEvidence?: true
  /** The amount at stake, where no field has it. Without it, what the dry run books. */
  readonly amountOf?: (parameters: Parameters) => Money
  /** What would change, one line each, before and after. It only reads. */
  readonly describe: (services: ProposalServices, parameters: Parameters) => Promise<string[]>
  /** Asks a provider before it is proposed or renewed. Throws a refusal. */
  readonly verify?: (services: VerifyServices, parameters: Parameters) => Promise<void>
  /**
   * Performs the act. Throws a refusal if it is not possible (any more). Returns numbers and states
   * for the log, never a name or a phone: `refund=R1`.
   */
  readonly perform: (
    services: ProposalServices,
    parameters: Parameters,
    approval: Approval,
  ) => Promise<string>
}

/** A kind whose parameters were read. */
export type ProposedAct = {
  readonly kind: ProposalKindName
  readonly parameters: object
  readonly customer: CustomerNo | undefined
  readonly member: ConcernedMember | undefined
  readonly touches: readonly BasePart[]
  /** Undefined where only a dry run tells. */
  readonly amount: Money | undefined
  readonly describe: (services: ProposalServices) => Promise<string[]>
  readonly verify: ((services: VerifyServices) => Promise<void>) | undefined
  readonly perform: (services: ProposalServices, approval: Approval) => Promise<string>
}

/** Kinds with parameters of any type, for the registry. */
export type AnyProposalKind = Pick<
  ProposalKind<object>,
  'kind' | 'isAlone' | 'proposers' | 'approvers' | 'touches' | 'needsEvidence'
> & {
  readonly fields: Readonly<Record<string, Field<unknown>>>
  readonly read: (input: Readonly<Record<string, unknown>>) => ProposedAct
}

export function proposalKind<Parameters extends object>(
  definition: ProposalKind<Parameters>,
): AnyProposalKind {
  const { kind, fields, isAlone, proposers, approvers, touches, needsEvidence } = definition
  const { amountOf, member, describe, verify, perform } = definition
  return {
    kind,
    touches,
    fields,
    ...(isAlone && { isAlone }),
    ...(proposers && { proposers }),
    ...(approvers && { approvers }),
    ...(needsEvidence && { needsEvidence }),
    read: (input) => {
      const parameters = readFields(fields, input)
      const { customer, amount } = parameters as { customer?: CustomerNo; amount?: Money }
      return {
        kind,
        parameters,
        customer,
        member: member?.(parameters),
        touches,
        amount: amountOf?.(parameters) ?? amount,
        describe: (services) => describe(services, parameters),
        verify: verify && ((services) => verify(services, parameters)),
        perform: (services, approval) => perform(services, parameters, approval),
      }
    },
  }
}
