import { toast } from '@qingzhou/ui/overlays'

/** Does it, or says in passing why not. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast(error instanceof Error ? error.message : '没有成功，请重试')
  }
}
