import { toast } from '@qingzhou/ui/overlays'

/** Outside a secure page there is no clipboard; then the words to copy are at least shown. */
export async function copy(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(told)
  } catch {
    toast(`浏览器不允许复制，请手动输入：${text}`)
  }
}
