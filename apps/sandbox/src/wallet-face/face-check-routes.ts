import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { merchant } from '#merchant.ts'
import type { Faults } from '#faults.ts'
import { formBodies, ownAddress, returnAddress } from '#pages/browser-requests.ts'
import { messagePage, unavailable, sendPage, html, page } from '#pages/page.ts'
import { decisions, type FaceChecks, type FaceCheck } from './face-checks.ts'

const asked = z.object({ ticket: z.string().max(64) })
const decided = z.object({ ...asked.shape, decision: z.enum(decisions) })

/** The payment app's page for a face check; it redirects to the return address. */
export async function faceCheckRoutes(
  app: FastifyInstance,
  { faceChecks, faults }: { readonly faceChecks: FaceChecks; readonly faults: Faults },
): Promise<void> {
  formBodies(app)
  app.addHook('preHandler', async (_, reply) => {
    if (faults.of('wallet').down) await sendPage(reply.code(503), unavailable)
  })

  app.get('/wallet/face-check', async (request, reply) => {
    const check = faceChecks.ofTicket(asked.safeParse(request.query).data?.ticket ?? '')
    if (!check || !backFrom(request, check)) return sendPage(reply.code(404), unknown)
    return sendPage(reply, faceCheckPage(check))
  })

  app.post('/wallet/face-decide', async (request, reply) => {
    const { ticket = '', decision } = decided.safeParse(request.body).data ?? {}
    const check = faceChecks.ofTicket(ticket)
    const address = check && backFrom(request, check)
    if (!check || !address || !decision) return sendPage(reply.code(404), unknown)

    faceChecks.decide(check, decision)
    return reply.header('cache-control', 'no-store').redirect(address.href, 303)
  })
}

function backFrom(request: FastifyRequest, { returnUrl }: FaceCheck): URL | undefined {
  return returnAddress(returnUrl, ownAddress(request))
}

const unknown = messagePage({
  title: '无法进行人脸核验',
  text: '链接已失效，或返回地址不属于本站。请回到应用重新发起核验。',
})

/** Replaces the payment app's camera: a person chooses the result. */
function faceCheckPage(check: { readonly name: string; readonly ticket: string }): string {
  const title = '沙箱 · 支付应用人脸核验'
  const body = html`
    <p class="label">沙箱 · 不是真实的支付应用</p>
    <h1>${title}</h1>
    <p class="lead">
      ${merchant} 申请核验 ${maskName(check.name)} 本人操作。真实环境中会在此打开摄像头。
    </p>
    <svg class="face" viewBox="0 0 240 240" aria-hidden="true">
      <circle class="face-ring" cx="120" cy="120" r="112" />
      <path class="face-line" d="M52 206c8-34 36-48 68-48s60 14 68 48" />
      <ellipse class="face-line" cx="120" cy="102" rx="42" ry="52" />
      <path
        class="face-line"
        d="M80 92c4-30 22-44 40-44s36 14 40 44c-20-2-34-10-42-22-8 12-20 20-38 22z"
      />
      <path class="face-line" d="M102 104h.1M138 104h.1M108 130c8 6 16 6 24 0" />
    </svg>
    <form method="post" action="face-decide">
      <input type="hidden" name="ticket" value="${check.ticket}" />
      <div class="choices">
        <button class="agree" name="decision" value="pass">通过核验</button>
        <button class="refuse" name="decision" value="fail">核验不通过</button>
        <button class="refuse" name="decision" value="cancel">取消</button>
      </div>
    </form>
  `
  return page({ title, body })
}

/** Masks all but the last character, as payment apps do. */
function maskName(name: string): string {
  const characters = Array.from(name)
  return `${'*'.repeat(Math.max(1, characters.length - 1))}${characters.at(-1) ?? ''}`
}
