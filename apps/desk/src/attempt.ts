import { toast } from '@qingzhou/ui/overlays'

/** Runs an action and shows its error as a toast. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast(error instanceof Error ? error.message : '操作失败，请重试')
  }
}
