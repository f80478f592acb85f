import type { ProviderName } from '@qingzhou/provider-api/calls'
import type { Fault } from '#client.ts'

export type FaultMode =
  | 'well'
  | 'slow'
  | 'late'
  | 'failOnce'
  | 'down'
  | 'twice'
  | 'saysNo'
  | 'unsure'
  | 'takesLong'
  | 'cutAfter'
  | 'reordered'
  | 'silent'
  | 'throttled'

const WELL: Fault = {
  delayMs: 0,
  failNext: 0,
  down: false,
  duplicate: false,
  cutAfter: false,
  decline: false,
  unsure: false,
  silent: false,
  reorder: false,
  throttle: false,
  settleMs: null,
}

/** Longer than the server's longest time limit, 30 seconds for a face. */
const faultOf: Record<FaultMode, Fault> = {
  well: WELL,
  slow: { ...WELL, delayMs: 2_000 },
  late: { ...WELL, delayMs: 40_000 },
  failOnce: { ...WELL, failNext: 1 },
  down: { ...WELL, down: true },
  twice: { ...WELL, duplicate: true },
  saysNo: { ...WELL, decline: true },
  unsure: { ...WELL, unsure: true },
  takesLong: { ...WELL, settleMs: 20_000 },
  cutAfter: { ...WELL, cutAfter: true },
  reordered: { ...WELL, reorder: true },
  silent: { ...WELL, silent: true },
  throttled: { ...WELL, throttle: true },
}

const labels: Record<FaultMode, string> = {
  well: '正常',
  slow: '慢 2 秒',
  late: '超时不答',
  failOnce: '下一次失败',
  down: '停用',
  twice: '重复送达',
  saysNo: '一律拒绝',
  unsure: '不能确定',
  takesLong: '20 秒后才有结果',
  cutAfter: '办成后断线',
  reordered: '通知乱序',
  silent: '不发通知',
  throttled: '调用超限',
}

type OfferedMode = { readonly mode: FaultMode; readonly label?: string }

/** The further fault modes of a provider, with their labels. */
const further: Partial<Record<ProviderName, readonly OfferedMode[]>> = {
  sms: [{ mode: 'twice' }],
  mail: [{ mode: 'twice' }],
  ocr: [{ mode: 'saysNo', label: '照片都看不清' }],
  face: [
    { mode: 'saysNo', label: '人脸都不一致' },
    { mode: 'unsure', label: '人脸都要人工看' },
  ],
  idCheck: [{ mode: 'saysNo', label: '姓名都对不上' }],
  bank: [
    { mode: 'saysNo', label: '拒绝办理' },
    { mode: 'takesLong' },
    { mode: 'cutAfter', label: '付款成功后断线' },
    { mode: 'twice', label: '通知重复' },
    { mode: 'reordered' },
    { mode: 'silent' },
  ],
  wallet: [
    { mode: 'saysNo', label: '付款、退款都不成功' },
    { mode: 'takesLong' },
    { mode: 'cutAfter', label: '受理后断线' },
    { mode: 'twice', label: '通知重复' },
    { mode: 'reordered' },
    { mode: 'silent' },
    { mode: 'throttled' },
  ],
  mall: [
    { mode: 'saysNo', label: '售罄、不接受退货' },
    { mode: 'takesLong' },
    { mode: 'cutAfter', label: '收单后断线' },
    { mode: 'twice', label: '通知重复' },
    { mode: 'reordered' },
    { mode: 'silent' },
  ],
  bureau: [
    { mode: 'unsure', label: '评分都要人工审批' },
    { mode: 'takesLong' },
    { mode: 'cutAfter', label: '收单后断线' },
    { mode: 'twice', label: '通知重复' },
    { mode: 'reordered' },
    { mode: 'silent' },
  ],
}

const usual: readonly OfferedMode[] = (['well', 'slow', 'late', 'failOnce', 'down'] as const).map(
  (mode) => ({ mode }),
)

export function modesFor(provider: ProviderName): { value: FaultMode; label: string }[] {
  const offered = [...usual, ...(further[provider] ?? [])]
  return offered.map(({ mode, label = labels[mode] }) => ({ value: mode, label }))
}

export function faultFor(mode: FaultMode): Fault {
  return faultOf[mode]
}

/** The closest mode of a fault, as tests may set others. */
export function modeOf(fault: Fault): FaultMode {
  if (fault.down) return 'down'
  if (fault.throttle) return 'throttled'
  if (fault.failNext > 0) return 'failOnce'
  if (fault.delayMs > faultOf.slow.delayMs) return 'late'
  if (fault.delayMs > 0) return 'slow'
  if (fault.decline) return 'saysNo'
  if (fault.unsure) return 'unsure'
  if (fault.cutAfter) return 'cutAfter'
  if (fault.silent) return 'silent'
  if (fault.reorder) return 'reordered'
  if (fault.duplicate) return 'twice'
  return fault.settleMs === null || fault.settleMs === 0 ? 'well' : 'takesLong'
}
