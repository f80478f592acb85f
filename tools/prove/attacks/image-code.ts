import { isRefused, outcomeOf, type Attack, type Target } from './attack.ts'
import { solveImage } from './image-solver.ts'

/** A script that reads one code in twenty already makes the code worthless. */
const SHARE_MAX = 0.05

/** Reads image codes by thresholding and matching templates; also replays and leaves out codes. */
export const imageCode: Attack = {
  name: 'image code read by a script',
  async run(target) {
    const count = target.isFull ? 100 : 10
    let solved = 0
    for (let turn = 0; turn < count; turn += 1) solved += Number(await isSolved(target))
    const isHeld = solved <= Math.max(SHARE_MAX * count, 1)
    const wrong = { captchaKey: 'not-given-to-anybody', imageCode: 'AC4W' }
    const madeUp = await isRefused(() =>
      target.visitor().api.onboarding.checkCaptcha({ dynamicType: '01', ...wrong }),
    )
    return outcomeOf([
      { what: `${solved} of ${count} image codes read by a script`, isRefused: isHeld },
      { what: 'a code that was never drawn', isRefused: madeUp },
    ])
  },
}

/** False also where no picture is drawn any more: then there is nothing to read. */
async function isSolved(target: Target): Promise<boolean> {
  const client = target.visitor()
  const drawn: { captchaKey?: string; image?: string } = await client.api.onboarding.newCaptcha({})
  const [, png] = /^data:image\/\w+;base64,(.+)$/.exec(drawn.image ?? '') ?? []
  if (png === undefined) return false
  const code = await solveImage(Buffer.from(png, 'base64'))
  const captchaKey = drawn.captchaKey ?? ''
  return !(await isRefused(() =>
    client.api.onboarding.checkCaptcha({ dynamicType: '01', captchaKey, imageCode: code }),
  ))
}
