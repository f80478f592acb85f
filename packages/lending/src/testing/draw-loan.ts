import type { Act } from '#act.ts'
import { reserveDraw, type DrawDeps } from '#draws/approve-draw.ts'
import { bookDraw } from '#draws/end-draw.ts'
import type { DrawRequest, ReservedDraw } from '#requests.ts'

/** Draws as the product does: reserves the draw, and books it after the bank has paid. */
export async function drawLoan(
  deps: DrawDeps,
  act: Act,
  request: DrawRequest,
): Promise<Pick<ReservedDraw, 'loanNo' | 'fee'>> {
  const { drawNo, loanNo, fee } = await reserveDraw(deps, act, request)
  await bookDraw(deps, { ...act, requestNo: `${act.requestNo}-book` }, { drawNo })
  return { loanNo, ...(fee && { fee }) }
}
