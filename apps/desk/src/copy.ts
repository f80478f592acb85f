import { toast } from '@qingzhou/ui/overlays'

/** Without a secure context there is no clipboard; then the text is shown instead. */
export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(told)
  } catch {
    toast(`浏览器不允许复制，请手动输入：${text}`)
  }
}
