import {
  advance,
  type Application,
  type ApplicationEvent,
} from '@qingzhou/domain/credit/application'
import { Refused } from '#platform/refused.ts'

/** An application after what has happened; what its step does not allow is refused. */
export function after(application: Application, event: ApplicationEvent): Application {
  const outcome = advance(application, event)
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
