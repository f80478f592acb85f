import { forgetTyped, keepTyped, typedBefore } from '#shared/draft.ts'

/** A binding that the bank is still at, and since when. */
export type BindingUnderWay = { readonly bindingNo: string; readonly since: number }

/** Kept, so that a reload asks the bank how far it is and does not start anew. */
export function keepUnderWay(draft: string, { bindingNo, since }: BindingUnderWay) {
  keepTyped(nameFor(draft), { bindingNo, since })
}

export function underWayBefore(draft: string): BindingUnderWay | undefined {
  const { bindingNo, since } = typedBefore(nameFor(draft))
  if (typeof bindingNo !== 'string' || typeof since !== 'number') return undefined
  return { bindingNo, since }
}

export function forgetUnderWay(draft: string) {
  forgetTyped(nameFor(draft))
}

function nameFor(draft: string): string {
  return `${draft}-under-way`
}
