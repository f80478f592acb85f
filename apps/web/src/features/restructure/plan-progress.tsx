import type { PlanStep } from '@qingzhou/contract/restructure'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { progressAt } from './plan-steps.ts'

/** How far the signing of a plan has come. */
export function PlanProgress({ at }: { at: PlanStep }) {
  return <StepProgress {...progressAt(at)} />
}
