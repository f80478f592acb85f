import { calls } from '@qingzhou/contract/calls'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import { outcomeOf, type Attack } from '#prove/attacks/attack.ts'

const weak = ['Password123!', 'Admin_2026', 'qwerty12345', 'Qingzhou@2026', 'aaaaaaaaaa', 'Ab1!xyz']
const strong = '轻舟-é~Ω k2!9Q#z7'.repeat(4).slice(0, 64)

/** A password from a list of leaked ones is found within the tries that an account allows. */
export const staffPassword: Attack = {
  name: 'common passwords of staff',
  async run(target) {
    const { client, password: oldPassword } = await newStaff(target.product, ['operator'])
    const member = target.overHttp(client)
    member.staffToken = client.staffToken
    const set = async (newPassword: string) =>
      (await member.send(calls.staff.changePassword, { oldPassword, newPassword })).code
    const attempts = []
    for (const newPassword of weak) {
      const code = await set(newPassword)
      attempts.push({ what: `${newPassword}: ${code}`, isRefused: code !== '0000' })
    }
    const outcome = outcomeOf(attempts)
    // An accepted password is the old one for the next attempt.
    const code = outcome.through.length === 0 ? await set(strong) : '0000'
    if (code !== '0000') throw new Error(`a strong password is refused: ${code}`)
    return outcome
  },
}
