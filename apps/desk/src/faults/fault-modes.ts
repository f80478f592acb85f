import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { Fault } from '#client.ts'

export type FaultMode = 'well' | 'slow' | 'late' | 'failOnce' | 'down' | 'twice'

const WELL: Fault = { delayMs: 0, failNext: 0, down: false, duplicate: false }

/** Ten seconds are longer than the server waits for any answer. */
const faultOf: Record<FaultMode, Fault> = {
  well: WELL,
  slow: { ...WELL, delayMs: 2_000 },
  late: { ...WELL, delayMs: 10_000 },
  failOnce: { ...WELL, failNext: 1 },
  down: { ...WELL, down: true },
  twice: { ...WELL, duplicate: true },
}

const labels: Record<FaultMode, string> = {
  well: '正常',
  slow: '慢 2 秒',
  late: '超时（10 秒）',
  failOnce: '下一次失败',
  down: '停用',
  twice: '重复送达',
}

export const providers: readonly { name: ProviderName; label: string; note: string }[] = [
  { name: 'sms', label: '短信', note: '验证码' },
  { name: 'mail', label: '邮件', note: '通知' },
  { name: 'wallet', label: '支付应用', note: '授权' },
  { name: 'messenger', label: '消息应用', note: '授权、小程序' },
  { name: 'deviceFirst', label: '设备指纹一', note: '设备标识' },
  { name: 'deviceSecond', label: '设备指纹二', note: '设备标识' },
  { name: 'ip', label: 'IP 归属', note: '地区与代理' },
]

/** Only what is delivered can be delivered twice. */
export function modesFor(provider: ProviderName): { value: FaultMode; label: string }[] {
  const isDelivery = provider === 'sms' || provider === 'mail'
  const modes: FaultMode[] = ['well', 'slow', 'late', 'failOnce', 'down']
  if (isDelivery) modes.push('twice')
  return modes.map((mode) => ({ value: mode, label: labels[mode] }))
}

export function faultFor(mode: FaultMode): Fault {
  return faultOf[mode]
}

/** The nearest of our words for any fault, as tests may set finer ones. */
export function modeOf(fault: Fault): FaultMode {
  if (fault.down) return 'down'
  if (fault.failNext > 0) return 'failOnce'
  if (fault.delayMs > faultOf.slow.delayMs) return 'late'
  if (fault.delayMs > 0) return 'slow'
  return fault.duplicate ? 'twice' : 'well'
}
