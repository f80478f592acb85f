import type { StaffRole } from '@qingzhou/contract/calls'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'

/**
 * The dependencies of a proposed act. `database` is the transaction of the approval: a use case that
 * opens a transaction joins it. No provider is called in it: enqueue a task instead.
 */
export type ProposalServices = Pick<
  Services,
  'database' | 'vault' | 'now' | 'today' | 'tasks' | 'files' | 'limiter' | 'log'
>

/** The decision that performs an act. */
export type Approval = {
  /** Also the request number of what the act books, so that it cannot be booked twice. */
  readonly proposalNo: string
  readonly reason: string
  readonly proposedBy: string
  readonly approvedBy: string
}

/** An act of staff on a customer or on money. */
export type ProposalKind<Parameters extends object> = {
  /** A verb and its object, as in the staff log: `raise-limit`. */
  readonly kind: string
  /** Validates what a command or a call sent; throws a refusal. Also reads stored parameters. */
  readonly parse: (input: Readonly<Record<string, unknown>>) => Parameters
  /** The customer concerned, if there is one. */
  readonly customerOf?: (parameters: Parameters) => CustomerNo
  /** One member of staff does it at once: it only protects, or changes nothing of value. */
  readonly isAlone?: true
  /** Who may propose it. Everyone without it. */
  readonly proposers?: readonly StaffRole[]
  /** The dry run: what would change, one line each, before and after. It only reads. */
  readonly describe: (services: ProposalServices, parameters: Parameters) => Promise<string[]>
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
  readonly parameters: object
  readonly customer: CustomerNo | undefined
  readonly describe: (services: ProposalServices) => Promise<string[]>
  readonly perform: (services: ProposalServices, approval: Approval) => Promise<string>
}

/** Kinds with parameters of any type, for the registry. */
export type AnyProposalKind = Pick<ProposalKind<object>, 'kind' | 'isAlone' | 'proposers'> & {
  readonly read: (input: Readonly<Record<string, unknown>>) => ProposedAct
}

export function proposalKind<Parameters extends object>(
  definition: ProposalKind<Parameters>,
): AnyProposalKind {
  const { kind, isAlone, proposers, parse, customerOf, describe, perform } = definition
  return {
    kind,
    ...(isAlone && { isAlone }),
    ...(proposers && { proposers }),
    read: (input) => {
      const parameters = parse(input)
      return {
        parameters,
        customer: customerOf?.(parameters),
        describe: (services) => describe(services, parameters),
        perform: (services, approval) => perform(services, parameters, approval),
      }
    },
  }
}
