import { toast } from '@qingzhou/ui/overlays'

/** Runs an action and shows its error as a toast. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast(error instanceof Error ? error.message : '操作失败，请重试')
  }
}

/** Without a secure context there is no clipboard; then the text is shown instead. */
export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(told)
  } catch {
    toast(`浏览器不允许复制，请手动输入：${text}`)
  }
}
