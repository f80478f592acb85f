/** The browser the page runs in: payment app, messaging app or any other. */
export type BrowserKind = 'wallet' | 'messenger' | 'plain'

const WALLET_CHANNEL = '000000000003'
const PAGE_CHANNEL = '000000000004'
const UNKNOWN_CHANNEL = '0000000000'

export function browserKind(agent = userAgent()): BrowserKind {
  if (/AlipayClient/i.test(agent)) return 'wallet'
  if (/MicroMessenger/i.test(agent)) return 'messenger'
  return 'plain'
}

/** The channel a customer is counted in, by browser. */
export function channelCode(agent = userAgent()): string {
  if (browserKind(agent) === 'wallet') return WALLET_CHANNEL
  return isMobile(traits(agent)) ? PAGE_CHANNEL : UNKNOWN_CHANNEL
}

export function phoneSystem(agent = userAgent()): 'ios' | 'android' | 'other' {
  if (/iPhone|iPad|iPod/i.test(agent)) return 'ios'
  return /Android|HarmonyOS/i.test(agent) ? 'android' : 'other'
}

export type Traits = {
  readonly agent: string
  readonly platform: string
  readonly touchPoints: number
  readonly hasCoarsePointer: boolean
}

/**
 * A phone or tablet. A tablet that requests desktop pages reports itself as a Macintosh, but has a
 * touch screen; a laptop with a touch screen reports Windows and is a computer.
 */
export function isMobile(device: Traits = traits()): boolean {
  if (MOBILE_AGENT.test(device.agent)) return true
  const hasTouchScreen = device.hasCoarsePointer && device.touchPoints > 1
  return hasTouchScreen && MOBILE_PLATFORM.test(device.platform)
}

const MOBILE_AGENT =
  /Android|HarmonyOS|OpenHarmony|iPhone|iPad|iPod|Mobile|Tablet|Windows Phone|AlipayClient.*Nebula/i
const MOBILE_PLATFORM = /^(MacIntel|iPhone|iPad|iPod|Android|Linux (arm|aarch))/i

/** The desk shows the app in a frame of the same origin and provides a phone's user agent. */
export function userAgent(): string {
  return lentAgent() ?? navigator.userAgent
}

function lentAgent(): string | undefined {
  try {
    return window.frameElement?.getAttribute('data-user-agent') ?? undefined
  } catch {
    // Access to a frame of another origin throws.
    return undefined
  }
}

function traits(agent = userAgent()): Traits {
  return {
    agent,
    platform: navigator.platform,
    touchPoints: navigator.maxTouchPoints,
    hasCoarsePointer: window.matchMedia('(pointer: coarse)').matches,
  }
}
