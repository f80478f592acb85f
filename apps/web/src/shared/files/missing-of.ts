import type { Files } from './use-files.ts'

/** What is still to be done before files can be handed in. */
export function missingOf({ kept, isBusy, hasBroken, hasRefused }: Files): string | undefined {
  if (isBusy) return '文件还在上传，请等传完再提交'
  if (hasBroken) return '有文件没有传完，请继续上传或移除'
  if (hasRefused) return '有文件没有通过检查，请移除后再提交'
  return kept.length === 0 ? '请至少上传一个文件' : undefined
}
