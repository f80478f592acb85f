import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { AfterReview } from '#features/evidence/index.ts'
import type { AnyProposalKind } from '#features/proposals/index.ts'
import type { Services } from '#services.ts'
import { actOnException } from './act-on-exception.ts'
import { commentOnException, readException } from './exceptions.ts'
import { countWork, readHome } from './home.ts'
import { claim, claimNext, listQueue, release } from './queues.ts'
import { decideReview, readReview } from './reviews.ts'

type QueueServices = Pick<
  Services,
  | 'database'
  | 'vault'
  | 'now'
  | 'today'
  | 'tasks'
  | 'files'
  | 'limiter'
  | 'log'
  | 'providers'
  | 'mode'
  | 'businessDate'
  | 'endOfDay'
>

/** The calls of the console about exceptions, reviews and its first page. */
export function consoleQueuesHandlers(
  services: QueueServices,
  {
    kinds,
    afterReview,
  }: {
    readonly kinds: readonly AnyProposalKind[]
    readonly afterReview: AfterReview
  },
): Handlers<Callers>['console-queues'] {
  return {
    counts: (_, caller) => countWork({ ...services, kinds }, caller),
    exceptions: (input, caller) => listQueue(services, caller, { queue: 'exceptions', ...input }),
    exception: (input, caller) => readException(services, caller, input),
    actOnException: (input, caller) => actOnException({ ...services, kinds }, caller, input),
    comment: (input, caller) => commentOnException(services, caller, input),
    claimException: (input, caller) => claim(services, caller, { queue: 'exceptions', ...input }),
    releaseException: (input, caller) =>
      release(services, caller, { queue: 'exceptions', ...input }),
    nextException: (input, caller) =>
      claimNext(services, caller, { queue: 'exceptions', ...input }),
    reviews: (input, caller) => listQueue(services, caller, { queue: 'reviews', ...input }),
    review: (input, caller) => readReview(services, caller, input),
    nextReview: (input, caller) => claimNext(services, caller, { queue: 'reviews', ...input }),
    claimReview: (input, caller) => claim(services, caller, { queue: 'reviews', ...input }),
    releaseReview: (input, caller) => release(services, caller, { queue: 'reviews', ...input }),
    decideReview: (review, caller) => decideReview(services, caller, { review, afterReview }),
    home: (_, caller) => readHome({ ...services, kinds }, caller),
  }
}
